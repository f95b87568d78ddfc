import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from './page.tsx';

/** What an address shows that leads nowhere, or to a workspace the token does not open. */
export function NotFound() {
  return (
    <Page title="Nothing here" lead="This address leads nowhere, or to something this token may not see.">
      <Anchor component={Link} href="/">
        Go to the connections
      </Anchor>
    </Page>
  );
}
