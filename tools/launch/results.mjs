import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} TestCount
 * @typedef {object} Check
 * @property {string} name
 * @property {boolean} passed
 * @property {boolean} cached
 * @property {number} seconds
 * @property {TestCount} [tests]
 * @property {string[]} [failedTests]
 * @property {string[]} [closingLines]
 * @property {string[]} [lastWords]
 * @typedef {object} TaskRun
 * @property {string} taskId
 * @property {string} task
 * @property {string} [package]
 * @property {string} [command]
 * @property {string} [directory]
 * @property {string} [logFile]
 * @property {{ status: string }} [cache]
 * @property {{ startTime: number, endTime: number, exitCode: number }} [execution]
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string, meta?: { closingLine?: string } }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: TestFile[] }} TestReport
 */

/** The tasks that run tests and write a report. */
const testTasks = ['test', 'test-connectors', 'test-in-product'];

/** Maximum lines of output shown below a failed check. */
const mostLastWords = 25;

/** Maximum number of failures named at the end. */
const mostNamed = 20;

/**
 * The path of a task's test report, from the root of the repository; undefined for a task without tests.
 * @param {TaskRun} run
 * @returns {string | undefined}
 */
export function reportOf({ task, directory = '' }) {
  return testTasks.includes(task) ? join(directory, '.turbo', `${task}.json`) : undefined;
}

/**
 * Turns the run summaries of turbo into one row per check, in the order they ended. A task without a command is only there to order
 * others. A task of several runs counts where it ended first.
 * @param {{ tasks: TaskRun[] }[]} summaries
 * @param {(path: string) => TestReport | undefined} readReport reads what {@link reportOf} names
 * @param {(path: string) => string | undefined} readLog reads what a task has printed
 * @returns {Check[]}
 */
export function readChecks(summaries, readReport, readLog) {
  const seen = new Set();
  return summaries
    .flatMap(({ tasks }) => tasks)
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map((run) => ({ run, execution: run.execution ?? { startTime: 0, endTime: 0, exitCode: 1 } }))
    .sort((left, right) => left.execution.endTime - right.execution.endTime)
    .filter(({ run: { taskId } }) => !seen.has(taskId) && seen.add(taskId))
    .map(({ run, execution: { startTime, endTime, exitCode } }) => {
      const path = reportOf(run);
      const report = path === undefined ? undefined : readReport(path);
      const log = exitCode === 0 || run.logFile === undefined ? undefined : readLog(run.logFile);
      return {
        name: run.taskId.replace(/^\/\/#|^@connectory\//, ''),
        passed: exitCode === 0,
        cached: run.cache?.status === 'HIT',
        seconds: (endTime - startTime) / 1000,
        ...(path !== undefined && {
          tests: countTests(report),
          failedTests: failedTestsOf(report),
          closingLines: closingLinesOf(report),
        }),
        ...(log !== undefined && { lastWords: lastWordsOf(log) }),
      };
    });
}

/**
 * Returns the last lines of a check's output, without the tests that passed.
 * @param {string} log
 */
function lastWordsOf(log) {
  const lines = stripVTControlCharacters(log).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '' && !/^\s*✓/.test(line)).slice(-mostLastWords);
}

/**
 * Returns the names of the tests that failed, each after its file; a file that failed before its first test is named alone.
 * @param {TestReport | undefined} report
 * @returns {string[]}
 */
function failedTestsOf(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [basename(file.name)] : [];
    return failed.map(({ fullName }) => `${basename(file.name)} > ${fullName}`);
  });
}

/**
 * Returns the lines that tests set as `task.meta.closingLine`, for the end of the output.
 * @param {TestReport | undefined} report
 */
function closingLinesOf(report) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return tests.flatMap(({ meta }) => meta?.closingLine ?? []);
}

/**
 * Counts the tests of a vitest JSON report. A file that failed before its first test counts as one failed test, and so
 * does a report that is not there.
 * @param {TestReport | undefined} report
 * @returns {TestCount}
 */
export function countTests(report) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Formats the table of the checks that ran, how many results came from the cache, the closing lines of tests, and
 * `tests: N passed, N failed`: every test counts, and every check without tests counts as one. A run that failed anywhere, or checked
 * nothing, never closes with 0 failed.
 * @param {Check[]} checks
 * @param {number} exitCode
 */
export function formatResult(checks, exitCode) {
  const counts = checks.map((check) => countOf(check));
  const passed = sum(counts.map((count) => count.passed));
  const counted = sum(counts.map((count) => count.failed));
  const failed = counted === 0 && (exitCode !== 0 || checks.length === 0) ? 1 : counted;
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const rows = checks.filter(({ cached }) => !cached).flatMap((check) => [rowOf(check, width), ...reasonOf(check)]);
  const cached = checks.filter((check) => check.cached);
  const fromCache = sum(cached.map((check) => countOf(check).passed));
  const reused = `  ${cached.length} of ${checks.length} checks are unchanged: ${fromCache} results come from the cache`;
  const advice =
    failed === 0
      ? []
      : ['Run one check alone with `npx turbo run <name>`, one test with `npx pnpm vitest run <file>`.'];
  return {
    failed,
    text: [
      '',
      ...rows,
      ...(cached.length > 0 ? [reused] : []),
      ...checks.flatMap(failuresOf).slice(0, mostNamed),
      ...advice,
      '',
      ...checks.flatMap(({ closingLines = [] }) => closingLines),
      `tests: ${passed} passed, ${failed} failed`,
    ].join('\n'),
  };
}

/**
 * Returns what a check adds to the sum. A check that failed although no test of its report did still counts as a failure.
 * @param {Check} check
 * @returns {TestCount}
 */
function countOf({ passed, tests }) {
  if (tests === undefined) return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
  return passed || tests.failed > 0 ? tests : { ...tests, failed: 1 };
}

/**
 * @param {Check} check
 * @param {number} width
 */
function rowOf({ name, passed, seconds, tests }, width) {
  const counts =
    tests === undefined ? '' : `  ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`;
  return `  ${passed ? 'passed' : 'FAILED'}  ${name.padEnd(width)}${seconds.toFixed(1).padStart(7)} s${counts}`;
}

/** @param {Check} check */
function reasonOf({ lastWords = [] }) {
  return lastWords.map((line) => `    | ${line}`);
}

/**
 * Names what failed in a check, to be read where only the end of the output is kept.
 * @param {Check} check
 */
function failuresOf({ name, passed, failedTests = [] }) {
  if (passed) return [];
  return failedTests.length === 0 ? [`  failed: ${name}`] : failedTests.map((test) => `  failed: ${name} ${test}`);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
