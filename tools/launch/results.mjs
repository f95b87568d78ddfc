/**
 * @typedef {{ name: string, passed: boolean, seconds: number }} Check
 * @typedef {{ passed: number, failed: number, skipped: number }} TestCount
 * @typedef {{ task: string, execution?: { startTime: number, endTime: number, exitCode: number } }} TaskRun
 * @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: TestFile[] }} TestReport
 */

/**
 * Turns the run summary of turbo into one row per check, in the order they ran.
 * @param {{ tasks: TaskRun[] } | undefined} summary
 * @returns {Check[]}
 */
export function readChecks(summary) {
  const runs = (summary?.tasks ?? []).map(({ task, execution }) => ({
    task,
    ...(execution ?? { startTime: 0, endTime: 0, exitCode: 1 }),
  }));
  return runs
    .sort((left, right) => left.startTime - right.startTime)
    .map(({ task, startTime, endTime, exitCode }) => ({
      name: task,
      passed: exitCode === 0,
      seconds: (endTime - startTime) / 1000,
    }));
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
 * Writes the table of all checks and the closing line `tests: N passed, N failed`: every test of the unit check counts,
 * and every other check counts as one. A run that failed anywhere, or checked nothing, never closes with 0 failed.
 * @param {Check[]} checks
 * @param {TestCount} tests
 * @param {number} exitCode
 */
export function formatResult(checks, tests, exitCode) {
  const others = checks.filter(({ name }) => name !== 'unit');
  const passed = tests.passed + others.filter((check) => check.passed).length;
  const counted = tests.failed + others.filter((check) => !check.passed).length;
  const failed = counted === 0 && (exitCode !== 0 || checks.length === 0) ? 1 : counted;
  const rows = checks.map((check) => {
    const counts =
      check.name === 'unit' ? `  ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped` : '';
    return `  ${check.passed ? 'passed' : 'FAILED'}  ${check.name.padEnd(12)}${check.seconds.toFixed(1).padStart(7)} s${counts}`;
  });
  const advice = failed === 0 ? [] : ['Run one check alone with `npm run <name>`.'];
  return { failed, text: ['', ...rows, ...advice, '', `tests: ${passed} passed, ${failed} failed`].join('\n') };
}
