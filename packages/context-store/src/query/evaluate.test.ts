import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchCase, searchCases } from '../../test/query/arbitraries.ts';
import type { Condition } from './condition.ts';
import { evaluate } from './evaluate.ts';
import { parseSearch } from './parse-search.ts';

const everything: Condition = { kind: 'and', conditions: [] };
const filterOf = ({ query }: SearchCase): Condition => query.filter ?? everything;
const not = (condition: Condition): Condition => ({ kind: 'not', condition });
const runs = { numRuns: 300 };

/** Holds when both conditions find the same of every record set. */
function sameRecords(make: (one: Condition, other: Condition) => readonly [Condition, Condition]): void {
  fc.assert(
    fc.property(searchCases, (searchCase) => {
      const filter = filterOf(searchCase);
      const part = filter.kind === 'and' || filter.kind === 'or' ? (filter.conditions[0] ?? filter) : not(filter);
      const [left, right] = make(filter, part);
      for (const { document } of searchCase.records) expect(evaluate(left, document)).toBe(evaluate(right, document));
    }),
    runs,
  );
}

describe('conditions', () => {
  it('hold or their negation does', () => {
    fc.assert(
      fc.property(searchCases, (searchCase) => {
        const filter = filterOf(searchCase);
        for (const { document } of searchCase.records) {
          expect(evaluate(not(filter), document)).toBe(!evaluate(filter, document));
        }
      }),
      runs,
    );
  });

  it('obey De Morgan', () => {
    sameRecords((one, other) => [
      not({ kind: 'and', conditions: [one, other] }),
      { kind: 'or', conditions: [not(one), not(other)] },
    ]);
    sameRecords((one, other) => [
      not({ kind: 'or', conditions: [one, other] }),
      { kind: 'and', conditions: [not(one), not(other)] },
    ]);
  });

  it('compare so that in is eq or eq, and gte is gt or eq', () => {
    fc.assert(
      fc.property(searchCases, ({ layout, records }) => {
        for (const { name, type } of layout.fields) {
          if (type !== 'string' && type !== 'number' && type !== 'integer') continue;
          const operands = records.flatMap(({ document }) => {
            const value = document[name];
            return typeof value === 'number' || (typeof value === 'string' && value.length < 1000) ? [value] : [];
          });
          const test = (filter: object) => {
            const condition = parseSearch({ query: { filter } }, layout).filter ?? everything;
            return records.map(({ document }) => evaluate(condition, document));
          };
          const only = (value: unknown) => Object.fromEntries([[name, value]]);
          for (const operand of operands) {
            expect(test({ gte: only(operand) })).toEqual(test({ or: [{ gt: only(operand) }, { eq: only(operand) }] }));
            expect(test({ lte: only(operand) })).toEqual(test({ not: { gt: only(operand) }, neq: only(null) }));
            expect(test({ neq: only(operand) })).toEqual(test({ not: { eq: only(operand) } }));
          }
          if (operands.length > 0) {
            expect(test({ in: only(operands) })).toEqual(
              test({ or: operands.map((operand) => ({ eq: only(operand) })) }),
            );
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('documents with unusual names', () => {
  it.each(['__proto__', 'constructor', 'toString'])('have no inherited member %s', (name) => {
    const field = { root: 'data', below: [name], type: 'any' } as const;
    const isNull: Condition = { kind: 'compare', operator: 'eq', field, value: null };
    expect(evaluate(isNull, { data: {} })).toBe(true);
    expect(evaluate(isNull, { data: JSON.parse(`{"${name}": 1}`) })).toBe(false);
  });
});
