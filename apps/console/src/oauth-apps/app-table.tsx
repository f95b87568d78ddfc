import type { ConsentConnector } from '@connectory/client';
import { Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { ForeignText } from '../shell/foreign-text.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';

interface AppTableProps {
  readonly connectors: readonly ConsentConnector[];
  onChange(connector: ConsentConnector): void;
  onRemove(connector: ConsentConnector): void;
}

/** For each connector with consent, whether an application is stored and where to register one. */
export function AppTable({ connectors, onChange, onRemove }: AppTableProps) {
  return (
    <ScrolledTable label="OAuth apps">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>System</Table.Th>
            <Table.Th>Application</Table.Th>
            <Table.Th>Updated</Table.Th>
            <Table.Th>Where to register</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connectors.map((connector) => (
            <AppRow
              key={connector.connector}
              connector={connector}
              onChange={() => onChange(connector)}
              onRemove={() => onRemove(connector)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

interface AppRowProps {
  readonly connector: ConsentConnector;
  onChange(): void;
  onRemove(): void;
}

function AppRow({ connector: { connector, vendor, app, documentation }, onChange, onRemove }: AppRowProps) {
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <Text span size="sm" fw={500}>
          {vendor}
        </Text>
      </Table.Td>
      <Table.Td miw="10rem">{app === null ? <None /> : <Application app={app} />}</Table.Td>
      <Table.Td miw="6rem">
        <Time at={app?.updated_at} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          {/* In this tab, the token would be lost, because it is only in memory. */}
          <Anchor
            href={`/docs/connectors/${connector}/#connecting`}
            target="_blank"
            size="sm"
            style={{ whiteSpace: 'nowrap' }}
            aria-label={`Setup guide for ${vendor}`}
          >
            Setup guide
          </Anchor>
          <Anchor
            href={documentation}
            target="_blank"
            rel="noopener"
            size="sm"
            style={{ whiteSpace: 'nowrap' }}
            aria-label={`API documentation of ${vendor}`}
          >
            API documentation
          </Anchor>
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${app === null ? 'Store' : 'Replace'} the application for ${vendor}`}
            onClick={onChange}
          >
            {app === null ? 'Store' : 'Replace'}
          </Button>
          {app !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove the application for ${vendor}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const None = () => (
  <Badge color="gray" variant="light" tt="none" miw="max-content">
    None
  </Badge>
);

function Application({
  app: { client_id: id, base_url: baseUrl },
}: {
  readonly app: NonNullable<ConsentConnector['app']>;
}) {
  return (
    <Stack gap={2} align="flex-start">
      <Badge color="green" variant="light" tt="none" miw="max-content">
        Stored
      </Badge>
      <Text size="xs" c="dimmed">
        Client id <ForeignText value={id} limit={80} />
      </Text>
      {baseUrl !== null && (
        <Text size="xs" c="dimmed">
          for <ForeignText value={baseUrl} limit={80} />
        </Text>
      )}
    </Stack>
  );
}
