import { CallProblem, toCallProblem } from '../call-problem.ts';
import type { Calls, Connection, DescribedAction } from '../calls.ts';
import { actionOf } from './action-of.ts';
import { connectionOf } from './connection-of.ts';

/** Names in a call. */
export interface ResolvedCall {
  readonly connection: Connection;
  readonly action: DescribedAction;
}

interface NamedCall {
  readonly connection: string;
  readonly entity: string;
  readonly action: string;
}

/** Finds the connection and the action of a call. Throws `connector_not_found`, `unknown_entity` and `action_not_available`. */
export async function resolveCall(
  calls: Calls,
  { connection: wanted, entity, action }: NamedCall,
): Promise<ResolvedCall> {
  const connection = await connectionOf(calls, wanted);
  const described = await calls.describeEntity(connection.connector, entity);
  return { connection, action: actionOf(described, action) };
}

/** Throws `wrong_tool` that names the right one for an action this tool does not run. */
export function requireTool(tool: string, { action }: ResolvedCall): void {
  const right = action.result === 'file' ? 'read_file' : action.effect === 'read' ? 'run_read' : 'run_write';
  if (right === tool) return;
  throw new CallProblem(
    { code: 'wrong_tool', message: `${tool} does not run ${action.action}, whose effect is "${action.effect}".` },
    { nextStep: `Use ${right}.` },
  );
}

/** Runs `call`; where its parameters are wrong, the problem shows those of the action. */
export async function showingParams<Result>(action: DescribedAction, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (thrown) {
    const problem = toCallProblem(thrown);
    problem.action = action;
    throw problem;
  }
}
