import type { ConsentConnector } from '@connectory/client';
import { Alert, Anchor, Badge, Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOAuthApps, useWorkspace } from '../gateway/use-workspace.ts';
import { CodeView } from '../results/json-view.tsx';
import { Page } from '../shell/page.tsx';
import { Question } from '../shell/question.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { AppDialog } from './app-dialog.tsx';

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

interface RemoveAppProps {
  /** The connector of the application; undefined while the dialog is closed. */
  readonly connector: ConsentConnector | undefined;
  onClose(): void;
}

/** Removes an application after a confirmation. */
export function RemoveApp({ connector, onClose }: RemoveAppProps) {
  return (
    <Modal opened={connector !== undefined} onClose={onClose} title="Remove this application?">
      {connector !== undefined && <RemoveQuestion connector={connector} onClose={onClose} />}
    </Modal>
  );
}

function RemoveQuestion({
  connector: { connector, vendor },
  onClose,
}: RemoveAppProps & { readonly connector: ConsentConnector }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const remove = async () => {
    await client.oauthApps.delete(connector);
    await queries.invalidateQueries({ queryKey: ['oauth-apps', workspace] });
    onClose();
  };
  return (
    <Question command="Remove" onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        This deletes the application for {vendor} and its secret. Existing connections keep working. New ones, and links
        that need the application, do not work until you store another one.
      </Text>
    </Question>
  );
}

/** The URL to enter with every vendor, or what to do if the gateway does not know it. */
export function RedirectUrl({ url }: { readonly url: string | null }) {
  if (url === null)
    return (
      <Alert color="yellow" title="The redirect URL is not known">
        Set <Code>CONNECTORY_PUBLIC_URL</Code> of the gateway to the address at which browsers reach it.
      </Alert>
    );
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        Redirect URL to register with the vendor
      </Text>
      <CodeView label="Redirect URL" text={url} />
    </div>
  );
}
