import ts from 'typescript';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

/** Everything is exported by name; only configuration files of tools that require it have a default export. */
export const namedExports: Rule = {
  name: 'named-exports',
  advice: 'Export it by its name.',
  check: (project) =>
    sourceFiles(project)
      .filter(({ path }) => !/\.config\.ts$|\/\.vitepress\//.test(path))
      .flatMap((file) =>
        collect(file, (node) =>
          isDefaultExport(node)
            ? { path: file.path, line: lineOf(node), problem: 'it has a default export' }
            : undefined,
        ),
      ),
};

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}
