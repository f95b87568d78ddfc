import ts from 'typescript';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

/** `any` is only used in the SDK's type of raw upstream values; everything else is typed or `unknown`. */
export const rawAny: Rule = {
  name: 'raw-any',
  advice: "Use 'unknown' and a check, or the SDK's RawValue for what an upstream sent.",
  check: (project) =>
    sourceFiles(project).flatMap((file) =>
      collect(file, (node) => {
        if (node.kind !== ts.SyntaxKind.AnyKeyword || isRawValue(file.path, node)) return undefined;
        return { path: file.path, line: lineOf(node), problem: "it uses 'any'" };
      }),
    ),
};

function isRawValue(path: string, node: ts.Node): boolean {
  const alias = ts.findAncestor(node, ts.isTypeAliasDeclaration);
  return alias?.name.text === 'RawValue' && path.startsWith('packages/connector-sdk/src/');
}
