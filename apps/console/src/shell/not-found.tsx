import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from './page.tsx';

/** What an address shows that leads nowhere, or to a workspace the token does not open. */
export function NotFound() {
  return (
    <Page title="Nothing here" lead="There is nothing at this URL, or this token may not see it.">
      <Anchor component={Link} href="/">
        Go to the connections
      </Anchor>
    </Page>
  );
}
