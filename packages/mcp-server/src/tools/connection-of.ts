import { nearestName } from '@connectory/errors';
import { CallProblem } from '../call-problem.ts';
import type { Calls, Connection } from '../calls.ts';

const mostNames = 30;

/**
 * The connection of that id or name, or the only one of that connector. Throws `connector_not_found` with the names there are.
 */
export async function connectionOf(calls: Calls, wanted: string): Promise<Connection> {
  const found = await calls.connection(wanted);
  if (found !== undefined) return found;
  const all = await calls.connections();
  const [only, ...others] = all.filter(({ connector }) => connector === wanted);
  if (only !== undefined && others.length === 0) return only;
  const names = (only === undefined ? all : [only, ...others]).map(({ name }) => name);
  const near = only === undefined ? nearestName(wanted, names) : undefined;
  const shown =
    names.length === 0 ? 'This token has no connection.' : `There is ${names.slice(0, mostNames).join(', ')}.`;
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
