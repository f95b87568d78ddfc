import ts from 'typescript';
import type { Rule } from '../rule.ts';
import { collect, lineOf, sourceFiles } from '../source.ts';

/** The `testTimeout` and `hookTimeout` of vitest.config.ts, in milliseconds. */
const shortest = 600_000;

const blocks = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const waits = new Set(['vi', 'expect']);
const names = new Set(['timeout', 'testTimeout', 'hookTimeout']);

// The conformance suite also runs in other repositories, with their settings.
const elsewhere = /^packages\/testkit\/src\//;

/** A test that is only given seconds fails on a busy machine. What hangs is ended by the limits of vitest.config.ts. */
export const testTimeLimits: Rule = {
  name: 'test-time-limits',
  advice: 'Leave the time limit to vitest.config.ts and tools/launch/patience.mjs.',
  check: (project) =>
    sourceFiles(project)
      .filter(({ path }) => !elsewhere.test(path))
      .flatMap((file) =>
        collect(file, (node) => {
          const limit = ts.isCallExpression(node) ? limitOf(node) : undefined;
          if (limit === undefined || Number(limit.text) >= shortest) return undefined;
          return { path: file.path, line: lineOf(limit), problem: `it has a time limit of ${limit.getText()}` };
        }),
      ),
};

/** The time limit that a call of Vitest sets: its last argument, or an option. */
function limitOf({ expression, arguments: given }: ts.CallExpression): ts.NumericLiteral | undefined {
  const name = calledName(expression);
  const last = given.at(-1);
  if (blocks.has(name) && given.length > 1 && last !== undefined && ts.isNumericLiteral(last)) return last;
  if (!blocks.has(name) && !waits.has(name)) return undefined;
  return given
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties.filter(ts.isPropertyAssignment))
    .filter((option) => names.has(option.name.getText()))
    .map(({ initializer }) => initializer)
    .find(ts.isNumericLiteral);
}

/** The name at the beginning of a call such as `it.skipIf(…)(…)` or `expect.poll(…)`. */
function calledName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isTaggedTemplateExpression(callee)) return calledName(callee.tag);
  const isChained = ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee);
  return isChained ? calledName(callee.expression) : '';
}
