import type { NewPolicy, TokenPreview } from '@connectory/client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTokenPreview } from '../gateway/use-token-preview.ts';
import { Empty } from '../shell/empty.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Problem } from '../shell/problem.tsx';
import { policyPhrase } from './policy-phrase.ts';
import { PreviewedConnection } from './previewed-connection.tsx';

/** What a token with a policy could see and do, from the gateway. */
export function Preview({ policy }: { readonly policy: NewPolicy }) {
  const preview = useTokenPreview(policy);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = preview;
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview">
      <Stack gap="md">
        <Title order={2} size="h5">
          What the token could do
        </Title>
        {/* A rejected policy can be changed; only the preview failed, not the page. */}
        {preview.isError && preview.data === undefined ? (
          <Problem error={preview.error} />
        ) : (
          <Loaded query={preview}>
            {({ pages }) => (
              <>
                <Summary pages={pages} />
                <Connections pages={pages} />
                {hasNextPage && (
                  <Group>
                    <Button
                      size="xs"
                      variant="default"
                      loading={isFetchingNextPage}
                      onClick={() => void fetchNextPage()}
                    >
                      Show more connections
                    </Button>
                  </Group>
                )}
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Paper>
  );
}

interface PagesProps {
  readonly pages: readonly TokenPreview[];
}

function Summary({ pages }: PagesProps) {
  const last = pages.at(-1)?.meta;
  if (last === undefined) return null;
  const connections = pages.flatMap(({ data }) => data);
  const allowed = connections.filter((connection) => connection.allowed).length;
  const first = last.next_cursor === null ? '' : 'the first ';
  return (
    <div role="status">
      <Text size="sm">
        It can use {allowed} of {first}
        {connections.length} connections{last.policy.manage === true ? ', and manage the workspace' : ''}.
      </Text>
      <Text component="div" size="sm" c="dimmed">
        Its policy: <ForeignText value={policyPhrase(last.policy)} limit={400} />
      </Text>
    </div>
  );
}

function Connections({ pages }: PagesProps) {
  const connections = pages.flatMap(({ data }) => data);
  if (connections.length === 0) return <Empty title="The workspace has no connections yet" />;
  return (
    <Stack gap={0}>
      {connections.map((connection) => (
        <PreviewedConnection key={connection.id} connection={connection} />
      ))}
    </Stack>
  );
}
