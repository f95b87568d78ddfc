import { Anchor, Button, Group } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useSession } from '../session/session.tsx';
import { Empty } from './empty.tsx';

/** Shown in place of a page that runs actions if the user signed in with the admin token. */
export function NeedsWorkspaceToken() {
  const { signOut } = useSession();
  const { workspace = '' } = useParams<{ workspace: string }>();
  return (
    <Empty title="The admin token cannot run actions">
      <p>
        It manages workspaces. Actions and searches require a workspace token: create one under{' '}
        <Anchor component={Link} href={`/${workspace}/tokens`} underline="always">
          Tokens
        </Anchor>
        , then sign in with it.
      </p>
      <Group justify="center">
        <Button onClick={signOut}>Sign in with another token</Button>
      </Group>
    </Empty>
  );
}
