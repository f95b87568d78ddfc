import fc from 'fast-check';
import { texts } from './texts.ts';

const names = fc.constantFrom(
  ...[
    'query',
    'filter',
    'sort',
    'limit',
    'cursor',
    'fields',
    'explain',
    'max_staleness',
    'id',
    'status',
    'total',
    'paid',
    'title',
    'customer.city',
  ],
  ...[
    'lines',
    'tags',
    'lines.sku',
    'eq',
    'neq',
    'gt',
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
  ...['__proto__', 'constructor', 'toString', '', '.', 'a..b', '😀', 'asc'],
);

const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; array: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.oneof(fc.constantFrom(null, true, 0, -1, 5, 1.5, 'asc', 'desc', Number.POSITIVE_INFINITY), texts),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 3 }),
  object: fc
    .uniqueArray(fc.tuple(names, tie('value')), { maxLength: 3, selector: ([name]) => name })
    .map((list) => Object.fromEntries(list)),
})).value;

/** Parameters that are arbitrary JSON, or shaped like a search of the orders of spec/search.md down to some depth. */
export const requests: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  values,
  fc.record({ query: values }),
  fc.record(
    { query: fc.record({ filter: values, sort: values }, { requiredKeys: [] }), limit: values },
    { requiredKeys: ['query'] },
  ),
  fc.record(
    { query: fc.constant({}), limit: values, cursor: values, fields: values, explain: values },
    { requiredKeys: ['query'] },
  ),
  fc
    .tuple(names, names, values)
    .map(([operator, field, operand]) => ({ query: { filter: { [operator]: { [field]: operand } } } })),
  fc.tuple(names, values).map(([operator, operand]) => ({ query: { filter: { [operator]: operand } } })),
);
