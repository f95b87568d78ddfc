import { connectionsCalled, connectionsMeant, nearestName, shownConnections } from '@connectory/errors';
import { CallProblem, toCallProblem } from '../call-problem.ts';
import type { Calls, Connection, DescribedAction, DescribedEntity, ResolvedCall } from '../calls.ts';

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

const maxNames = 30;

/**
 * The connection of that id or name, or the only one whose connector, vendor or kind is called so. Throws `connector_not_found` with the
 * names there are.
 */
export async function connectionOf(calls: Calls, wanted: string): Promise<Connection> {
  const found = await calls.connection(wanted);
  if (found !== undefined) return found;
  const all = await calls.connections();
  const [only, ...others] = connectionsCalled(all, wanted);
  if (only !== undefined && others.length === 0) return only;
  const choices = only === undefined ? all : [only, ...others];
  const near = only === undefined ? connectionsMeant(all, wanted)[0]?.name : undefined;
  const shown =
    choices.length === 0
      ? 'This token has no connection.'
      : `There is ${shownConnections(choices.slice(0, maxNames))}.`;
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  const what = only === undefined ? `There is no connection "${wanted}".` : `"${wanted}" has several connections.`;
  throw new CallProblem({
    code: 'connector_not_found',
    message: `${what} ${shown}${question}`,
    errors: [
      { field: '/connection', message: 'is not a connection', ...(near !== undefined && { did_you_mean: near }) },
    ],
  });
}

/** The action of that name. Throws `action_not_available` with those there are. */
export function actionOf({ name, actions }: DescribedEntity, wanted: string): DescribedAction {
  const found = actions.find(({ action }) => action === wanted);
  if (found !== undefined) return found;
  const names = actions.map(({ action }) => action);
  const near = nearestName(wanted, names);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new CallProblem({
    code: 'action_not_available',
    message: `${name} offers ${names.join(', ')}, not "${wanted}".${question}`,
    errors: [
      {
        field: '/action',
        message: `must be one of ${names.join(', ')}`,
        ...(near !== undefined && { did_you_mean: near }),
      },
    ],
  });
}
