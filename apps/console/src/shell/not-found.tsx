import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from './page.tsx';

/** The page for an unknown path, or a workspace the token cannot access. */
export function NotFound() {
  return (
    <Page title="Nothing here" lead="There is nothing at this URL, or this token may not see it.">
      <Anchor component={Link} href="/">
        Go to the connections
      </Anchor>
    </Page>
  );
}
