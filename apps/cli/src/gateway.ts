import { type Client, ConnectoryError, createClient } from '@connectory/client';
import { invalidInput, ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Where a gateway listens unless it is told otherwise. */
const defaultUrl = 'http://127.0.0.1:8080';

/** A client of the gateway of `CONNECTORY_URL`, with the token of `CONNECTORY_TOKEN`. Throws a problem that says which of them to set. */
export function openGateway({ environment }: Terminal): Client {
  const { CONNECTORY_URL: url, CONNECTORY_TOKEN: token } = environment;
  if (!token) {
    const message =
      'CONNECTORY_TOKEN is not set. Set it to a token of the workspace; npm start prints one of the demo.';
    throw new ProblemError({ status: 401, code: 'unauthenticated', message });
  }
  try {
    return createClient({ url: url || defaultUrl, token: token.trim() });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalidInput(`${error.message} Check CONNECTORY_URL and CONNECTORY_TOKEN.`);
  }
}

/** What to print for a failure: the problem of the gateway as it came, or why there is none. Undefined for a fault of the command itself. */
export function problemOf(error: unknown): object | undefined {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof ConnectoryError)) return undefined;
  if (error.problem !== undefined) return error.problem;
  const advice = 'Start one (npm start, connectory serve), or set CONNECTORY_URL to where it listens.';
  return { status: error.status, code: error.code, message: `${error.message} ${advice}` };
}

/**
 * The workspace to work in: the named one, that of `CONNECTORY_WORKSPACE`, or the only one that the token sees. Throws a problem that
 * names the choice.
 */
export async function chooseWorkspace(client: Client, { environment }: Terminal, named?: string): Promise<string> {
  const given = named ?? (environment.CONNECTORY_WORKSPACE || undefined);
  if (given !== undefined) return given;
  const names: string[] = [];
  for await (const { name } of client.workspaces.list()) names.push(name);
  const [only, ...others] = names;
  if (only === undefined)
    throw invalidInput('There is no workspace yet. Create one: connectory workspaces create acme');
  if (others.length === 0) return only;
  throw invalidInput(`Say which workspace with --workspace or CONNECTORY_WORKSPACE: ${names.slice(0, 20).join(', ')}.`);
}
