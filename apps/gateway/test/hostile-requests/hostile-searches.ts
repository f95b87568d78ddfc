import * as fc from 'fast-check';

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
  ...['%_\\%\\_\\', `${'%a'.repeat(200)}b`, `${'_%'.repeat(300)}`, '(a+)+$', '[\\s\\S]*.*?(?=x)', '\\', ''],
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
/** Parameters of searches with an error somewhere, and some without; `names` are existing fields. */
export function hostileSearches(names: readonly string[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: texts });
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
  return fc.record(
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
}
