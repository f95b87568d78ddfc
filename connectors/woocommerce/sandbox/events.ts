import type { RawValue } from '@connectory/connector-sdk';
import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

const topicOf: Readonly<Record<string, string>> = {
  customers: 'customer',
  coupons: 'coupon',
  orders: 'order',
  products: 'product',
};

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  parent,
}) => {
  const verb = { added: 'created', changed: 'updated', removed: 'deleted' }[kind];
  const event = (topic: string, body: RawValue) => ({
    headers: { 'x-wc-webhook-topic': topic, 'x-wc-webhook-delivery-id': `demo-${number}` },
    body,
  });
  if (entity === 'product_variations') {
    return event(`product.${verb}`, { ...record, type: 'variation' });
  }
  if (entity === 'refunds') {
    return kind === 'removed' ? undefined : event('order.updated', { id: parent('orders').id, refunds: [record] });
  }
  const topic = topicOf[entity];
  if (topic === undefined) return undefined;
  return event(`${topic}.${verb}`, kind === 'removed' ? { id: record.id } : record);
};
