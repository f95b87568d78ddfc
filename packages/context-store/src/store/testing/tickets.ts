import { normalizeRecord } from '../../query/normalize-record.ts';
import type { StoredRecord } from '../context-store.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';

/** A search field of a test layout. */
export const field = (name: string, type: LayoutField['type'], members: LayoutField['members'] = {}): LayoutField => ({
  name,
  type,
  absent: false,
  members,
});

/** An entity with a field of every type. */
export const tickets: EntityLayout = {
  connector: 'test-connector',
  entity: 'tickets',
  fields: [
    field('id', 'integer'),
    field('status', 'string'),
    field('created_at', 'string'),
    field('score', 'number'),
    field('subject', 'string'),
    field('is_open', 'boolean'),
    field('requester', 'object', { name: 'string', city: 'string' }),
    field('tags', 'array'),
    { ...field('gone', 'string'), absent: true },
  ],
};

const statuses = ['open', 'pending', 'closed'];
const subjects = ['Refund for order', 'Überweisung fehlt', 'Password reset', 'Refunds and stripe', '😀 thanks'];

/** The ticket of a number, some of its values changed. */
export function ticket(number: number, changes: object = {}, layout = tickets): StoredRecord {
  const values = {
    id: number,
    status: statuses[number % 3],
    created_at: `2026-01-${String((number % 28) + 1).padStart(2, '0')}T00:00:00Z`,
    score: number % 4 === 0 ? null : number / 4,
    subject: `${subjects[number % 5]} ${number}`,
    is_open: number % 3 === 0,
    requester: { name: `Person ${number % 7}`, city: number % 2 === 0 ? 'Köln' : null, plan: number % 3 },
    tags: number % 6 === 0 ? null : ['all', `n${number % 4}`],
    ...changes,
  };
  return normalizeRecord(layout, values, `k${String(number).padStart(4, '0')}`);
}

/** The tickets 0 to 9, in key order. */
export const tenTickets = Array.from({ length: 10 }, (_, number) => ticket(number));
