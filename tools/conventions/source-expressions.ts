import ts from 'typescript';

/** A regular expression of a source file. */
interface SourceExpression {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions of a file: its literals, and the lines that make others while they run. */
export interface FileExpressions {
  readonly literals: readonly SourceExpression[];
  /** The text of each call of `RegExp`. */
  readonly made: readonly string[];
}

/** Finds the regular expressions of a source with the parser of TypeScript, so that none escapes by the way it is written. */
export function expressionsIn(path: string, text: string): FileExpressions {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const literals: SourceExpression[] = [];
  const made: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      literals.push({ line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === 'RegExp') {
      made.push(node.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { literals, made };
}
