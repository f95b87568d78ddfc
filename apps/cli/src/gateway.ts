import { type Client, ConnectoryError, createClient } from '@connectory/client';
import { type GatewayAccess, gatewayAccess } from './gateway-access.ts';
import { namedWorkspace } from './named-workspace.ts';
import { invalidInput, type Problem, ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Creates a client of the gateway that options, environment or profile name. Throws a problem that says what is missing. */
export function openGateway(terminal: Terminal): Client {
  return clientOf(gatewayAccess(terminal));
}

/** Creates a client of a gateway. Throws a problem of code 4 for a malformed URL or token. */
export function clientOf({ url, token }: GatewayAccess): Client {
  try {
    return createClient({ url, token, via: 'cli' });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalidInput(`${error.message} Check the URL and the token of the gateway.`);
  }
}

/**
 * Returns the problem to print for a failure: the gateway's as received, or why there is no response. Undefined for a bug of the command
 * itself.
 */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof ConnectoryError)) return undefined;
  if (error.problem !== undefined) return error.problem;
  const advice = 'Start one with connectory serve, or give its URL with --url, CONNECTORY_URL or connectory login.';
  return { status: error.status, code: error.code, message: `${error.message} ${advice}` };
}

/**
 * Chooses the workspace: the named one, that of `CONNECTORY_WORKSPACE`, or the only one the token can access. Throws a problem that lists
 * the choices.
 */
export async function chooseWorkspace(client: Client, terminal: Terminal, named?: string): Promise<string> {
  const given = namedWorkspace(terminal, named);
  if (given !== undefined) return given;
  const names: string[] = [];
  for await (const { name } of client.workspaces.list()) names.push(name);
  const [only, ...others] = names;
  if (only === undefined)
    throw invalidInput('There are no workspaces yet. Create one with: connectory workspaces create acme');
  if (others.length === 0) return only;
  throw invalidInput(
    `There are several workspaces. Choose one with --workspace or CONNECTORY_WORKSPACE: ${names.slice(0, 20).join(', ')}.`,
  );
}
