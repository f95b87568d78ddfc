import { relative } from 'node:path';
import { root } from './prepare.mjs';

/**
 * @typedef {{ name: string, passed: boolean }} Check
 * @typedef {{ taskId: string, command?: string, execution?: { exitCode: number } }} Task
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numPendingTests: number, testResults: TestFile[] }} TestReport
 */

/** Maximum number of failures that are named. */
const maxNamed = 40;

/**
 * Returns the checks of a run summary of turbo. A task that never ran has failed; one without a command only orders others.
 * @param {{ tasks: Task[] } | undefined} summary
 * @returns {Check[]}
 */
export function checksOf(summary) {
  return (summary?.tasks ?? [])
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ taskId, execution }) => ({
      name: taskId.replace(/^\/\/#|^@connectory\//, ''),
      passed: execution?.exitCode === 0,
    }));
}

/**
 * Formats the end of `npm test`: what failed, and `tests: N passed, N failed`, where every test and every check counts. A run that failed
 * anywhere, or ran no test, never ends with 0 failed.
 * @param {Check[]} checks
 * @param {TestReport | undefined} report the JSON report of vitest
 * @param {number} exitCode the largest exit code of the commands that ran
 */
export function resultOf(checks, report, exitCode) {
  const failures = [
    ...checks.filter((check) => !check.passed).map(({ name }) => name),
    ...(report?.testResults ?? []).flatMap(failuresOf),
    ...(report === undefined || report.testResults.length === 0 ? ['vitest: it has not reported any test'] : []),
  ];
  if (failures.length === 0 && exitCode !== 0) failures.push(`a command ended with the exit code ${exitCode}`);
  const passed = checks.filter((check) => check.passed).length + (report?.numPassedTests ?? 0);
  const lines = [
    '',
    `  ${checks.length} checks, ${report?.testResults.length ?? 0} files of tests, ${report?.numPendingTests ?? 0} tests skipped`,
    ...failures.slice(0, maxNamed).map((name) => `  failed: ${name}`),
    `tests: ${passed} passed, ${failures.length} failed`,
  ];
  return { text: lines.join('\n'), passed: failures.length === 0 };
}

/**
 * Names the failed tests of a file; the file itself if it failed outside of its tests.
 * @param {TestFile} file
 */
function failuresOf({ name, status, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [path] : [];
  return failed.map(({ fullName }) => `${path} > ${fullName}`);
}
