import ts from 'typescript';
import type { Project, ProjectFile } from './project.ts';

/** One import of a source file: its specifier, its line (from 1), and the imported names. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly names: readonly string[];
}

const visited = new WeakMap<ProjectFile, readonly ts.Node[]>();

/** The TypeScript and JavaScript files of a project. */
export function sourceFiles(project: Project): readonly ProjectFile[] {
  return project.files.filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path));
}

// The nodes of a file in source order. Cached, because every rule visits every file.
function nodesOf(file: ProjectFile): readonly ts.Node[] {
  const known = visited.get(file);
  if (known !== undefined) return known;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true));
  visited.set(file, nodes);
  return nodes;
}

/** The line of a node, from 1. */
export function lineOf(node: ts.Node): number {
  const tree = node.getSourceFile();
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Returns the defined results of `pick` for the nodes of a source file, in source order. */
export function collect<Value>(file: ProjectFile, pick: (node: ts.Node) => Value | undefined): readonly Value[] {
  const values: Value[] = [];
  for (const node of nodesOf(file)) {
    const value = pick(node);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Returns every import of a source file: static, type-only, re-exporting and dynamic ones with a literal specifier. */
export function importsOf(file: ProjectFile): readonly Import[] {
  return collect(file, (node) => {
    const specifier = specifierOf(node);
    return specifier === undefined ? undefined : { specifier, line: lineOf(node), names: namesOf(node) };
  });
}

/** The package of a specifier: `@scope/name` or `name`; undefined for a relative path. */
export function packageNameOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function specifierOf(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return node.argument.literal.text;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments;
    return target !== undefined && ts.isStringLiteralLike(target) ? target.text : undefined;
  }
  return undefined;
}

function namesOf(node: ts.Node): readonly string[] {
  const bindings = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  if (bindings === undefined || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return [];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}
