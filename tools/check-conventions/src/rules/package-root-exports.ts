import { join } from 'node:path/posix';
import ts from 'typescript';
import type { ProjectPackage } from '../project.ts';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

/** The files in a package's `exports` list their exports, so that its public surface is chosen explicitly. */
export const packageRootExports: Rule = {
  name: 'package-root-exports',
  advice: 'List the exported names.',
  check: (project) => {
    const roots = new Set(project.packages.flatMap(rootsOf));
    return sourceFiles(project)
      .filter(({ path }) => roots.has(path))
      .flatMap((file) =>
        collect(file, (node) =>
          ts.isExportDeclaration(node) && node.exportClause === undefined
            ? { path: file.path, line: lineOf(node), problem: "it has 'export *'" }
            : undefined,
        ),
      );
  },
};

function rootsOf({ folder, manifest }: ProjectPackage): readonly string[] {
  return Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' ? [join(folder, target)] : [],
  );
}
