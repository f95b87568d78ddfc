import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import {
  type ConnectorSandbox,
  type LoggedRequest,
  type RunningSandbox,
  type Sandbox,
  startSandbox,
} from '@connectory/sandbox';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import pino from 'pino';
import { Agent, request } from 'undici';
import { type Configuration, readConfiguration } from '../src/start/configuration.ts';
import { type Gateway, startGateway } from '../src/start/gateway.ts';

/** The admin token of every gateway of these suites. */
export const adminToken = 'admin-token-of-the-test-suites';

/** A complete HTTP response. */
export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: RawValue;
}

/** The parts of a request other than method and path. A body that is neither a string, bytes nor a stream is sent as JSON. */
export interface SendOptions {
  readonly body?: unknown;
  /** The bearer token: by default that of the workspace, none for null. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Changes to a connection, which otherwise has the demo credentials of the first authentication alternative. */
interface ConnectionChanges {
  readonly authentication?: string;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly check?: boolean;
}

/** The configuration of a suite's gateway; everything has a default. */
export interface RunningGatewayOptions {
  readonly connectors?: readonly Connector[];
  /** The simulations of the connectors; by default those of made-up ones. */
  readonly sandboxes?: readonly ConnectorSandbox[];
  readonly recordsPerEntity?: number;
  readonly configuration?: Partial<Configuration>;
  /** Settings of the connections in addition to their base URL, by connector. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The admin token of the configuration, if it differs from the usual one. */
  readonly adminToken?: string;
}

/** A listening gateway, with the sandbox as upstream, a workspace `test`, a connection per connector and a token. */
export interface RunningGateway {
  readonly url: string;
  readonly gateway: Gateway;
  readonly sandbox: Sandbox;
  readonly sandboxOrigin: string;
  readonly dataDirectory: string;
  readonly databaseFile: string;
  readonly workspaceId: string;
  /** A token of the workspace that may do everything there, including manage. */
  readonly token: string;
  /** Returns the id of the connection named after its connector. */
  connection(connector: string): string;
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
  /** Calls execute on the connection of a connector, or on the connection with that id. */
  execute(connection: string, body: unknown, options?: Omit<SendOptions, 'body'>): Promise<Response>;
  /** Creates a token of the workspace with a policy and returns its text. */
  tokenWith(policy: Readonly<Record<string, unknown>>): Promise<string>;
  /** Creates a connection to the sandbox and returns its id; `changes` replaces fields of the request. */
  connect(connector: string, name: string, changes?: ConnectionChanges): Promise<string>;
  /** Runs something and returns the requests that reached the sandbox in the meantime, at most the last 1,000. */
  arrivalsDuring(work: () => Promise<unknown>): Promise<readonly LoggedRequest[]>;
  /** All log lines so far, one JSON object per line. */
  log(): string;
  stop(): Promise<void>;
}

/** Path of the execute call of a connection. */
export const executePath = (connectionId: string): string =>
  `/api/v1/integrations/connectors/${encodeURIComponent(connectionId)}/execute`;

/** Starts sandbox and gateway, and creates workspace, token and connections like a person would: over HTTP. */
export async function startRunningGateway(options: RunningGatewayOptions = {}): Promise<RunningGateway> {
  const {
    connectors = fixtureConnectors,
    sandboxes = fixtureSandboxes,
    recordsPerEntity = 25,
    adminToken: admin = adminToken,
  } = options;
  const upstreams = await startSandbox({ connectors, sandboxes, recordsPerEntity });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-gateway-'));
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const environment = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_ADMIN_TOKEN: admin,
    // Hosted mode has its own suites; other suites run without synchronization.
    CONNECTORY_MODE: 'direct',
  });
  // Passes over simulated vendors need not keep the quotas of the real ones.
  const hasQuotas = connectors.some(({ upstream }) => upstream.limits?.quotas !== undefined);
  const configuration = { ...environment, ...(hasQuotas && { purpose: 'demo' as const }), ...options.configuration };
  const gateway = await startGateway(configuration, connectors, logger);
  const agent = new Agent({ connections: 64 });
  let token = '';

  const send = async (method: string, path: string, { body, token: given, headers }: SendOptions = {}) => {
    const bearer = given === undefined ? token : given;
    const {
      statusCode,
      headers: received,
      body: stream,
    } = await request(gateway.url + path, {
      method,
      dispatcher: agent,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body) }),
    });
    return responseOf(statusCode, received, Buffer.from(await stream.arrayBuffer()));
  };

  const ids = new Map<string, string>();
  const connections = '/api/v1/workspaces/test/connections';
  const workspace = await created(send('POST', '/api/v1/workspaces', { body: { name: 'test' }, token: admin }));
  const newToken = { name: 'suite', policy: { manage: true } };
  token = (await created(send('POST', '/api/v1/workspaces/test/tokens', { body: newToken, token: admin }))).token;
  const connect = async (connector: string, name: string, changes: ConnectionChanges = {}): Promise<string> => {
    const draft = draftConnection(connectors, upstreams, connector, changes.authentication);
    const body = { ...draft, ...changes, settings: { ...draft.settings, ...changes.settings }, name };
    return (await created(send('POST', connections, { body, token: admin }))).id;
  };
  for (const { id } of connectors) ids.set(id, await connect(id, id, { settings: options.settings?.[id] ?? {} }));

  const running: RunningGateway = {
    url: gateway.url,
    gateway,
    sandbox: upstreams.sandbox,
    sandboxOrigin: upstreams.origin,
    dataDirectory,
    databaseFile: environment.databaseUrl,
    workspaceId: workspace.id,
    token,
    connection: (connector) => ids.get(connector) ?? connector,
    send,
    execute: (connection, body, rest) =>
      send('POST', executePath(ids.get(connection) ?? connection), { ...rest, body }),
    tokenWith: async (policy) => {
      const body = { name: 'restricted', policy };
      return (await created(send('POST', '/api/v1/workspaces/test/tokens', { body, token: admin }))).token;
    },
    connect,
    arrivalsDuring: async (work) => {
      const last = upstreams.sandbox.requests.at(-1);
      await work();
      const { requests } = upstreams.sandbox;
      return requests.slice(last === undefined ? 0 : requests.lastIndexOf(last) + 1);
    },
    log: () => lines.join(''),
    stop: async () => {
      await agent.close();
      await gateway.close();
      await upstreams.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
  return running;
}

/** The draft of a connection to the sandbox: connector, credentials and settings, without a name. */
export function draftConnection(
  connectors: readonly Connector[],
  { sandbox, origin }: Pick<RunningSandbox, 'sandbox' | 'origin'>,
  connectorId: string,
  authentication?: string,
): { connector: string; authentication?: string; credentials: object; settings: object } {
  const connector = connectors.find(({ id }) => id === connectorId);
  const named = Object.entries(connector?.upstream.settings.shape ?? {});
  const needed = named.filter(([, schema]) => !schema.safeParse(undefined).success).map(([name]) => [name, 'sandbox']);
  return {
    connector: connectorId,
    credentials: sandbox.credentials(connectorId, authentication),
    settings: { ...Object.fromEntries(needed), base_url: sandbox.baseUrl(origin, connectorId) },
    ...(authentication !== undefined && { authentication }),
  };
}

function bodyOf(body: unknown): string | Buffer | Readable {
  if (typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable) return body;
  return JSON.stringify(body);
}

function responseOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Response {
  const text = bytes.toString('utf8');
  return { status, headers, bytes, text, json: parsed(text) };
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function created(response: Promise<Response>): Promise<RawValue> {
  const { status, text, json } = await response;
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`);
  return json;
}
