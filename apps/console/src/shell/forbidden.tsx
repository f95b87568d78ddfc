import type { ConnectoryError } from '@connectory/client';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useSession } from '../session/session.tsx';
import { ForeignText } from './foreign-text.tsx';

interface ForbiddenProps {
  readonly error: ConnectoryError;
  /** What the token may not do, as text after "may not". */
  readonly purpose: string;
}

/** Shown in place of a page that this token may not see: the missing right and who has it, in the gateway's words. */
export function Forbidden({ error: { message, problem }, purpose }: ForbiddenProps) {
  const { signOut } = useSession();
  return (
    <Paper withBorder p="xl" role="alert">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h5">
          This token may not {purpose}
        </Title>
        <Text component="div" size="sm" c="dimmed" maw="36rem">
          <ForeignText value={problem?.detail ?? message} />
        </Text>
        <Button variant="default" onClick={signOut}>
          Sign in with another token
        </Button>
      </Stack>
    </Paper>
  );
}
