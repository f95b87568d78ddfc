import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { found, search, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let before: readonly object[];

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 10 });
  await untilSynced(gateway, 'help-centre', ['tickets']);
  before = await found(gateway, 'help-centre', 'tickets', {});
});

afterAll(() => gateway.stop());

const texts = fc.constantFrom(
  ...["x'; DROP TABLE tickets_records; --", `x" OR "1"="1`, "' OR 1=1 --", '$1 ? ?1 :name', '`rowid` [key]'],
  ...[
    '$."a"',
    '{"$ne": null}',
    '"word" OR *',
    'NEAR("a" "b", 2) AND NOT c',
    'subject : "x" ^a',
    'a:* & !b | (c <-> d)',
  ],
  ...['%_\\%\\_\\', `${'%a'.repeat(32)}b`, `${'_%'.repeat(31)}`, '(a+)+$', '[\\s\\S]*.*?(?=x)', '\\', ''],
  ...['../../etc/passwd', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'NaN', '1e309'],
  ...[
    'a\r\nb',
    'nul\0byte',
    '\ud800 alone',
    'x\udfff',
    '\ufeff',
    'İ',
    'ß',
    '👩‍👩‍👧‍👦'.repeat(50),
    'x'.repeat(1000),
    'x'.repeat(100_000),
  ],
);
const fields = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('id', 'subject', 'status', 'tags', 'via', 'via.channel', 'created_at', 'is_public'),
  },
  { weight: 1, arbitrary: texts },
);
const values = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.constantFrom<unknown[]>(null, true, 0, -0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], { eq: {} }),
  fc.array(texts, { maxLength: 5 }),
  fc.jsonValue(),
);
const operators = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...[
        'eq',
        'neq',
        'gt',
        'gte',
        'lt',
        'lte',
        'in',
        'like',
        'keyword',
        'fuzzy',
        'contains',
        'any',
        'and',
        'or',
        'not',
      ],
    ),
  },
  { weight: 1, arbitrary: texts },
);
const { filter: filters } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { weight: 6, arbitrary: fc.dictionary(operators, fc.dictionary(fields, values, { maxKeys: 3 }), { maxKeys: 3 }) },
    { weight: 2, arbitrary: fc.record({ and: fc.array(tie('filter'), { maxLength: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ or: fc.array(tie('filter'), { maxLength: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ not: tie('filter') }) },
    { weight: 1, arbitrary: values },
  ),
}));
const sorts = fc.array(fc.dictionary(fields, fc.oneof(fc.constantFrom('asc', 'desc'), texts), { maxKeys: 2 }), {
  maxLength: 12,
});
const searches = fc.record(
  {
    query: fc.oneof(
      { weight: 9, arbitrary: fc.record({ filter: filters, sort: sorts }, { requiredKeys: [] }) },
      { weight: 1, arbitrary: values },
    ),
    limit: fc.oneof(fc.integer({ min: -1, max: 10_001 }), values),
    cursor: fc.oneof(texts, values, fc.base64String()),
    fields: fc.array(fc.oneof(fields, fc.array(fields, { maxLength: 3 })), { maxLength: 5 }),
    explain: fc.oneof(fc.boolean(), values),
  },
  { requiredKeys: ['query'] },
);

it('whatever a search has in it, it is answered or refused, and changes nothing', async () => {
  const seen = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(searches, fc.boolean(), async (params, isWhole) => {
      // Most generated searches have a fault somewhere; their filters alone are answered more often.
      const asked = isWhole
        ? params
        : { query: { filter: (params.query as { filter?: unknown } | null)?.filter ?? {} } };
      const answer = await search(gateway, 'help-centre', 'tickets', asked);
      if (answer.status === 200) {
        seen.answered++;
        expect(answer.json.data.length).toBeLessThanOrEqual(before.length);
      } else {
        seen.refused++;
        expectProblem(answer, 'invalid_query', 'invalid_cursor', 'payload_too_large');
      }
    }),
    { numRuns: 400 },
  );
  expect(seen.answered).toBeGreaterThan(20);
  expect(seen.refused).toBeGreaterThan(20);
  expect(await found(gateway, 'help-centre', 'tickets', {})).toEqual(before);
}, 300_000);

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
