import type { CreatedConnectLink } from '@connectory/client';
import { Paper } from '@mantine/core';
import { useState } from 'react';
import { useConnections } from '../gateway/use-connections.ts';
import { useRightToManage } from '../gateway/use-right-to-manage.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { ConnectForm } from './connect-form.tsx';
import { FollowedLink } from './followed-link.tsx';

interface ConnectProps {
  /** The connection to reconnect; omitted for a new one. */
  readonly connectionId: string | undefined;
}

/** Connects an account with a link, whose status is shown until it is used, or with keys that are entered here. */
export function ConnectPage({ connectionId }: ConnectProps) {
  const right = useRightToManage();
  const connections = useConnections();
  const again = connectionId === undefined ? undefined : connections.data?.find(({ id }) => id === connectionId);
  const [link, setLink] = useState<CreatedConnectLink>();
  return (
    <Page
      title={again === undefined ? 'Connect an account' : `Reconnect ${again.name}`}
      lead="Create a single-use link for the owner of the account, or enter the account's API keys here."
    >
      <Loaded query={right} purpose="connect accounts">
        {() => (
          <Loaded query={connections}>
            {(known) => (
              <Paper withBorder p="lg" maw="36rem">
                {link !== undefined ? (
                  <FollowedLink link={link} onAgain={() => setLink(undefined)} />
                ) : (
                  <ConnectForm known={known} again={again} onLink={setLink} />
                )}
              </Paper>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
