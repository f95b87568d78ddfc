import { expect, it } from 'vitest';
import { createProject } from './project.ts';
import { report } from './report.ts';
import type { Rule } from './rule.ts';

it('names the place, the rule, the problem and what to do', () => {
  const rule: Rule = {
    name: 'no-todo',
    advice: 'Do it now.',
    check: ({ files }) => [
      ...files.map(({ path }) => ({ path, line: 3, problem: 'something is left to do' })),
      { path: 'packages/core', problem: 'it is unfinished' },
    ],
  };
  expect(report(createProject({ 'a.ts': '' }), [rule])).toEqual([
    'a.ts:3  no-todo: something is left to do. Do it now.',
    'packages/core  no-todo: it is unfinished. Do it now.',
  ]);
});
