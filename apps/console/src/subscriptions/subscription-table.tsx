import type { Subscription } from '@connectory/client';
import { Anchor, Skeleton, Table } from '@mantine/core';
import { Link } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { mostCounted, useDeliverySummary } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { FoundRows } from '../shell/found-rows.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';
import { selectionPhrase } from './selection-phrase.ts';
import { SubscriptionState } from './subscription-state.tsx';

/** Subscriptions, some at a time, searchable by name or URL. */
export function SubscriptionTable({ subscriptions }: { readonly subscriptions: readonly Subscription[] }) {
  return (
    <FoundRows
      rows={subscriptions}
      label="Find a subscription"
      placeholder="Find by name or URL"
      emptyTitle="No subscription matches"
      textsOf={({ name, url }) => [name, url]}
    >
      {(shown) => (
        <ScrolledTable label="Subscriptions">
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Delivers</Table.Th>
                <Table.Th>To</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th ta="end">Waiting</Table.Th>
                <Table.Th ta="end">Failed</Table.Th>
                <Table.Th>Last delivery</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((subscription) => (
                <SubscriptionRow key={subscription.id} subscription={subscription} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
    </FoundRows>
  );
}

const longestPhrase = 160;
const longestUrl = 120;

function SubscriptionRow({ subscription }: { readonly subscription: Subscription }) {
  const { name: workspace } = useWorkspace();
  const { data: connections } = useConnections();
  const { id, name, url, state } = subscription;
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <Anchor component={Link} href={`/${workspace}/subscriptions/${id}`} size="sm" fw={500}>
          <ForeignText value={name} limit={128} />
        </Anchor>
      </Table.Td>
      <Table.Td miw="14rem" maw="24rem">
        <ForeignText value={selectionPhrase(subscription, connections)} limit={longestPhrase} />
      </Table.Td>
      <Table.Td miw="12rem" maw="20rem">
        <ForeignText value={url} limit={longestUrl} />
      </Table.Td>
      <Table.Td>
        <SubscriptionState state={state} />
      </Table.Td>
      <Deliveries id={id} />
    </Table.Tr>
  );
}

const countOf = (count: number) => (count < mostCounted ? String(count) : `${mostCounted} or more`);

function Deliveries({ id }: Pick<Subscription, 'id'>) {
  const { data, isPending } = useDeliverySummary(id);
  if (isPending)
    return (
      <Table.Td colSpan={3}>
        <Skeleton height={14} />
      </Table.Td>
    );
  return (
    <>
      {[data?.waiting, data?.failed].map((count, column) => (
        <Table.Td key={column} ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {count === undefined ? '–' : countOf(count)}
        </Table.Td>
      ))}
      <Table.Td miw="7rem">
        <Time at={data?.lastDelivered?.ended_at} />
      </Table.Td>
    </>
  );
}
