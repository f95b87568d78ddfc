import { describe, expect, it } from 'vitest';
import { holds, renderVerdict } from '../verdict.ts';
import { judge, rehearseExports } from './exports.ts';
import type { ExpectedColumn } from './sample.ts';

const types = { DuckDB: 'BIGINT', pandas: 'int64[pyarrow]', Polars: 'Int64' };
const expected: readonly ExpectedColumn[] = [{ name: 'id', types, values: ['1', '9007199254740993', null] }];

/** Whether the lines hold for a column that Polars has read. */
function outcome(column: { name?: string; type?: string; values?: readonly (string | number | null)[] }) {
  const read = { name: 'id', type: 'Int64', values: ['1', '9007199254740993', null], ...column };
  const { lines, failures } = judge('Polars', { version: '2.1.0', columns: [read] }, expected, 3);
  return { holds: lines.map((line) => line.holds), failures };
}

describe('a rehearsal of exports', () => {
  it('holds for DuckDB, pandas and Polars', async ({ skip }) => {
    const verdict = await rehearseExports(() => {});
    expect(holds(verdict), renderVerdict(verdict)).toBe(true);
    const missing = verdict.lines.find((line) => line.holds === null);
    if (missing !== undefined) skip(`${missing.name} is ${missing.seen}`);
    expect(verdict.lines).toHaveLength(9);
  });

  it('fails for another type, a rounded value, a null, a missing row and another column', () => {
    expect(outcome({})).toEqual({ holds: [true, true, true], failures: [] });
    expect(outcome({ type: 'Float64' }).holds).toEqual([true, false, true]);
    expect(outcome({ values: ['1', '9007199254740992', null] })).toEqual({
      holds: [true, true, false],
      failures: ['Polars: id of row 1 is "9007199254740992", not "9007199254740993"'],
    });
    expect(outcome({ values: [null, '9007199254740993', null] }).holds).toEqual([true, true, false]);
    expect(outcome({ values: ['1', '9007199254740993'] }).holds).toEqual([false, true, false]);
    expect(outcome({ name: 'other' }).holds).toEqual([true, false, true]);
  });

  it('does not judge a program that cannot be installed', () => {
    const { lines } = judge('pandas', 'PyPI cannot be reached', expected, 3);
    expect(lines).toEqual([{ name: 'pandas', seen: 'not installed: PyPI cannot be reached', wanted: '', holds: null }]);
  });
});
