import { expect, it } from 'vitest';
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
] as const)('%j reads: %s', (policy, text) => {
  expect(policyRights(policy)).toBe(text);
});
