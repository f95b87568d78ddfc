import { type Fragment, sql, verbatim } from './fragment.ts';

const leastPlain = Number.MIN_SAFE_INTEGER;
const mostPlain = Number.MAX_SAFE_INTEGER;

/**
 * SQL text of a number of a document in comparable form: a double up to 2^53, and beyond it the `decimalKey` of the integer, because SQLite
 * has no integers beyond 2^63. Positive keys therefore sort after everything else and negative ones before them, after the doubles, so the
 * order is wrong once there are negative keys (`hasVeryNegative`).
 */
export function exactNumberText(document: string, path: string): string {
  const value = `${document} ->> ${path}`;
  const digits = `(${document} -> ${path})`;
  const positive = `'2' || (5000 + length(${digits})) || rtrim(${digits}, '0')`;
  const negative = `'0' || (5000 - length(${digits})) || ${complemented(`rtrim(substr(${digits}, 2), '0')`)} || '~'`;
  return `CASE WHEN ${value} BETWEEN ${leastPlain} AND ${mostPlain} THEN (${value}) + 0.0
    WHEN ${value} > 0 THEN ${positive} WHEN ${value} < 0 THEN ${negative} END`;
}

/** Whether a number of `exactNumberText` is below -2^53: it sorts after the doubles but belongs before them. */
export function isVeryNegative(value: Fragment): Fragment {
  return sql`(${value} >= '' AND ${value} < '1')`;
}

/** Compares numbers of `exactNumberText` by value. */
export function compareExactly(value: Fragment, sign: '>' | '>=' | '<' | '<=', operand: string | number): Fragment {
  const compared = sql`${value} ${verbatim(sign)} ${operand}`;
  const isUp = sign === '>' || sign === '>=';
  if (typeof operand === 'number') {
    return isUp ? sql`(${compared} AND NOT ${isVeryNegative(value)})` : sql`(${compared} OR ${isVeryNegative(value)})`;
  }
  if (operand.startsWith('2')) return compared;
  // Doubles are less than every text.
  return isUp ? sql`(${compared} OR ${value} < '')` : sql`(${compared} AND ${value} >= '')`;
}

function complemented(digits: string): string {
  return Array.from({ length: 10 }, (_, digit) => digit).reduce(
    (text, digit) => `replace(${text}, '${digit}', '${String.fromCharCode(106 - digit)}')`,
    digits,
  );
}
