import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

interface Workflow {
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

it.each(workflows)('%s grants nothing by default, ends by itself, and pins what it uses to a commit', (path) => {
  const { permissions, jobs } = parse(readFileSync(`${root}/${path}`, 'utf8')) as Workflow;
  expect([{}, { contents: 'read' }]).toContainEqual(permissions);
  for (const { 'timeout-minutes': minutes, steps } of Object.values(jobs)) {
    expect(minutes).toBeGreaterThan(0);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  }
});

it('the check of a change runs what everybody runs', () => {
  const { jobs } = parse(readFileSync(`${root}/.github/workflows/ci.yml`, 'utf8')) as Workflow;
  expect(jobs.check?.steps.map(({ run }) => run)).toContain('.ci/run');
});

const missing = isMissing('actionlint');
const title = 'actionlint finds nothing in the workflows';

it.skipIf(missing)(missing ? `${title} (skipped: actionlint is not installed)` : title, () => {
  expect(execFileSync('actionlint', ['-no-color', ...workflows], { cwd: root, encoding: 'utf8' })).toBe('');
});

function isMissing(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'pipe' });
    return false;
  } catch {
    return true;
  }
}
