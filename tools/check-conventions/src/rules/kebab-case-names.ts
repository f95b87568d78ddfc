import type { Rule } from '../rule.ts';

const kebabCase = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
// A Java file is named after its class; Docker, Helm, Cargo and GitHub expect these names.
const documents =
  /^(?:[A-Z_]+\.md|LICENSE|[A-Z][A-Za-z]*\.java|Dockerfile(?:\.dockerignore)?|Chart\.yaml|Cargo\.(?:lock|toml)|NOTES\.txt|_[a-z-]+\.tpl)$/;
const folders = /^ISSUE_TEMPLATE$/;

/** Files and folders are named in kebab-case, except for customary names (README.md, LICENSE, Java classes). */
export const kebabCaseNames: Rule = {
  name: 'kebab-case-names',
  advice: 'Rename it to lower-case words joined by hyphens.',
  check: ({ files }) =>
    files.flatMap(({ path }) => {
      const segments = path.split('/');
      const wrong = segments.find(
        (segment, index) =>
          !kebabCase.test(segment) && !(index === segments.length - 1 ? documents : folders).test(segment),
      );
      return wrong === undefined ? [] : [{ path, problem: `'${wrong}' is not kebab-case` }];
    }),
};
