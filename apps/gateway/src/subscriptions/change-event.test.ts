import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ContextStore,
  type EntityLayout,
  evaluate,
  openSqliteStore,
  parseSearch,
  type StoredRecord,
} from '@connectory/context-store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wantedChange, wantedOf } from './change-event.ts';

const field = (name: string, type: EntityLayout['fields'][number]['type']) => ({
  name,
  type,
  absent: false,
  members: {},
});
const layout: EntityLayout = {
  connector: 'test',
  entity: 'things',
  fields: [field('id', 'integer'), field('status', 'string'), field('amount', 'number'), field('note', 'string')],
};

const statuses = fc.constantFrom('open', 'closed', null);
const amounts = fc.constantFrom(0, 1, 2.5, 10, null);
const things = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }),
    status: statuses,
    amount: amounts,
    note: fc.constantFrom('a b', 'ä', null),
  })
  .map(({ id, ...values }): StoredRecord => {
    const known = Object.entries({ id, ...values }).filter(([, value]) => value !== null);
    return { key: `["${id}"]`, document: Object.fromEntries(known) };
  });
const conditions = fc.oneof(
  statuses.map((status) => ({ eq: { status } })),
  statuses.map((status) => ({ neq: { status } })),
  fc.constantFrom(0, 1, 5).map((amount) => ({ gt: { amount } })),
  fc.constantFrom({ keyword: { note: 'a' } }, { like: { note: 'a%' } }),
);
const { filter: filters } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    conditions,
    fc.array(tie('filter'), { minLength: 1, maxLength: 2 }).map((some) => ({ and: some })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 2 }).map((some) => ({ or: some })),
    tie('filter').map((one) => ({ not: one })),
  ),
}));
const steps = fc.array(
  fc.record({
    upserts: fc.array(things, { maxLength: 4 }),
    gone: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
  }),
  {
    minLength: 1,
    maxLength: 8,
  },
);

let directory: string;
let store: ContextStore;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'change-event-'));
  store = openSqliteStore(directory);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

it('what is delivered is the difference of the search before and after', async () => {
  await fc.assert(
    fc.asyncProperty(filters, steps, async (filter, all) => {
      const scope = { connectionId: randomUUID(), layout };
      const wanted = wantedOf({ filter: filter as Record<string, unknown>, fields: null }, layout);
      const matches = (document: StoredRecord['document'] | null) =>
        document !== null && (wanted.condition === null || evaluate(wanted.condition, document));
      const query = parseSearch({ query: { filter }, limit: 100 }, layout);
      const known = new Map<string, StoredRecord['document']>();
      let from: Parameters<ContextStore['readChanges']>[1]['from'] = null;
      for (const { upserts, gone } of all) {
        const deletedKeys = gone.map((id) => `["${id}"]`);
        await store.apply(scope, { upserts, deletedKeys, generation: 1, cause: 'write' });
        const page = await store.readChanges(scope.connectionId, { layouts: [layout], from, limit: 1_000 });
        if (page.state !== 'read') throw new Error('The feed has expired.');
        from = page.position;
        for (const change of page.changes) {
          const event = wantedChange(change, wanted, { before: matches(change.before), after: matches(change.after) });
          if (event === null) continue;
          expect(known.has(event.key)).toBe(event.kind !== 'added');
          if (event.kind === 'removed') known.delete(event.key);
          else known.set(event.key, event.after ?? {});
        }
        const { records } = await store.search(scope, query);
        const found = records.map((text) => JSON.parse(text) as { id: number });
        const expected: unknown[] = [...known.values()].map((document) =>
          expect.objectContaining({ ...document } as object),
        );
        expect(found).toHaveLength(known.size);
        expect(found).toEqual(expect.arrayContaining(expected));
      }
    }),
    { numRuns: 60 },
  );
});
