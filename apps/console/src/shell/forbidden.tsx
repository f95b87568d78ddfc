import { Button } from '@mantine/core';
import { useSession } from '../session/session.tsx';
import { Empty } from './empty.tsx';

interface ForbiddenProps {
  /** What the token may not do, after "may not". */
  readonly purpose: string;
  /** The refusal of the gateway, which says which token may. */
  readonly error: Error;
}

/** What stands in place of a room that the token does not open. */
export function Forbidden({ purpose, error }: ForbiddenProps) {
  const { signOut } = useSession();
  return (
    <Empty title={`This token may not ${purpose}`}>
      <p>{error.message}</p>
      <Button onClick={signOut}>Sign in with another token</Button>
    </Empty>
  );
}
