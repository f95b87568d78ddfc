import { ASTNodeTypes, type TxtDocumentNode, type TxtParagraphNode } from '@textlint/ast-node-types';
import ts from 'typescript';

/** Parses the string literals of a TypeScript file for textlint: each one with a space is a paragraph. */
export function parseTypescript(text: string): TxtDocumentNode {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const children: TxtParagraphNode[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && node.text.includes(' ')) children.push(paragraph(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { type: ASTNodeTypes.Document, children, ...place(source, 0, text.length) };
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function paragraph(source: ts.SourceFile, node: ts.Node): TxtParagraphNode {
  const inside = place(source, node.getStart(source), node.getEnd());
  return {
    type: ASTNodeTypes.Paragraph,
    children: [{ type: ASTNodeTypes.Str, value: inside.raw, ...inside }],
    ...inside,
  };
}

// TypeScript counts lines from 0, textlint from 1.
function place(source: ts.SourceFile, from: number, to: number): Pick<TxtParagraphNode, 'raw' | 'range' | 'loc'> {
  const [start, end] = [from, to].map((position) => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { line: line + 1, column: character };
  });
  if (start === undefined || end === undefined) throw new Error('A text begins and ends somewhere.');
  return { raw: source.text.slice(from, to), range: [from, to], loc: { start, end } };
}
