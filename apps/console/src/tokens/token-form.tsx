import { ConnectoryError, type CreatedToken, type NewPolicy } from '@connectory/client';
import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublishedSchema } from '../gateway/use-connections.ts';
import { type GrantableNames, useWorkspace } from '../gateway/use-workspace.ts';
import { PolicyForm, readOnly } from '../policy/policy-form.tsx';
import classes from '../policy/policy-panes.module.css';
import { Preview } from '../policy/policy-preview.tsx';
import { Problem } from '../shell/states.tsx';

const whileEntering = 300;

interface TokenFormProps {
  /** The schema of a policy. */
  readonly schema: PublishedSchema;
  /** The names that can be chosen. */
  readonly names: GrantableNames;
  onMade(token: CreatedToken): void;
}

/** Name, expiry and policy of a token, next to what the policy allows. */
export function TokenForm({ schema, names, onMade }: TokenFormProps) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const [policy, setPolicy] = useState<NewPolicy>(readOnly);
  const [previewed] = useDebouncedValue(policy, whileEntering);
  const make = useMutation({
    mutationFn: () =>
      client.tokens.create({
        name: name.trim(),
        policy,
        ...(end !== '' && { expires_at: new Date(end).toISOString() }),
      }),
    // The response contains the text of the token, which must not be cached.
    gcTime: 0,
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ['tokens', workspace] });
      onMade(created);
    },
  });
  const errors = make.error instanceof ConnectoryError ? (make.error.problem?.errors ?? []) : [];
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const changePolicy = (entered: NewPolicy) => {
    setPolicy(entered);
    // The errors belong to another policy.
    make.reset();
  };
  return (
    <div className={classes.panes}>
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
          noValidate
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="Who uses it, and for what."
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={errorOf('/name')}
              maxLength={128}
              autoComplete="off"
              dir="auto"
              required
            />
            <TextInput
              type="datetime-local"
              label="Expires"
              description="Without a date, it does not expire, or expires with the token you are signed in with."
              value={end}
              onChange={({ currentTarget }) => setEnd(currentTarget.value)}
              error={errorOf('/expires_at')}
            />
          </Stack>
        </form>
        <Title order={2} size="h5" mt="lg" mb="sm">
          Policy
        </Title>
        <PolicyForm
          schema={schema}
          names={names}
          value={policy}
          errors={errors}
          onChange={changePolicy}
          onSubmit={() => make.mutate()}
        />
        <Stack gap="md" mt="lg">
          {make.isError && <Problem error={make.error} />}
          <Group>
            <Button onClick={() => make.mutate()} loading={make.isPending} disabled={name.trim() === ''}>
              Create token
            </Button>
          </Group>
        </Stack>
      </Paper>
      <div className={classes.preview}>
        <Preview title="What the token could do" policy={previewed} />
      </div>
    </div>
  );
}
