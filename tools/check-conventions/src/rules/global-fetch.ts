import ts from 'typescript';
import { isTest } from '../project.ts';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

// The published client runs anywhere, the API reference in a browser.
const elsewhere = /^(?:packages\/client|apps\/reference)\//;

/** Requests use undici's dispatcher, which is faster and guarded. */
export const globalFetch: Rule = {
  name: 'global-fetch',
  advice: "Send it with undici's request, or through packages/upstream when it goes to a vendor.",
  check: (project) =>
    sourceFiles(project)
      .filter(({ path }) => !elsewhere.test(path) && !isTest(path))
      .flatMap((file) =>
        collect(file, (node) =>
          ts.isCallExpression(node) && isGlobalFetch(node.expression)
            ? { path: file.path, line: lineOf(node), problem: 'it calls the global fetch' }
            : undefined,
        ),
      ),
};

function isGlobalFetch(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'fetch';
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'globalThis' &&
    callee.name.text === 'fetch'
  );
}
