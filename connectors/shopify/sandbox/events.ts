import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { simulated } from '../src/events.ts';

// Shopify sends no events for other removals.
const removable = ['customers', 'orders', 'draft_orders', 'products', 'collections', 'locations', 'checkouts'];

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
}) => {
  const topic = simulated[entity];
  if (topic === undefined || (kind === 'removed' && !removable.includes(topic))) return undefined;
  const verb = { added: 'create', changed: 'update', removed: 'delete' }[kind];
  const headers = { 'x-shopify-topic': `${topic}/${verb}`, 'x-shopify-webhook-id': `00000000-demo-${number}` };
  return { headers, body: record };
};
