import { ConnectoryError, type CreatedToken, type NewPolicy, type TokenPreview } from '@connectory/client';
import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useConnections } from '../gateway/use-connections.ts';
import type { PublishedSchema } from '../gateway/use-published-schema.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Problem } from '../shell/problem.tsx';
import { PolicyForm, type Suggestions } from './policy-form.tsx';
import classes from './token-form.module.css';
import { Preview } from './token-preview.tsx';

const whileEntering = 300;

interface TokenFormProps {
  /** The schema of a policy. */
  readonly schema: PublishedSchema;
  /** What an unrestricted token could use; its names are suggested. */
  readonly widest: TokenPreview['data'];
  onMade(token: CreatedToken): void;
}

/** Name, expiry and policy of a token, next to what the policy allows. */
export function TokenForm({ schema, widest, onMade }: TokenFormProps) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const [policy, setPolicy] = useState<NewPolicy>({});
  const [previewed] = useDebouncedValue(policy, whileEntering);
  const suggestions = useSuggestions(widest);
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
  const faultOf = (field: string) => errors.find((error) => error.field === field)?.message;
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
              error={faultOf('/name')}
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
              error={faultOf('/expires_at')}
            />
          </Stack>
        </form>
        <Title order={2} size="h5" mt="lg" mb="sm">
          Policy
        </Title>
        <PolicyForm
          schema={schema}
          suggestions={suggestions}
          value={policy}
          errors={errors}
          onChange={(entered) => {
            setPolicy(entered);
            // They belong to another policy.
            make.reset();
          }}
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
        <Preview policy={previewed} />
      </div>
    </div>
  );
}

function useSuggestions(widest: TokenPreview['data']): Suggestions {
  const { data: connections } = useConnections();
  return useMemo(() => {
    const known = connections ?? widest;
    const entities = widest.flatMap((connection) => connection.entities);
    return {
      connectors: distinct(known.flatMap(({ name, connector }) => [name, connector])),
      entities: distinct(entities.map(({ entity }) => entity)),
      actions: distinct(entities.flatMap(({ actions }) => actions.map(({ action }) => action))),
    };
  }, [connections, widest]);
}

const distinct = (names: readonly string[]) => [...new Set(names)].sort();
