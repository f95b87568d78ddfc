import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runPnpm } from './prepare.mjs';
import { checksOf, resultOf } from './results.mjs';

// `npm test`: builds and checks everything with turbo, then runs all tests with one vitest.
const summaries = join(root, '.turbo/runs');
const report = join(root, '.turbo/tests.json');

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // It was not written, or only in part: whatever should have written it has failed.
    return undefined;
  }
}

prepare();
for (const path of [summaries, report]) rmSync(path, { recursive: true, force: true });
const turbo = ['run', 'build', 'typecheck', 'lint', '--continue=always', '--output-logs=new-only', '--summarize'];
const codes = [
  runPnpm('exec', 'turbo', ...turbo),
  runPnpm('publish', '--recursive', '--dry-run', '--no-git-checks'),
  runPnpm('exec', 'vitest', 'run'),
];

const names = existsSync(summaries) ? readdirSync(summaries) : [];
const runs = names.map((name) => readJson(join(summaries, name)));
const checks = [...runs.flatMap(checksOf), { name: 'publish --dry-run', passed: codes[1] === 0 }];
const { text, passed } = resultOf(checks, readJson(report), Math.max(...codes));
console.log(text);
process.exitCode = passed ? 0 : 1;
