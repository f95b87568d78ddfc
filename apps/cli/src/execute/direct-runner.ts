import { randomBytes, randomUUID } from 'node:crypto';
import type { ConnectorEntity } from '@connectory/client';
import type { Connector } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { createControlPlane, EncryptionKeys, type NewConnection, type WorkspaceId } from '@connectory/control-plane';
import {
  createRegistry,
  type ExecuteResult,
  Executor,
  type Registry,
  toGatewayError,
  validSettings,
} from '@connectory/core';
import { openDatabase } from '@connectory/database';
import { GatewayError, problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { chooseAuthentication, loadConnectors, readConfiguration } from '@connectory/gateway';
import { createEgressGuard, createUpstreamClient, type EgressGuard, type UploadedFile } from '@connectory/upstream';
import { type CredentialValues, credentialValues, missingCredentials, readCredentials } from '../credentials.ts';
import { exitCodes } from '../exit-code.ts';
import { parseJsonObject } from '../json-input.ts';
import { nearestOf } from '../nearest-of.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import type { ActionRequest, ActionResponse, ActionRunner } from './action-runner.ts';
import type { AddressedRunner } from './gateway-runner.ts';
import type { RunTarget } from './run-target.ts';

/**
 * Opens a runner in this process, made from the parts of a gateway, for the account that the JSON argument describes: `connector` (or `name`),
 * `credentials` unless they are in the environment, `settings` and `authentication`. Stores nothing. Throws the problem that a gateway
 * would return, of code 2 if the vendor rejects the credentials.
 */
export async function withoutGateway(terminal: Terminal, given: ActionRequest): Promise<AddressedRunner> {
  const { connector, name, workspace: _workspace, credentials, settings, authentication, ...request } = given;
  const parts = await installed(terminal);
  const chosen = registered(parts, connector ?? name);
  return { request, runner: await open(terminal, parts, chosen, { credentials, settings, authentication }) };
}

/** Returns a run target for the connector with this ID, with the account that the environment describes. Throws a problem of code 3. */
export async function directTarget(terminal: Terminal, id: string): Promise<RunTarget> {
  const parts = await installed(terminal);
  const chosen = registered(parts, id);
  // Serialized, as a gateway would send it.
  const entities = JSON.parse(JSON.stringify(describeConnector(chosen).entities)) as readonly ConnectorEntity[];
  return {
    connector: chosen.id,
    entities: async () => entities,
    entity: async (name) => entities.find((entity) => entity.name === name),
    open: () => open(terminal, parts, chosen, {}),
    close: () => parts.closePlugins(),
  };
}

async function open(
  terminal: Terminal,
  { registry, guard, closePlugins }: Installed,
  chosen: Connector,
  { credentials, settings, authentication }: Readonly<Record<string, unknown>>,
): Promise<ActionRunner> {
  const values = credentials === undefined ? await readCredentials(terminal, undefined) : credentialValues(credentials);
  if (values === undefined) throw missingCredentials(chosen.id, describeConnector(chosen).auth, '"credentials"');
  const account = await accountOf(chosen, {
    values,
    settings: settings ?? parseJsonObject(terminal.environment.CONNECTORY_SETTINGS || '{}', 'CONNECTORY_SETTINGS'),
    authentication,
  });
  const database = await openDatabase(':memory:');
  const controlPlane = await createControlPlane({ database, encryptionKeys: new EncryptionKeys([randomBytes(32)]) });
  const upstream = createUpstreamClient({ guard });
  const { id: workspaceId } = await controlPlane.workspaces.create('direct');
  const { id: connectionId } = await controlPlane.connections.create(workspaceId, account);
  const executor = new Executor({ registry, controlPlane, upstream });
  return {
    run: (body, key, file) => run(executor, workspaceId, connectionId, body, key, file),
    close: async () => {
      await upstream.close();
      closePlugins();
      await controlPlane.close();
      await database.close();
    },
  };
}

interface Installed {
  readonly registry: Registry;
  readonly guard: EgressGuard;
  closePlugins(): void;
}

async function installed({ environment }: Terminal): Promise<Installed> {
  try {
    const configuration = readConfiguration(environment);
    const { connectors, close: closePlugins } = await loadConnectors(configuration);
    return { registry: createRegistry(connectors), guard: createEgressGuard(configuration.egressAllow), closePlugins };
  } catch (error) {
    // These errors name the variable or package that is wrong.
    throw invalidInput(error instanceof Error ? error.message : String(error));
  }
}

function registered({ registry }: Installed, id: unknown): Connector {
  const found = registry.get(String(id));
  if (found !== undefined) return found.connector;
  const names = registry.all().map(({ connector }) => connector.id);
  const near = id === undefined ? undefined : nearestOf(String(id), names);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  if (id === undefined) throw invalidInput(`Name a connector with "connector": ${names.join(', ')}.`);
  const message = `There is no connector "${id}".${question} The connectors are ${names.join(', ')}.`;
  throw new ProblemError({ status: 404, code: 'connector_not_found', message });
}

interface GivenAccount {
  readonly values: CredentialValues;
  readonly settings: unknown;
  readonly authentication: unknown;
}

async function accountOf(
  connector: Connector,
  { values, settings, authentication }: GivenAccount,
): Promise<NewConnection> {
  try {
    const named = authentication === undefined ? undefined : String(authentication);
    const scheme = chooseAuthentication(connector, named, values);
    if (connector.upstream.authentication[scheme]?.token?.grant === 'refresh_token' && 'refresh_token' in values) {
      throw new GatewayError(
        'invalid_params',
        'A refresh_token is used up by the first renewal, and --direct cannot store the next one. Omit it and give an access_token that is still valid, or use a gateway.',
      );
    }
    return {
      connector: connector.id,
      name: connector.id,
      authentication: scheme,
      credentials: values,
      settings: await validSettings(connector, settings),
    };
  } catch (error) {
    throw problemFrom(error, randomUUID());
  }
}

async function run(
  executor: Executor,
  workspaceId: WorkspaceId,
  connectionId: string,
  request: ActionRequest,
  idempotencyKey: string | undefined,
  file: File | undefined,
): Promise<ActionResponse> {
  const requestId = randomUUID();
  try {
    const result = await executor.execute({
      principal: {
        kind: 'token',
        tokenId: 'direct',
        tokenName: 'direct',
        tokenKind: 'token',
        rootId: 'direct',
        actor: { person: null, agent: null },
        workspaceId,
        policy: {},
        workspaceLimits: {},
        expiresAt: null,
      },
      connectionId,
      // Serialized, as it would arrive at a gateway.
      body: JSON.parse(JSON.stringify(request)) as unknown,
      requestId,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      file: file && uploaded(file),
    });
    return responseOf(result);
  } catch (error) {
    throw problemFrom(error, requestId);
  }
}

// A file can be read again, so that a failed connection is no reason to give up.
const uploaded = (file: File): UploadedFile => ({
  name: file.name,
  type: file.type,
  size: file.size,
  isSpent: false,
  bytes: () => file.stream(),
});

function responseOf(result: ExecuteResult): ActionResponse {
  if (result.kind === 'file') return { kind: 'file', bytes: result.file.body };
  if (result.kind === 'held') throw new TypeError('a call without a policy was held');
  const text =
    result.kind === 'preview'
      ? JSON.stringify({ data: { requests: result.requests }, meta: {} })
      : `{"data":${result.json.toString('utf8')},"meta":${writeExactly(result.meta)}}`;
  return { kind: 'json', text };
}

// The user provided the credentials, so their rejection by the vendor is the user's own error.
function problemFrom(thrown: unknown, requestId: string): ProblemError {
  const error = toGatewayError(thrown);
  const isRefused = error.code === 'credential_rejected' || error.code === 'reauthorization_required';
  return new ProblemError(problemOf(error, requestId), {
    cause: thrown,
    ...(isRefused && { exitCode: exitCodes.authorization }),
  });
}
