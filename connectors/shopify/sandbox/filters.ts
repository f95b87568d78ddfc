import type { RawValue } from '@connectory/connector-sdk';

/** What the simulated shop does with the parameters of its lists. */
type Asked = Readonly<Record<string, RawValue>>;

const times = ['created_at', 'updated_at'];

/** Whether a record has a higher id and was created and changed in the requested periods. */
export const isInPeriod = (record: RawValue, asked: Asked): boolean =>
  !(record.id <= (asked.since_id ?? 0)) &&
  times.every((field) => {
    const at = Date.parse(record[field]);
    const [from, to] = [asked[`${field}_min`], asked[`${field}_max`]];
    return !(from !== undefined && at < Date.parse(from)) && !(to !== undefined && at > Date.parse(to));
  });

const stateOf = ({ cancelled_at, closed_at }: RawValue) => (cancelled_at ? 'cancelled' : closed_at ? 'closed' : 'open');

const shipmentOf = ({ fulfillment_status }: RawValue) => (fulfillment_status === null ? 'unshipped' : 'shipped');

// Names for several states at once.
const groups: Readonly<Record<string, readonly string[]>> = {
  unpaid: ['authorized', 'partially_paid'],
  unfulfilled: ['unshipped', 'partial'],
};

const isOneOf = (asked: string | undefined, state: string) =>
  asked === undefined || asked === 'any' || asked === state || groups[asked]?.includes(state) === true;

/** Whether an order is in the requested states and periods. */
export const isOrderAskedFor = (order: RawValue, asked: Asked): boolean =>
  isOneOf(asked.status, stateOf(order)) &&
  isOneOf(asked.financial_status, order.financial_status) &&
  isOneOf(asked.fulfillment_status, shipmentOf(order)) &&
  isInPeriod(order, asked);

/** Whether a checkout is in the requested state and periods. */
export const isCheckoutAskedFor = (checkout: RawValue, asked: Asked): boolean =>
  isOneOf(asked.status, stateOf(checkout)) && isInPeriod(checkout, asked);

/** Whether a page or an article is in the requested periods and has the requested published status. */
export const isContentAskedFor = (content: RawValue, asked: Asked): boolean =>
  isOneOf(asked.published_status, content.published_at === null ? 'unpublished' : 'published') &&
  isInPeriod(content, asked);
