import { describe, expect, it } from 'vitest';
import { countTests, formatResult, readChecks } from '../results.mjs';

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };
const passing = [
  { name: 'lint', passed: true, seconds: 0.2 },
  { name: 'unit', passed: true, seconds: 12.34 },
];

describe('readChecks', () => {
  it('lists the checks in the order they ran, and fails one that never ran', () => {
    const summary = {
      tasks: [
        { task: 'unit', execution: { startTime: 3000, endTime: 4500, exitCode: 1 } },
        { task: 'lint', execution: { startTime: 1000, endTime: 3000, exitCode: 0 } },
        { task: 'knip' },
      ],
    };
    expect(readChecks(summary)).toEqual([
      { name: 'knip', passed: false, seconds: 0 },
      { name: 'lint', passed: true, seconds: 2 },
      { name: 'unit', passed: false, seconds: 1.5 },
    ]);
  });
});

describe('countTests', () => {
  it('counts a file that failed before its first test', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const counted = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    expect(countTests({ ...report, numFailedTests: 1, testResults: [broken, counted] })).toEqual({
      passed: 7,
      failed: 2,
      skipped: 1,
    });
  });

  it('fails a report that is not there', () => {
    expect(countTests(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('formatResult', () => {
  it('ends with the sum of the tests and the other checks', () => {
    const { failed, text } = formatResult(passing, countTests(report), 0);
    expect(failed).toBe(0);
    expect(text.split('\n')).toEqual([
      '',
      '  passed  lint            0.2 s',
      '  passed  unit           12.3 s  7 passed, 0 failed, 1 skipped',
      '',
      'tests: 8 passed, 0 failed',
    ]);
  });

  it('counts a failed check as one failure', () => {
    const checks = [{ name: 'lint', passed: false, seconds: 0.2 }, ...passing.slice(1)];
    expect(formatResult(checks, countTests(report), 1).text).toMatch(/tests: 7 passed, 1 failed$/);
  });

  it('never closes with 0 failed when the run failed or checked nothing', () => {
    expect(formatResult(passing, countTests(report), 1).text).toMatch(/ 1 failed$/);
    expect(formatResult([], { passed: 0, failed: 0, skipped: 0 }, 0).text).toMatch(/ 1 failed$/);
  });
});
