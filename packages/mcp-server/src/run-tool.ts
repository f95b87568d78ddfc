import { nearestName, validateInput } from '@connectory/errors';
import { CallProblem, toCallProblem } from './call-problem.ts';
import { problemText } from './problem-text.ts';
import { refuseRoundedNumbers } from './rounded-number.ts';
import type { ToolContext } from './tool.ts';
import { tools } from './tools.ts';

/** Result of a tool: text for the model, and whether it describes an error. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs the named tool. Failures become results that describe them; `onFault` is called with unexpected errors. */
export async function runTool(
  name: string,
  input: unknown,
  context: ToolContext,
  onFault: (error: unknown) => void,
): Promise<ToolResult> {
  try {
    const tool = tools.find((one) => one.name === name);
    // One that is not offered finds nothing it could run.
    if (tool === undefined) throw await unknownTool(name, context);
    refuseRoundedNumbers(input);
    return { text: await tool.run(validateInput(tool.input, input ?? {}), context), isError: false };
  } catch (thrown) {
    const problem = toCallProblem(thrown);
    if (problem.problem.code === 'internal') onFault(problem.cause);
    return { text: problemText(problem, context.requestId), isError: true };
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
