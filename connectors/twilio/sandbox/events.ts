import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { kinds } from '../src/events.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
}) => {
  const param = Object.keys(kinds).find((one) => kinds[one] === entity);
  // Twilio sends no events for removals.
  if (param === undefined || kind === 'removed') return undefined;
  const body = { AccountSid: record.account_sid, [param]: record.sid, SequenceNumber: String(number) };
  return { encoding: 'form', body };
};
