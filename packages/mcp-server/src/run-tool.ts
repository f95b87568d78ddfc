import { nearestName } from '@connectory/errors';
import { validateInput } from '@connectory/errors/validation';
import { parseExactly } from '@connectory/exact-json';
import { CallProblem, problemText, toCallProblem } from './call-problem.ts';
import { OpenQuestion } from './questions.ts';
import type { ToolContext, ToolOutput } from './tool.ts';
import { tools } from './tools.ts';

/** Result of a tool, and whether it describes an error, which has only text. */
export interface ToolResult extends ToolOutput {
  readonly isError: boolean;
}

/** Runs the named tool. Failures become results that describe them; `onError` is called with unexpected errors. Throws `OpenQuestion`. */
export async function runTool(
  name: string,
  input: unknown,
  context: ToolContext,
  onError: (error: unknown) => void,
): Promise<ToolResult> {
  try {
    const tool = tools.find((one) => one.name === name);
    // One that is not offered finds nothing it could run.
    if (tool === undefined) throw await unknownTool(name, context);
    refuseRoundedNumbers(input);
    const output = await tool.run(validateInput(tool.input, withReadParams(input ?? {})), context);
    return { ...output, isError: false };
  } catch (thrown) {
    if (thrown instanceof OpenQuestion) throw thrown;
    const problem = toCallProblem(thrown);
    if (problem.problem.code === 'internal') onError(problem.cause);
    return { text: problemText(problem, context.requestId), isError: true };
  }
}

/** The input with parameters as JSON where a model has sent them as JSON text, which many do. */
function withReadParams(input: object): object {
  const read = Object.entries(input).map(([name, value]) => [name, jsonNames.has(name) ? readJson(value) : value]);
  return Object.fromEntries(read);
}

const jsonNames = new Set(['params', 'params_list', 'filter', 'aggregate']);

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseExactly(value);
  } catch {
    // It is refused as a text.
    return value;
  }
}

async function unknownTool(name: string, { calls }: ToolContext): Promise<CallProblem> {
  const offered: string[] = [];
  for (const tool of tools) if (await tool.isOffered(calls)) offered.push(tool.name);
  const near = nearestName(name, offered);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new CallProblem(
    { code: 'unknown_tool', message: `There is no tool "${name.slice(0, 100)}".${question}` },
    { nextStep: `Use one of ${offered.join(', ')}.` },
  );
}

/**
 * Throws `invalid_params` for an integer beyond 2^53: a transport that reads JSON as JavaScript does has rounded it already, and it would
 * name another record. Over HTTP such integers arrive whole, as `bigint`.
 */
function refuseRoundedNumbers(value: unknown, path = ''): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const field = path || '/';
    throw new CallProblem(
      {
        code: 'invalid_params',
        message: `${field.slice(1).replaceAll('/', '.')} is an integer beyond 2^53, which is rounded over standard input.`,
        errors: [{ field, message: 'is beyond the integers that arrive whole' }],
      },
      { nextStep: 'Send it as a string if the parameter accepts one, or connect over HTTP.' },
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) refuseRoundedNumbers(member, `${path}/${name.slice(0, 100)}`);
}
