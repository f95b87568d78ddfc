import type { ConsentConnector } from '@connectory/client';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useOAuthApps } from '../gateway/use-oauth-apps.ts';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { AppDialog } from './app-dialog.tsx';
import { AppTable } from './app-table.tsx';
import { RedirectUrl } from './redirect-url.tsx';
import { RemoveApp } from './remove-app.tsx';

/** The OAuth applications: which connectors have one, and where to register another. */
export function OAuthAppsPage() {
  const apps = useOAuthApps();
  const [changed, setChanged] = useState<ConsentConnector>();
  const [removed, setRemoved] = useState<ConsentConnector>();
  return (
    <Page title="OAuth apps" lead="For vendors with a consent page, register this gateway as an application once.">
      <Loaded query={apps} purpose="see the OAuth applications">
        {(connectors) => {
          const [first] = connectors;
          if (first === undefined)
            return (
              <Empty title="None of the connectors that this token allows has a consent page">
                Use API keys instead.
              </Empty>
            );
          return (
            <Stack gap="lg">
              <RedirectUrl url={first.redirect_url} />
              <AppTable connectors={connectors} onChange={setChanged} onRemove={setRemoved} />
            </Stack>
          );
        }}
      </Loaded>
      <AppDialog connector={changed} onClose={() => setChanged(undefined)} />
      <RemoveApp connector={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  );
}
