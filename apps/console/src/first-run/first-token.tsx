import type { CreatedToken } from '@connectory/client';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { CodeView } from '../results/json-view.tsx';
import { Problem } from '../shell/states.tsx';

interface FirstTokenProps {
  /** The token that was just created here. */
  readonly created: CreatedToken | undefined;
  /** Whether the workspace has no token yet. */
  readonly isFirst: boolean;
  onCreated(token: CreatedToken): void;
}

/** Creates a token that only reads, and shows its text once. */
export function FirstToken({ created, isFirst, onCreated }: FirstTokenProps) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => client.tokens.create({ name: 'first steps', policy: { read_only: true } }),
    // The response contains the text of the token, which must not be cached.
    gcTime: 0,
    onSuccess: (token) => {
      onCreated(token);
      void queries.invalidateQueries({ queryKey: ['tokens', workspace] });
      void queries.invalidateQueries({ queryKey: ['connections', workspace, 'first steps'] });
    },
  });
  if (created !== undefined)
    return (
      <Stack gap="xs">
        <Text size="sm" role="status">
          Copy it now: it cannot be shown again. {created.rights}
        </Text>
        <CodeView label="Text of the token" text={created.token} />
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Text size="sm">Programs send it with every call. This one reads records and changes nothing.</Text>
      {create.isError && <Problem error={create.error} />}
      <Group gap="md">
        <Button variant={isFirst ? 'filled' : 'default'} onClick={() => create.mutate()} loading={create.isPending}>
          Create a read-only token
        </Button>
        <Anchor component={Link} href={`/${workspace}/tokens/new`} size="sm">
          Choose what it may do
        </Anchor>
      </Group>
    </Stack>
  );
}
