import type { Rule } from '../rule.ts';
import { sourceFiles } from '../source.ts';

const longest = 400;

/** A source file has at most 400 lines; generated files (`*.generated.ts`) may be longer. */
export const fileLength: Rule = {
  name: 'file-length',
  advice: 'Split it into files of one idea each.',
  check: (project) =>
    sourceFiles(project).flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      if (lines <= longest || /\.generated\.[^/]+$/.test(path)) return [];
      return [{ path, problem: `it has ${lines} lines, more than ${longest}` }];
    }),
};
