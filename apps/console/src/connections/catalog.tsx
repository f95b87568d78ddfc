import type { ConnectorSummary } from '@connectory/client';
import { Badge, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../shell/states.tsx';
import { VendorMark } from '../shell/vendor-mark.tsx';
import classes from './catalog.module.css';

interface CatalogProps {
  readonly connectors: readonly ConnectorSummary[];
  onChoose(connector: string): void;
}

/** The systems that can be connected as cards, from A to Z, with what each can do and how one connects. */
export function Catalog({ connectors, onChoose }: CatalogProps) {
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const shown = connectors
    .filter(({ id, vendor, kind }) => [id, vendor, kind].some((value) => value.toLowerCase().includes(text)))
    .toSorted((one, other) => one.vendor.localeCompare(other.vendor));
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Find a system"
        placeholder="Find by name or kind"
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        maw="24rem"
      />
      {shown.length === 0 && (
        <Empty title="No system matches">A connector of your own can be installed as a package: see the docs.</Empty>
      )}
      <ul className={classes.cards} aria-label="Systems">
        {shown.map((connector) => (
          <li key={connector.id}>
            <Card connector={connector} onChoose={() => onChoose(connector.id)} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Card({ connector, onChoose }: { readonly connector: ConnectorSummary; onChoose(): void }) {
  const { vendor, logo, kind, access, auth } = connector;
  const ways = new Set(auth.map(({ scheme }) => (scheme === 'oauth2' ? 'OAuth' : 'Key')));
  return (
    <UnstyledButton className={classes.card} onClick={onChoose}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <VendorMark vendor={vendor} logo={logo} />
        <Stack gap={4}>
          <Text span fw={600} size="sm">
            {vendor}
          </Text>
          <Text span size="xs" c="dimmed">
            {kind.replace(/ \d+$/, '')}
          </Text>
          <Group gap={6}>
            {[access === 'read' ? 'Read' : 'Read and write', ...ways].map((label) => (
              <Badge key={label} variant="light" color="gray" size="sm" tt="none">
                {label}
              </Badge>
            ))}
          </Group>
        </Stack>
      </Group>
    </UnstyledButton>
  );
}
