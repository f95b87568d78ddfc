import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, prepare, root, runPnpm } from './prepare.mjs';
import { formatResult, readChecks } from './results.mjs';
import { surroundingsOf } from './surroundings.mjs';

const summaries = join(root, '.turbo/runs');

/**
 * Reads a JSON file; returns undefined if it does not exist or was cut off.
 * @param {string} path
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} path */
const readReport = (path) => readJson(join(root, path));

/** @param {string} path */
const readLog = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);

prepare();
rmSync(summaries, { recursive: true, force: true });
Object.assign(environment, { CONNECTORY_SURROUNDINGS: surroundingsOf(join(root, '../shared')) });
// What is built comes first, so that tests can use it without running again whenever it changes.
const exitCodes = ['check', 'check:tests'].map((script) => runPnpm('run', script));
const exitCode = Math.max(...exitCodes);

const names = existsSync(summaries) ? readdirSync(summaries) : [];
const runs = names.map((name) => readJson(join(summaries, name))).filter((summary) => summary !== undefined);
const result = formatResult(readChecks(runs, readReport, readLog), exitCode);
console.log(result.text);
process.exitCode = result.failed > 0 ? 1 : exitCode;
