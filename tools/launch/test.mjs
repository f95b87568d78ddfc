import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runPnpm } from './prepare.mjs';
import { countTests, formatResult, readChecks } from './results.mjs';

const summaries = join(root, '.turbo/runs');
const report = join(root, 'node_modules/.cache/vitest-report.json');

/**
 * Reads a JSON file; undefined when it is not there or was cut off.
 * @param {string} path
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

prepare();
rmSync(summaries, { recursive: true, force: true });
rmSync(report, { force: true });
const exitCode = runPnpm('run', 'check');

const [summary] = existsSync(summaries) ? readdirSync(summaries) : [];
const checks = summary === undefined ? [] : readChecks(readJson(join(summaries, summary)));
const result = formatResult(checks, countTests(readJson(report)), exitCode);
console.log(result.text);
process.exitCode = result.failed > 0 ? 1 : exitCode;
