import type { ProjectFile } from '../project.ts';
import type { Rule } from '../rule.ts';

const perPackage = /(?:^|\/)(?:tsconfig\.json|LICENSE)$/;

/** Three files with the same content must become one file at the root, except for the tsconfig.json of every package. */
export const repeatedFiles: Rule = {
  name: 'repeated-files',
  advice: 'Keep it once, at the root or in the package the others import.',
  check: ({ files }) => {
    const byText = Map.groupBy(files.filter(isCompared), ({ text }) => text);
    return [...byText.values()].flatMap((copies) => {
      const [first, second] = copies;
      return copies.slice(2).map(({ path }) => ({ path, problem: `it repeats ${first?.path} and ${second?.path}` }));
    });
  },
};

function isCompared({ path, text }: ProjectFile): boolean {
  return text.trim() !== '' && !perPackage.test(path);
}
