import ts from 'typescript';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

const fullWords: Readonly<Record<string, string>> = {
  cfg: 'configuration',
  ctx: 'context',
  err: 'error',
  msg: 'message',
  opts: 'options',
  req: 'request',
  res: 'response',
};

/** Declared names are full words. Names from other sources (an upstream's fields) are not declared here. */
export const fullWordNames: Rule = {
  name: 'full-word-names',
  advice: 'Write the word out.',
  check: (project) =>
    sourceFiles(project).flatMap((file) =>
      collect(file, (node) => {
        const name = declaredName(node);
        const short = name?.text.split(/(?=[A-Z])|_/).find((word) => Object.hasOwn(fullWords, word.toLowerCase()));
        if (name === undefined || short === undefined) return undefined;
        const problem = `'${name.text}' abbreviates '${fullWords[short.toLowerCase()]}'`;
        return { path: file.path, line: lineOf(name), problem };
      }),
    ),
};

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportSpecifier(node);
  return declares && node.name !== undefined && ts.isIdentifier(node.name) ? node.name : undefined;
}
