import { isTest } from '../project.ts';
import type { Rule } from '../rule.ts';
import { importsOf, packageNameOf, sourceFiles } from '../source.ts';

const inSources = new Set(['@connectory/connector-sdk', 'zod']);
const inTests = new Set([...inSources, '@connectory/testkit', 'vitest']);

// This test runs the vendor's own client against the simulated vendor.
const isVendorClientTest = (path: string) => path.endsWith('/test/vendor-client.test.ts');

/**
 * A connector imports connector-sdk and zod; its tests also import the testkit and vitest, and `test/vendor-client.test.ts` what it needs
 * to run the vendor's own client.
 */
export const connectorImports: Rule = {
  name: 'connector-imports',
  advice: 'Use what connector-sdk offers, or propose the missing option there.',
  check: (project) =>
    sourceFiles(project)
      .filter(({ path }) => path.startsWith('connectors/') && !isVendorClientTest(path))
      .flatMap((file) => {
        const allowed = isTest(file.path) ? inTests : inSources;
        return importsOf(file).flatMap(({ specifier, line }) => {
          const name = packageNameOf(specifier);
          if (name === undefined || allowed.has(name)) return [];
          return [{ path: file.path, line, problem: `a connector may not import '${specifier}'` }];
        });
      }),
};
