import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../prepare.mjs';
import { checksOf, resultOf } from '../results.mjs';

const transient = { name: join(root, 'core/sum.test.ts'), status: 'passed', assertionResults: [] };
const report = { numPassedTests: 7, numPendingTests: 1, testResults: [transient] };
const lint = { name: 'lint', passed: true };
const lines = (text: string) => text.split('\n').slice(1);

describe('checksOf', () => {
  it('names each task of turbo, and fails one that failed or never ran', () => {
    const tasks = [
      { taskId: '@connectory/errors#build', execution: { exitCode: 0 } },
      { taskId: '//#lint', execution: { exitCode: 1 } },
      { taskId: '//#typecheck' },
      { taskId: '@connectory/docs#order', command: '<NONEXISTENT>' },
    ];
    expect(checksOf({ tasks })).toEqual([
      { name: 'errors#build', passed: true },
      { name: 'lint', passed: false },
      { name: 'typecheck', passed: false },
    ]);
  });

  it('has no checks of a summary that cannot be read', () => {
    expect(checksOf(undefined)).toEqual([]);
  });
});

describe('resultOf', () => {
  it('ends with the sum of tests and checks', () => {
    const { text, passed } = resultOf([lint], report, 0);
    expect(passed).toBe(true);
    expect(lines(text)).toEqual(['  1 checks, 1 files of tests, 1 tests skipped', 'tests: 8 passed, 0 failed']);
  });

  it('names every failed check, test and file', () => {
    const testResults = [
      { ...transient, status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds two numbers' }] },
      { ...transient, name: join(root, 'core/broken.test.ts'), status: 'failed' },
    ];
    const { text, passed } = resultOf([{ name: 'lint', passed: false }], { ...report, testResults }, 1);
    expect(passed).toBe(false);
    expect(lines(text).slice(1)).toEqual([
      '  failed: lint',
      '  failed: core/sum.test.ts > adds two numbers',
      '  failed: core/broken.test.ts',
      'tests: 7 passed, 3 failed',
    ]);
  });

  it.each([
    ['a command failed that names no failure', report, 1],
    ['there is no report', undefined, 0],
    ['the report has no tests', { ...report, numPassedTests: 0, testResults: [] }, 0],
  ])('never ends with 0 failed if %s', (_, given, exitCode) => {
    const { text, passed } = resultOf([lint], given, exitCode);
    expect(passed).toBe(false);
    expect(text).toMatch(/ 1 failed$/);
  });
});
