import { join } from 'node:path/posix';
import { isTest, type Project, type ProjectPackage, packageOf } from '../project.ts';
import type { Rule } from '../rule.ts';
import { type Import, importsOf, packageNameOf, sourceFiles } from '../source.ts';

/** The workspace packages that the sources (not the tests) of these packages may import; other packages are not restricted here. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/connector-sdk': [],
  'packages/database': [],
  'packages/errors': [],
  'packages/exact-json': [],
  'packages/core': [
    'packages/connector-sdk',
    'packages/errors',
    'packages/exact-json',
    'packages/upstream',
    'packages/control-plane',
    'packages/context-store',
  ],
};

/** The command line runs actions with the parts of a gateway; the documentation has a page for each of its connectors. */
const aboveTheGateway = ['apps/cli', 'apps/docs'];

/**
 * Imports follow the layers: only tools, the command line and the documentation import an app, no package imports a connector, and core
 * does not depend on a database.
 */
export const workspaceImports: Rule = {
  name: 'workspace-imports',
  advice: 'Move the code to the package that may know both, or pass it in from the composition root.',
  check: (project) =>
    sourceFiles(project).flatMap((file) => {
      const own = packageOf(project, file.path);
      if (own === undefined) return [];
      return importsOf(file).flatMap((imported) => {
        const problem = problemOf(project, file.path, own, imported);
        return problem === undefined ? [] : [{ path: file.path, line: imported.line, problem }];
      });
    }),
};

function problemOf(project: Project, path: string, own: ProjectPackage, { specifier }: Import): string | undefined {
  const name = packageNameOf(specifier);
  if (name === undefined) {
    const target = join(path, '..', specifier);
    return target.startsWith(`${own.folder}/`) ? undefined : `'${specifier}' leaves ${own.folder}`;
  }
  const target = project.packages.find((candidate) => candidate.name === name && candidate !== own);
  if (target === undefined) return undefined;
  if (target.folder.startsWith('apps/') && !own.folder.startsWith('tools/') && !aboveTheGateway.includes(own.folder)) {
    return `'${specifier}' is an app, which only tools, ${aboveTheGateway.join(' and ')} may import`;
  }
  if (target.folder.startsWith('connectors/') && own.folder.startsWith('packages/')) {
    return `'${specifier}' is a connector, which no package may import`;
  }
  const allowed = isTest(path) ? undefined : layers[own.folder];
  return allowed === undefined || allowed.includes(target.folder)
    ? undefined
    : `${own.folder} may not import '${specifier}'`;
}
