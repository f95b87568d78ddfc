import type { Rule } from '../rule.ts';

const kebabCase = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const documents = /^(?:[A-Z]+\.md|LICENSE)$/;

/** Files and folders are written in kebab-case; documents of the field's custom (README.md, LICENSE) are not. */
export const kebabCaseNames: Rule = {
  name: 'kebab-case-names',
  advice: 'Rename it to lower-case words joined by hyphens.',
  check: ({ files }) =>
    files.flatMap(({ path }) => {
      const segments = path.split('/');
      const wrong = segments.find(
        (segment, index) => !kebabCase.test(segment) && !(index === segments.length - 1 && documents.test(segment)),
      );
      return wrong === undefined ? [] : [{ path, problem: `'${wrong}' is not kebab-case` }];
    }),
};
