import type { Rule } from '../rule.ts';

const foreign = /(?<![\w.}-])\/work\/(?=[\w.])|[.]library\b(?=\/|['"`\s])/;

/** The repository names no folder of the machine it was written on; folders next to it are optional (`../shared`). */
export const machinePaths: Rule = {
  name: 'machine-paths',
  advice: 'Use a path inside the repository, or take it from an option.',
  check: ({ files }) =>
    files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index) => {
        const found = foreign.exec(content);
        return found === null ? [] : [{ path, line: index + 1, problem: `it names '${found[0]}'` }];
      }),
    ),
};
