import { ConnectoryError, type NewPolicy, type Role } from '@connectory/client';
import { Anchor, Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type PublishedSchema, usePublishedSchema } from '../gateway/use-connections.ts';
import { useRenewPeople, useRoles } from '../gateway/use-people.ts';
import { type GrantableNames, useGrantableNames, useWorkspace } from '../gateway/use-workspace.ts';
import { PolicyForm, readOnly } from '../policy/policy-form.tsx';
import classes from '../policy/policy-panes.module.css';
import { Preview } from '../policy/policy-preview.tsx';
import { Page } from '../shell/page.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';

/** Creates a role, or changes the one with a name. */
export function RolePage({ name }: { readonly name: string | undefined }) {
  const { name: workspace } = useWorkspace();
  const schema = usePublishedSchema('NewPolicy');
  const names = useGrantableNames();
  const roles = useRoles();
  return (
    <Page
      title={name === undefined ? 'Create a role' : `Role ${name}`}
      lead={
        <Anchor component={Link} href={`/${workspace}/people/roles`} size="sm" underline="always">
          All roles
        </Anchor>
      }
    >
      <Loaded query={roles} purpose="see the roles">
        {(all) => {
          const role = all.find((one) => one.name === name);
          if (name !== undefined && (role === undefined || role.built_in))
            return <Empty title={role === undefined ? 'There is no such role' : 'A built-in role cannot be changed'} />;
          return (
            <Loaded query={names}>
              {(grantable) => (
                <Loaded query={schema}>{(policy) => <RoleForm role={role} schema={policy} names={grantable} />}</Loaded>
              )}
            </Loaded>
          );
        }}
      </Loaded>
    </Page>
  );
}

const whileEntering = 300;

interface RoleFormProps {
  /** The role to change; undefined to create one. */
  readonly role: Role | undefined;
  readonly schema: PublishedSchema;
  readonly names: GrantableNames;
}

function RoleForm({ role, schema, names }: RoleFormProps) {
  const { name: workspace, client } = useWorkspace();
  const renew = useRenewPeople();
  const [, go] = useLocation();
  const [name, setName] = useState(role?.name ?? '');
  const [policy, setPolicy] = useState<NewPolicy>(role?.policy ?? readOnly);
  const [previewed] = useDebouncedValue(policy, whileEntering);
  const save = useMutation({
    mutationFn: () => client.roles.put(name.trim(), policy),
    onSuccess: async () => {
      await renew();
      go(`/${workspace}/people/roles`);
    },
  });
  const errors = save.error instanceof ConnectoryError ? (save.error.problem?.errors ?? []) : [];
  return (
    <div className={classes.panes}>
      <Paper withBorder p="md">
        <TextInput
          label="Name"
          description="Lower-case letters, digits, - and _, such as support."
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={errors.find(({ field }) => field.endsWith('/name'))?.message}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          disabled={role !== undefined}
          required
        />
        <Title order={2} size="h5" mt="lg" mb="sm">
          Policy
        </Title>
        <PolicyForm
          schema={schema}
          names={names}
          value={policy}
          errors={errors}
          onChange={(entered) => {
            setPolicy(entered);
            save.reset();
          }}
          onSubmit={() => save.mutate()}
        />
        <Stack gap="md" mt="lg">
          {save.isError && <Problem error={save.error} />}
          <Group>
            <Button onClick={() => save.mutate()} loading={save.isPending} disabled={name.trim() === ''}>
              {role === undefined ? 'Create role' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </Paper>
      <div className={classes.preview}>
        <Preview title="What a person with this role could do" policy={previewed} />
      </div>
    </div>
  );
}
