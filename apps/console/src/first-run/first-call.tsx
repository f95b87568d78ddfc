import { type ConnectorManifest, ConnectoryError, createClient } from '@connectory/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ActionResponse, type Call, execute } from '../gateway/execute.ts';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { asCurl } from '../results/copy-as.tsx';
import { CodeView, JsonView } from '../results/json-view.tsx';
import { useSession } from '../session/session.tsx';
import { SecretInput } from '../shell/copy-button.tsx';
import { Loaded, Problem } from '../shell/states.tsx';

interface FirstCallProps {
  /** The text of the token that was just created; undefined if there is none. */
  readonly token: string | undefined;
}

/** A list of the first connection that has one, as curl, and run from here. */
export function FirstCall({ token }: FirstCallProps) {
  const connections = useConnections();
  const [first] = connections.data ?? [];
  const manifest = useManifest(first?.connector);
  return (
    <Loaded query={connections}>
      {() => (
        <Loaded query={manifest}>
          {(known) => {
            const call = first === undefined ? undefined : firstCallOf(known, first.id);
            return call === undefined ? (
              <Text size="sm">{known.vendor} has no list that needs no parameters. Run an action from the menu.</Text>
            ) : (
              <RunnableCall call={call} token={token} vendor={known.vendor} />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

const fewRecords = 3;

/** The first list of a connector that needs no params. */
function firstCallOf({ entities }: ConnectorManifest, connectionId: string): Call | undefined {
  for (const { name: entity, actions } of entities)
    for (const { action, params } of actions) {
      const { required, properties } = params as {
        readonly required?: readonly string[];
        readonly properties?: object;
      };
      if (action !== 'list' || (required ?? []).length > 0) continue;
      const hasLimit = Object.hasOwn(properties ?? {}, 'limit');
      return { connectionId, entity, action, params: hasLimit ? { limit: fewRecords } : {} };
    }
  return undefined;
}

interface RunnableCallProps {
  readonly call: Call;
  readonly token: string | undefined;
  readonly vendor: string;
}

function RunnableCall({ call, token, vendor }: RunnableCallProps) {
  const { client, mayRun } = useSession();
  const { name: workspace } = useWorkspace();
  const queries = useQueryClient();
  const [entered, setEntered] = useState('');
  const used = token ?? (entered === '' ? undefined : entered.trim());
  const run = useMutation({
    mutationFn: () => (used === undefined ? execute(client, call) : executeWith(used, call)),
    gcTime: 0,
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['connections', workspace, 'first steps'] }),
  });
  return (
    <Stack gap="sm">
      <Text size="sm">
        List {call.entity} of {vendor}:
      </Text>
      <CodeView label="The call" text={asCurl(call, undefined, location.origin, token)} />
      {!mayRun && token === undefined && (
        <SecretInput
          label="Token"
          description="The admin token runs no actions: enter the token that you created, or create another one above."
          value={entered}
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
          autoComplete="off"
          showLabel="Show the token"
        />
      )}
      <Group>
        <Button onClick={() => run.mutate()} loading={run.isPending} disabled={!mayRun && used === undefined}>
          Run it
        </Button>
      </Group>
      {run.isError && <Problem error={run.error} />}
      {run.data !== undefined && <FirstResult data={run.data.data} />}
    </Stack>
  );
}

async function executeWith(token: string, call: Call): Promise<ActionResponse> {
  try {
    return await execute(createClient({ url: location.origin, token, via: 'console' }), call);
  } catch (error) {
    // Otherwise it would end the session, whose own token is valid.
    if (error instanceof ConnectoryError && error.code === 'unauthenticated') throw new Error(error.message);
    throw error;
  }
}

function FirstResult({ data }: { readonly data: unknown }) {
  const records = Array.isArray(data) ? data : [data];
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {records.length === 0 ? 'It worked: the account has no records yet.' : `It worked: ${records.length} records.`}
        {records.length > fewRecords && ` The first ${fewRecords} are below.`}
      </Text>
      {records.length > 0 && <JsonView label="Records" value={records.slice(0, fewRecords)} />}
    </Stack>
  );
}
