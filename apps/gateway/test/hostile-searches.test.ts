import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { found, search, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { hostileSearches } from './hostile-requests/hostile-searches.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let before: readonly object[];

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 10 });
  await untilSynced(gateway, 'help-centre', ['tickets']);
  before = await found(gateway, 'help-centre', 'tickets', {});
});

afterAll(() => gateway.stop());

const searches = hostileSearches(['id', 'subject', 'status', 'tags', 'via', 'via.channel', 'created_at', 'is_public']);

it('whatever a search has in it, it is answered or refused, and changes nothing', async () => {
  const seen = { responded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(searches, fc.boolean(), async (params, isWhole) => {
      // Most generated searches have an error somewhere; their filters alone are answered more often.
      const asked = isWhole
        ? params
        : { query: { filter: (params.query as { filter?: unknown } | null)?.filter ?? {} } };
      const response = await search(gateway, 'help-centre', 'tickets', asked);
      if (response.status === 200) {
        seen.responded++;
        expect(response.json.data.length).toBeLessThanOrEqual(before.length);
      } else {
        seen.refused++;
        expectProblem(response, 'invalid_query', 'invalid_cursor', 'payload_too_large');
      }
    }),
    { numRuns: 400 },
  );
  expect(seen.responded).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(20);
  expect(await found(gateway, 'help-centre', 'tickets', {})).toEqual(before);
});

it.each([
  ['and', (inner: string) => `{"and":[${inner}]}`],
  ['not', (inner: string) => `{"not":${inner}}`],
  ['any', (inner: string) => `{"any":{"tags":${inner}}}`],
])('a filter of nested %s is refused, however deep', async (_operator, around) => {
  const nested = (depth: number): string => (depth === 0 ? '{"eq":{"id":1}}' : around(nested(depth - 1)));
  const body = (depth: number) =>
    `{"entity":"tickets","action":"context_store_search","params":{"query":{"filter":${nested(depth)}}}}`;
  expectProblem(await gateway.execute('help-centre', body(20)), 'invalid_query');
  expectProblem(await gateway.execute('help-centre', body(5_000)), 'payload_too_large');
});

it('a filter as large as a body may be is refused', async () => {
  const or = (length: number) => ({ filter: { or: Array.from({ length }, (_, id) => ({ eq: { id } })) } });
  expectProblem(await search(gateway, 'help-centre', 'tickets', { query: or(3_000) }), 'invalid_query');
  expectProblem(await search(gateway, 'help-centre', 'tickets', { query: or(20_000) }), 'payload_too_large');
});

it('names of the store and of prototypes are no fields', async () => {
  for (const name of [
    '__proto__',
    'constructor',
    'rowid',
    'key',
    'document',
    'generation',
    'connection_id',
    'toString',
  ]) {
    const filter = JSON.parse(`{"eq":{${JSON.stringify(name)}:null}}`);
    const problem = expectProblem(
      await search(gateway, 'help-centre', 'tickets', { query: { filter } }),
      'invalid_query',
    );
    expect(problem.errors[0]?.field, name).toBe(`/params/query/filter/eq/${name}`);
  }
});
