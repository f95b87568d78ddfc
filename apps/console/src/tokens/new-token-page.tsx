import type { CreatedToken } from '@connectory/client';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { usePublishedSchema } from '../gateway/use-connections.ts';
import { useGrantableNames, useWorkspace } from '../gateway/use-workspace.ts';
import { CodeView } from '../results/json-view.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { TokenForm } from './token-form.tsx';

/** Creates a token, with its policy and what that allows side by side. */
export function NewTokenPage() {
  const schema = usePublishedSchema('NewPolicy');
  const names = useGrantableNames();
  // Neither cached nor stored: it is discarded when the user leaves the page.
  const [made, setMade] = useState<CreatedToken>();
  return (
    <Page title="Create a token" lead="Give every program its own token, with the least access it needs.">
      {made !== undefined ? (
        <MadeToken token={made} onAgain={() => setMade(undefined)} />
      ) : (
        <Loaded query={names} purpose="make tokens">
          {(grantable) => (
            <Loaded query={schema}>
              {(policy) => <TokenForm schema={policy} names={grantable} onMade={setMade} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface MadeTokenProps {
  readonly token: CreatedToken;
  /** Called to create another token. */
  onAgain(): void;
}

/** A new token with its text, shown only once. */
export function MadeToken({ token: { name, token }, onAgain }: MadeTokenProps) {
  const { name: workspace } = useWorkspace();
  const panel = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists, so the focus moves to the panel.
  useEffect(() => panel.current?.focus(), []);
  return (
    <Paper ref={panel} tabIndex={-1} withBorder p="lg" maw="40rem">
      <Stack gap="md">
        <Alert color="green" role="status" title="Token created">
          Copy it now: it cannot be shown again. The gateway stores only a hash.
        </Alert>
        <div>
          <Text size="sm" fw={500} mb={6}>
            <ForeignText value={name} limit={128} />
          </Text>
          <CodeView label="Text of the token" text={token} />
        </div>
        <Group gap="xs">
          <Button component={Link} href={`/${workspace}/tokens`}>
            Done
          </Button>
          <Button variant="default" onClick={onAgain}>
            Create another token
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
