import type { Connection, CreatedConnectLink } from '@connectory/client';
import { SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useManifest } from '../gateway/use-manifest.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { keyAuthentications } from './key-authentications.ts';
import { KeysForm } from './keys-form.tsx';
import { LinkForm } from './link-form.tsx';

interface ConnectFormProps {
  readonly known: readonly Connection[];
  /** The connection to reconnect. */
  readonly again: Connection | undefined;
  onLink(link: CreatedConnectLink): void;
}

/** Lets the user choose which system to connect, and how. */
export function ConnectForm({ known, again, onLink }: ConnectFormProps) {
  const { client } = useSession();
  const { name: workspace } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const [way, setWay] = useState('link');
  const connector = again?.connector ?? chosen;
  const connectors = useQuery({
    queryKey: ['connectors', workspace],
    queryFn: () => Array.fromAsync(client.connectors.list()),
  });
  const manifest = useManifest(connector ?? undefined);
  return (
    <Stack gap="md">
      {again === undefined && (
        <Loaded query={connectors}>
          {(installed) => (
            <Select
              label="System"
              placeholder="Choose a system"
              searchable
              required
              data={installed.map(({ id, vendor }) => ({ value: id, label: vendor }))}
              value={connector}
              onChange={setChosen}
            />
          )}
        </Loaded>
      )}
      {connector !== null && (
        <Loaded query={manifest}>
          {(found) => {
            const hasKeys = keyAuthentications(found).length > 0;
            const target = { manifest: found, siblings: known.filter((one) => one.connector === found.id), again };
            return (
              <>
                {hasKeys && (
                  <SegmentedControl
                    aria-label="How to connect"
                    data={[
                      { value: 'link', label: 'Create a link' },
                      { value: 'here', label: 'Enter keys here' },
                    ]}
                    value={way}
                    onChange={setWay}
                  />
                )}
                {hasKeys && way === 'here' ? (
                  <KeysForm key={found.id} {...target} />
                ) : (
                  <LinkForm key={found.id} {...target} onMade={onLink} />
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </Stack>
  );
}
