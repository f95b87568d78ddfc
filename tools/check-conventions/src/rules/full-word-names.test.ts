import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { fullWordNames } from './full-word-names.ts';

it('finds abbreviated names where they are declared', () => {
  const text = [
    'function send(req: string, { msg: text, opts }: Options) {}',
    'const errorMsg = thing.res;',
    'const resources = { err: 1, ctx: 2 };',
    'interface FetchOpts {}',
  ].join('\n');
  expect(fullWordNames.check(createProject({ 'packages/core/src/run.ts': text }))).toEqual([
    { path: 'packages/core/src/run.ts', line: 1, problem: "'req' abbreviates 'request'" },
    { path: 'packages/core/src/run.ts', line: 1, problem: "'opts' abbreviates 'options'" },
    { path: 'packages/core/src/run.ts', line: 2, problem: "'errorMsg' abbreviates 'message'" },
    { path: 'packages/core/src/run.ts', line: 4, problem: "'FetchOpts' abbreviates 'options'" },
  ]);
});
