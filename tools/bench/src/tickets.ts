import type { EntityLayout, LayoutField, StoredRecord } from '@connectory/context-store';
import { type Randomness, randomness, zipfWord } from './words.ts';

const field = (name: string, type: LayoutField['type'], members: LayoutField['members'] = {}): LayoutField => ({
  name,
  type,
  absent: false,
  members,
});

/** Tickets of a helpdesk. */
export const ticketLayout: EntityLayout = {
  connector: 'zendesk',
  entity: 'tickets',
  fields: [
    field('id', 'integer'),
    field('external_id', 'string'),
    field('url', 'string'),
    field('subject', 'string'),
    field('description', 'string'),
    field('status', 'string'),
    field('priority', 'string'),
    field('type', 'string'),
    field('created_at', 'string'),
    field('updated_at', 'string:iso-8601'),
    field('due_at', 'string'),
    field('requester_id', 'integer'),
    field('assignee_id', 'integer'),
    field('organization_id', 'integer'),
    field('group_id', 'integer'),
    field('brand_id', 'integer'),
    field('has_incidents', 'boolean'),
    field('is_public', 'boolean'),
    field('reply_count', 'integer'),
    field('tags', 'array'),
    field('via', 'object', { channel: 'string' }),
    field('custom', 'object', { region: 'string' }),
  ],
};

const statuses = ['new', 'open', 'open', 'pending', 'hold', 'solved', 'closed', 'closed', 'closed', 'closed'];
const priorities = ['low', 'normal', 'normal', 'normal', 'high', 'urgent'];
const types = ['question', 'incident', 'problem', 'task'];
const channels = ['email', 'web', 'chat', 'api'];
const firstSecond = Date.UTC(2021, 0, 1) / 1000;

/** The creation time of the ticket with this number: 90 seconds after the previous one. */
export function createdAt(number: number): string {
  return new Date((firstSecond + number * 90) * 1000).toISOString().replace('.000', '');
}

/** The ticket with this number, always the same. About 900 bytes as JSON. */
export function ticketRecord(number: number): StoredRecord {
  const random = randomness(number);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = (values: readonly string[]) => values[below(values.length)] ?? '';
  const id = 1_000_000 + number;
  const document = {
    id,
    ...(random() < 0.3 && { external_id: `CRM-${below(10_000_000)}` }),
    url: `https://example.zendesk.com/api/v2/tickets/${id}.json`,
    subject: text(random, 4 + below(7)),
    description: `${text(random, 20 + below(50))} order ${below(2_000_000)}`,
    status: one(statuses),
    ...(random() < 0.8 && { priority: one(priorities) }),
    type: one(types),
    created_at: createdAt(number),
    updated_at: createdAt(number + below(20_000)),
    ...(random() < 0.1 && { due_at: createdAt(number + below(50_000)) }),
    requester_id: 20_000_000 + below(200_000),
    ...(random() < 0.9 && { assignee_id: 30_000_000 + below(500) }),
    organization_id: 40_000_000 + below(20_000),
    group_id: 50_000_000 + below(40),
    brand_id: 60_000_000 + below(3),
    has_incidents: random() < 0.05,
    is_public: random() < 0.9,
    reply_count: below(40),
    tags: Array.from({ length: below(5) }, () => zipfWord(random)),
    via: { channel: one(channels), source: { from: {}, to: {}, rel: null } },
    custom: { region: `region-${below(1000)}`, contract: below(5000), notes: { sla: one(priorities) } },
  };
  return { key: JSON.stringify([String(id)]), document };
}

function text(random: Randomness, length: number): string {
  const words = Array.from({ length }, () => zipfWord(random)).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
