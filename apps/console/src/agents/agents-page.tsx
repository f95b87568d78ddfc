import type { AuditEntry, CreatedToken } from '@connectory/client';
import { Alert, Anchor, Button, Group, Paper, Stack, Table, Tabs, Text, Title } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { makerOf, Outcome, whatOf } from '../audit/entries.tsx';
import { useRightToManage, useTokenNames, useWorkspace } from '../gateway/use-workspace.ts';
import { CodeView } from '../results/json-view.tsx';
import { Page } from '../shell/page.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { snippetsFor } from './snippets.ts';

const purpose = 'manage agents';
const validDays = 90;
const dayMilliseconds = 86_400_000;
const recentCalls = 10;
const refreshMilliseconds = 10_000;

/** Connects agents: the address of the tools, a token that only reads, what each client needs, and what agents did. */
export function AgentsPage() {
  const right = useRightToManage();
  return (
    <Page
      title="Agents"
      lead={
        <>
          AI agents use every connection of this workspace over the Model Context Protocol.{' '}
          <Anchor href="/docs/guide/agents" target="_blank" size="sm" underline="always">
            Read the guide
          </Anchor>
        </>
      }
    >
      <Loaded query={right} purpose={purpose}>
        {() => (
          <Stack gap="xl">
            <ConnectAgent />
            <RecentCalls />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function ConnectAgent() {
  const { client } = useWorkspace();
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: (): Promise<CreatedToken> => {
      const now = new Date();
      return client.tokens.create({
        name: `agent ${now.toISOString().slice(0, 16).replace('T', ' ')}`,
        policy: { read_only: true },
        expires_at: new Date(now.getTime() + validDays * dayMilliseconds).toISOString(),
      });
    },
    // Its text is discarded when the user leaves the page.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const { data: created, error, isPending, mutate } = creation;
  const snippets = snippetsFor(location.origin, created?.token ?? 'cty_…');
  return (
    <Paper withBorder p="lg">
      <Stack gap="lg">
        <Stack gap="xs">
          <Title order={2} size="h5">
            1. Address of the tools
          </Title>
          <CodeView label="MCP URL" text={`${location.origin}/mcp`} />
        </Stack>
        <Stack gap="xs">
          <Title order={2} size="h5">
            2. A token for the agent
          </Title>
          {created === undefined ? (
            <>
              <Text size="sm">
                The agent can read records of every connection, change nothing, and uses the token for {validDays} days.
                For other rights, <TokensLink />.
              </Text>
              <Group>
                <Button onClick={() => mutate()} loading={isPending}>
                  Create a read-only token
                </Button>
              </Group>
              {error !== null && <Problem error={error} />}
            </>
          ) : (
            <>
              <Alert color="green" role="status" title="Token created">
                Copy it now: it cannot be shown again. It is in the settings below as well.
              </Alert>
              <CodeView label="Text of the token" text={created.token} />
            </>
          )}
        </Stack>
        <Stack gap="xs">
          <Title order={2} size="h5">
            3. Settings of the client
          </Title>
          <Tabs defaultValue={tabOf(snippets[0]?.client ?? '')}>
            <Tabs.List mb="sm">
              {snippets.map(({ client: name }) => (
                <Tabs.Tab key={name} value={tabOf(name)}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {snippets.map(({ client: name, hint, text }) => (
              <Tabs.Panel key={name} value={tabOf(name)}>
                <Text size="sm" mb="xs">
                  {hint}
                </Text>
                <CodeView label={`Settings of ${name}`} text={text} />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Stack>
      </Stack>
    </Paper>
  );
}

// It becomes part of an id, which has no spaces.
const tabOf = (client: string) => client.replaceAll(' ', '-');

function TokensLink() {
  const { name } = useWorkspace();
  return (
    <Anchor component={Link} href={`/${name}/tokens/new`} size="sm" underline="always">
      create a token yourself
    </Anchor>
  );
}

function useRecentCalls(): UseQueryResult<readonly AuditEntry[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['calls of agents', name],
    queryFn: async () => (await client.audit.page({ via: 'mcp' }, { limit: recentCalls })).data,
    refetchInterval: refreshMilliseconds,
    staleTime: 0,
  });
}

function RecentCalls() {
  const { name } = useWorkspace();
  const calls = useRecentCalls();
  const tokens = useTokenNames();
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Recent calls of agents
        </Title>
        <Anchor component={Link} href={`/${name}/audit?via=mcp`} size="sm" underline="always">
          All calls of agents
        </Anchor>
      </Group>
      <Loaded query={calls} purpose={purpose}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="No agent has called yet">Its calls appear here, each with the reason that it gave.</Empty>
          ) : (
            <ScrolledTable label="Recent calls of agents">
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>When</Table.Th>
                    <Table.Th>What</Table.Th>
                    <Table.Th>Outcome</Table.Th>
                    <Table.Th>Who</Table.Th>
                    <Table.Th>Intent</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {entries.map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td miw="7rem">
                        <Anchor component={Link} href={`/${name}/audit/${entry.id}`} size="sm" fw={500}>
                          <Time at={entry.at} />
                        </Anchor>
                      </Table.Td>
                      <Table.Td miw="10rem">
                        <ForeignText value={whatOf(entry)} />
                      </Table.Td>
                      <Table.Td>
                        <Outcome entry={entry} />
                      </Table.Td>
                      <Table.Td miw="9rem">
                        <ForeignText value={makerOf(entry, { tokens, connections: undefined })} />
                      </Table.Td>
                      <Table.Td miw="10rem">
                        <ForeignText value={entry.intent ?? '–'} limit={120} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrolledTable>
          )
        }
      </Loaded>
    </Stack>
  );
}
