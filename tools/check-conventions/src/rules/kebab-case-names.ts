import type { Rule } from '../rule.ts';

const kebabCase = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
// A Java file is called as its class.
const documents = /^(?:[A-Z]+\.md|LICENSE|[A-Z][A-Za-z]*\.java)$/;

/** Files and folders are written in kebab-case; what has a name by custom (README.md, LICENSE, Java classes) is not. */
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
