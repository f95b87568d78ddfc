import { expect, it } from 'vitest';
import { conditionWords } from './condition-words.ts';
import { policyRights } from './policy-rights.ts';

const many = Array.from({ length: 10 }, (_, index) => `entity_${index}`);

it.each([
  [{}, 'Runs every action.'],
  [
    { manage: true, readOnly: true },
    'Reads records; changes nothing. Manages the workspace: connections, tokens, synchronization and audit.',
  ],
  [{ effects: { deny: ['delete', 'outward'] } }, 'Reads records, and creates and changes records.'],
  [{ effects: { allow: [] } }, 'Runs no actions.'],
  [{ connectors: [] }, 'Runs no actions.'],
  [
    { connectors: ['ledger'], entities: ['invoices'], actions: ['list', 'get'], maxRecords: 1_000 },
    'Runs every action. Only connections or connectors named ledger. Only the entities invoices. Only the actions list, get. At most 1,000 records per call.',
  ],
  [{ readOnly: true, callsPerMinute: 60 }, 'Reads records; changes nothing. At most 60 calls per minute.'],
  [
    { callsPerMinute: 60, callsPerDay: 5_000 },
    'Runs every action. At most 60 calls per minute and 5,000 calls per day.',
  ],
  [
    { entities: many },
    'Runs every action. Only the entities entity_0, entity_1, entity_2, entity_3, entity_4, entity_5, entity_6, entity_7 and 2 more.',
  ],
  [
    { personal: { contact: 'drop', name: 'mask', online: 'hash' } },
    'Runs every action. Without e-mail addresses, phone numbers and handles. Only the form of names of people. Hashes instead of IP addresses, devices and browsers.',
  ],
  [{ personal: { all: 'drop' }, connectors: [] }, 'Runs no actions.'],
  [
    { personal: { all: 'drop' }, detect: { all: 'redact' } },
    'Runs every action. Without personal data. Personal data and secrets in texts are replaced.',
  ],
  [
    { detect: { email: 'redact', ip: 'redact', phone: 'hash', secret: 'refuse' }, flagInstructions: true },
    'Runs every action. E-mail addresses and IP addresses in texts are replaced. Phone numbers in texts are replaced by hashes. Responses with keys and passwords in texts are refused. Texts that seem to instruct a language model are marked.',
  ],
  [
    {
      fields: [
        { entity: 'customers', allow: ['id', 'name'] },
        { connector: 'stripe', drop: ['email'], mask: ['phone'], hash: ['ip'] },
        { drop: many },
      ],
    },
    'Runs every action. Of customers, only id, name. Of stripe records, without email; only the form of phone; hashes instead of ip. Of all records, without entity_0, entity_1, entity_2, entity_3, entity_4, entity_5, entity_6, entity_7 and 2 more.',
  ],
  [
    {
      records: [
        { connector: 'zendesk', entity: 'tickets', where: { eq: { group_id: 7 } } },
        { connector: 'zendesk', entity: 'users', where: {} },
      ],
    },
    'Runs every action. Of zendesk tickets, only those with group_id 7.',
  ],
  [
    { records: Array.from({ length: 10 }, () => ({ connector: 'x', entity: 'y', where: { any: { lines: {} } } })) },
    `Runs every action. ${'Of x y, only those that match a condition. '.repeat(8)}2 more rules restrict records.`,
  ],
] as const)('%j reads: %s', (policy, text) => {
  expect(policyRights(policy)).toBe(text);
});

it.each<[object, string | null]>([
  [{ eq: { status: 'open', group_id: null } }, 'status open and no group_id'],
  [
    { neq: { status: 'on hold' }, gte: { created_at: '2026-01-01' } },
    'status other than "on hold" and created_at from 2026-01-01',
  ],
  [
    { or: [{ in: { tag: ['a', 'b', 'c'] } }, { and: [{ gt: { total: 5 } }, { lt: { total: 9 } }] }] },
    'tag a, b or c or (total above 5 and total below 9)',
  ],
  [{ not: { like: { name: '%ada%' } } }, 'not name like "%ada%"'],
  [{ not: { eq: { a: true }, contains: { b: 'x' } } }, 'not (a true and x in b)'],
  [{ lte: { total: 5 }, neq: { paid: null } }, 'total up to 5 and any paid'],
  [{ any: { lines: { eq: { sku: 'x' } } } }, null],
  [{ in: { id: ['a', 'b', 'c', 'd', 'e', 'f'] } }, null],
  [{ eq: { name: 'x'.repeat(300) } }, null],
  [{ eq: 3, and: 4 }, null],
  [{ constructor: { a: 1 } }, null],
  [{}, null],
])('the condition %j reads: %s', (where, words) => {
  expect(conditionWords(where as Record<string, unknown>)).toBe(words);
});
