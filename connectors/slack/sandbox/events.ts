import type { RawValue } from '@connectory/connector-sdk';
import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { channelOf } from './workspace.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  time,
}) => {
  const event = simulatedEvent(entity, kind, record);
  return (
    event && { body: { type: 'event_callback', event_id: `Ev${number}`, event_time: Math.floor(time / 1000), event } }
  );
};

function simulatedEvent(entity: string, kind: 'added' | 'changed' | 'removed', record: RawValue): RawValue {
  // A member who leaves stays in the list.
  if (entity === 'users' && kind === 'removed') return undefined;
  if (entity === 'users') return { type: kind === 'added' ? 'team_join' : 'user_change', user: record };
  if (entity === 'channels') {
    if (kind === 'removed') return { type: 'channel_deleted', channel: record.id };
    return { type: kind === 'added' ? 'channel_created' : 'channel_rename', channel: record };
  }
  if (entity !== 'channel_messages' && entity !== 'threads') return undefined;
  const about = { type: 'message', channel: channelOf(record.text), channel_type: 'channel' };
  if (kind === 'added') return { ...about, ...record };
  if (kind === 'changed') return { ...about, subtype: 'message_changed', message: record };
  return { ...about, subtype: 'message_deleted', deleted_ts: record.ts, previous_message: record };
}
