import { describe, expect, it } from 'vitest';
import { countTests, formatResult, readChecks, reportOf } from '../results.mjs';

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };
const counted = { passed: 7, failed: 0, skipped: 1 };
const lint = { name: 'lint', passed: true, cached: false, seconds: 0.2 };
const core = { name: 'core#test', passed: true, cached: false, seconds: 12.34, tests: counted };
const errors = {
  name: 'errors#test',
  passed: true,
  cached: true,
  seconds: 0,
  tests: { passed: 30, failed: 0, skipped: 0 },
};

const summary = {
  tasks: [
    {
      taskId: '@connectory/core#test',
      task: 'test',
      directory: 'packages/core',
      logFile: 'packages/core/.turbo/turbo-test.log',
      cache: { status: 'MISS' },
      execution: { startTime: 3000, endTime: 4500, exitCode: 1 },
    },
    {
      taskId: '@connectory/errors#build',
      task: 'build',
      directory: 'packages/errors',
      cache: { status: 'HIT' },
      execution: { startTime: 3000, endTime: 3000, exitCode: 0 },
    },
    { taskId: '//#lint', task: 'lint', execution: { startTime: 1000, endTime: 2000, exitCode: 0 } },
    { taskId: '//#knip', task: 'knip' },
    { taskId: '@connectory/core#source', task: 'source', command: '<NONEXISTENT>' },
  ],
};

describe('readChecks', () => {
  it('lists the checks in the order they ended, and fails one that never ran', () => {
    const paths: string[] = [];
    const readReport = (path: string) => {
      paths.push(path);
      return report;
    };
    const readLog = (path: string) => {
      paths.push(path);
      return ' \u001b[32m✓\u001b[39m one.test.ts\n\n\u001b[31mUnhandled\u001b[39m Error\n';
    };
    const checks = readChecks([summary], readReport, readLog);
    expect(checks).toEqual([
      { name: 'knip', passed: false, cached: false, seconds: 0 },
      { name: 'lint', passed: true, cached: false, seconds: 1 },
      { name: 'errors#build', passed: true, cached: true, seconds: 0 },
      {
        name: 'core#test',
        passed: false,
        cached: false,
        seconds: 1.5,
        tests: counted,
        failedTests: [],
        closingLines: [],
        lastWords: ['Unhandled Error'],
      },
    ]);
    expect(paths.sort()).toEqual(['packages/core/.turbo/test.json', 'packages/core/.turbo/turbo-test.log']);
  });

  it('counts a task of two runs once, as it ended first', () => {
    const docs = { taskId: '//#docs', task: 'docs' };
    const runs = [
      { tasks: [{ ...docs, execution: { startTime: 1000, endTime: 31_000, exitCode: 0 } }] },
      { tasks: [{ ...docs, execution: { startTime: 40_000, endTime: 41_000, exitCode: 0 } }] },
    ];
    const nothing = () => undefined;
    const once = [{ name: 'docs', passed: true, cached: false, seconds: 30 }];
    expect(readChecks(runs, nothing, nothing)).toEqual(once);
    expect(readChecks(runs.toReversed(), nothing, nothing)).toEqual(once);
  });
});

describe('countTests', () => {
  it('counts a file that failed before its first test', () => {
    const broken = { name: '/core/broken.test.ts', status: 'failed', assertionResults: [] };
    const failing = {
      name: '/core/failing.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'adds' }],
    };
    expect(countTests({ ...report, numFailedTests: 1, testResults: [broken, failing] })).toEqual({
      passed: 7,
      failed: 2,
      skipped: 1,
    });
  });

  it('fails a report that is not there', () => {
    expect(countTests(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(reportOf({ taskId: '//#lint', task: 'lint' })).toBeUndefined();
  });
});

describe('formatResult', () => {
  it('ends with the sum of the tests and the other checks', () => {
    const { failed, text } = formatResult([lint, core], 0);
    expect(failed).toBe(0);
    expect(text.split('\n')).toEqual([
      '',
      '  passed  lint         0.2 s',
      '  passed  core#test   12.3 s  7 passed, 0 failed, 1 skipped',
      '',
      'tests: 8 passed, 0 failed',
    ]);
  });

  it('ends with the closing lines of tests, also of those from the cache', () => {
    const counts = { status: 'passed', fullName: 'counts', meta: { closingLine: 'contract: 1 connector' } };
    const testResults = [{ name: '/core/contract.test.ts', status: 'passed', assertionResults: [counts] }];
    const checks = readChecks(
      [summary],
      () => ({ ...report, testResults }),
      () => undefined,
    ).map((check) => ({ ...check, passed: true, cached: true }));
    expect(formatResult(checks, 0).text).toMatch(/\n\ncontract: 1 connector\ntests: \d+ passed, 0 failed$/);
  });

  it('shows the last words of a check that failed below its row', () => {
    const { text } = formatResult([{ ...core, passed: false, lastWords: ['Error: Worker exited'] }, lint], 1);
    expect(text).toContain('  FAILED  core#test   12.3 s  7 passed, 0 failed, 1 skipped\n    | Error: Worker exited\n');
  });

  it('names the failures again at the end', () => {
    const testResults = [
      { name: '/core/broken.test.ts', status: 'failed', assertionResults: [] },
      {
        name: '/core/failing.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'a sum of two' },
          { status: 'passed', fullName: 'a sum of three' },
        ],
      },
    ];
    const checks = readChecks(
      [summary],
      () => ({ ...report, numFailedTests: 1, testResults }),
      () => undefined,
    );
    const lines = formatResult(checks, 1).text.split('\n');
    expect(lines.filter((line) => line.startsWith('  failed: '))).toEqual([
      '  failed: knip',
      '  failed: core#test broken.test.ts',
      '  failed: core#test failing.test.ts > a sum of two',
    ]);
    expect(lines.at(-1)).toBe('tests: 9 passed, 3 failed');
  });

  it('says how many results came from the cache, and counts them', () => {
    const { text } = formatResult([lint, core, errors], 0);
    expect(text).toContain('\n  1 of 3 checks are unchanged: 30 results come from the cache\n');
    expect(text).not.toContain('errors#test');
    expect(text).toMatch(/tests: 38 passed, 0 failed$/);
  });

  it('counts a failed check as one failure, also where its report has none', () => {
    expect(formatResult([{ ...lint, passed: false }, core], 1).text).toMatch(/tests: 7 passed, 1 failed$/);
    expect(formatResult([lint, { ...core, passed: false }], 1).text).toMatch(/tests: 8 passed, 1 failed$/);
  });

  it('never closes with 0 failed when the run failed or checked nothing', () => {
    expect(formatResult([lint, core], 1).text).toMatch(/ 1 failed$/);
    expect(formatResult([], 0).text).toMatch(/ 1 failed$/);
  });
});
