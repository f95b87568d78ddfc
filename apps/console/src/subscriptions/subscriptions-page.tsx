import type { Subscription } from '@connectory/client';
import { Anchor, Button, Skeleton, Table } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { maxCounted, useDeliverySummary, useSubscriptions } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Page } from '../shell/page.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { SubscriptionState, selectionPhrase } from './subscription-state.tsx';

/** The subscriptions of the workspace: what each delivers, where, and whether it arrives. */
export function SubscriptionsPage() {
  const { name } = useWorkspace();
  const subscriptions = useSubscriptions();
  return (
    <Page
      title="Subscriptions"
      lead="Changes of records and events, delivered to your URLs as signed webhooks."
      actions={
        subscriptions.data !== undefined && (
          <Button component={Link} href={`/${name}/subscriptions/new`} leftSection={<Plus size={16} aria-hidden />}>
            Create a subscription
          </Button>
        )
      }
    >
      <Loaded query={subscriptions} purpose="see the subscriptions">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No subscriptions yet">
              Create one for each program that wants to know when records change or a connection fails.
            </Empty>
          ) : (
            <SubscriptionTable subscriptions={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

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

const maxPhraseLength = 160;
const maxUrlLength = 120;

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
        <ForeignText value={selectionPhrase(subscription, connections)} limit={maxPhraseLength} />
      </Table.Td>
      <Table.Td miw="12rem" maw="20rem">
        <ForeignText value={url} limit={maxUrlLength} />
      </Table.Td>
      <Table.Td>
        <SubscriptionState state={state} />
      </Table.Td>
      <Deliveries id={id} />
    </Table.Tr>
  );
}

const countOf = (count: number) => (count < maxCounted ? String(count) : `${maxCounted} or more`);

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
