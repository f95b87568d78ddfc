import type { Rule } from '../rule.ts';

const forbidden = new Set(['common', 'core-internal', 'helper', 'helpers', 'lib', 'misc', 'util', 'utils']);

/** Files and folders are named after their content; names that fit any content are rejected. */
export const forbiddenNames: Rule = {
  name: 'forbidden-names',
  advice: 'Name it after the one idea it holds, or move its parts to the files that use them.',
  check: ({ files }) =>
    files.flatMap(({ path }) =>
      path
        .split('/')
        .map((segment) => segment.split('.')[0] ?? segment)
        .filter((name) => forbidden.has(name))
        .map((name) => ({ path, problem: `the name '${name}' says nothing` })),
    ),
};
