import { type Client, ConnectoryError, formBody } from '@connectory/client';
import { findConnection, findConnectionOrConnector } from '../find-connection.ts';
import { openGateway } from '../gateway.ts';
import { namedWorkspace } from '../named-workspace.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import type { ActionRequest, ActionResponse, ActionRunner } from './action-runner.ts';
import type { RunTarget } from './run-target.ts';

/** A runner, and the part of the JSON argument that is the request itself. */
export interface AddressedRunner {
  readonly runner: ActionRunner;
  readonly request: ActionRequest;
}

/**
 * Runs actions through the gateway, on the connection that the JSON argument names with `workspace` and `name`, or with `connector_id`.
 * Throws a problem of code 4 without either, and of code 3 if there is no such connection.
 */
export async function throughGateway(
  terminal: Terminal,
  { workspace, name, connector_id: connectorId, ...request }: ActionRequest,
): Promise<AddressedRunner> {
  const client = openGateway(terminal);
  for (const [member, value] of Object.entries({ workspace, name, connector_id: connectorId })) {
    if (value === undefined || typeof value === 'string') continue;
    throw invalidInput(`"${member}" must be a string.`, [
      { field: `/${member}`, message: 'must be a string', error_code: 'invalid_type' },
    ]);
  }
  if ((name === undefined) === (connectorId === undefined)) {
    const message =
      'Name the connection with "name" (and "workspace"), or with "connector_id", not both: connectory connections list shows them.';
    throw invalidInput(message, [{ field: '/name', message: 'is required', error_code: 'required' }]);
  }
  const named = namedWorkspace(terminal, workspace as string | undefined);
  const id = connectorId === undefined ? (await findConnection(client, named, name as string)).id : connectorId;
  return { runner: runnerOf(client, id as string), request };
}

/**
 * Finds a connection by its name or id, or by the id of its connector if the workspace has only one of that connector. Throws a problem of
 * code 3 that lists the connections, and of code 4 for a connector with several.
 */
export async function gatewayTarget(
  terminal: Terminal,
  connection: string,
  workspace: string | undefined,
): Promise<RunTarget> {
  const client = openGateway(terminal);
  const { id, connector } = await findConnectionOrConnector(client, namedWorkspace(terminal, workspace), connection);
  return {
    connector,
    entities: async () => (await client.connectors.get(connector)).entities,
    entity: (name) => client.connectors.entity(connector, name).catch(undefinedWhenUnknown),
    open: async () => runnerOf(client, id),
    close: () => {},
  };
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (!(error instanceof ConnectoryError) || error.code !== 'unknown_entity') throw error;
}

/** Runs actions of the connection with this ID through the gateway. */
export const runnerOf = (client: Client, id: string): ActionRunner => ({
  run: (body, idempotencyKey, file) => run(client, id, body, idempotencyKey, file),
  close: async () => {},
});

async function run(
  { transport }: Client,
  connectorId: string,
  request: ActionRequest,
  idempotencyKey: string | undefined,
  file: File | undefined,
): Promise<ActionResponse> {
  const init = {
    params: {
      path: { connector_id: connectorId },
      ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
    },
    // The request is sent as typed, because the gateway has the best error messages.
    body: request as { entity: string; action: string },
  };
  const address = '/api/v1/integrations/connectors/{connector_id}/execute';
  if (file !== undefined) {
    const { data } = await transport.POST(address, { ...init, ...formBody(request, file), parseAs: 'text' });
    return { kind: 'json', text: data ?? '' };
  }
  if (request.action !== 'download' || request.dry_run === true) {
    const { data, response } = await transport.POST(address, { ...init, parseAs: 'text' });
    return { kind: 'json', text: data ?? '', isHeld: response.status === 202 };
  }
  const { response } = await transport.POST(address, { ...init, parseAs: 'stream' });
  return { kind: 'file', bytes: whole(response.body) };
}

async function* whole(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body;
  } catch (error) {
    const message = 'The download was interrupted. Run the command again.';
    throw new ProblemError({ status: 0, code: 'upstream_unavailable', message }, { cause: error });
  }
}
