import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, EventRequest } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { Behaviors, parseBehavior } from './behaviors.ts';
import type { DemoCredentials } from './credentials.ts';
import {
  decodeBody,
  decodeQuery,
  type IncomingCall,
  type LoggedRequest,
  RequestLog,
  readBody,
} from './incoming-call.ts';
import { defaultPageSize } from './pages.ts';
import { jsonReply, type Reply, RequestError, sendReply } from './replies.ts';
import { SimulatedUpstream } from './simulated-upstream.ts';
import { simulatedVendor } from './simulated-vendor.ts';
import type { ConnectorSandbox } from './simulation.ts';

/** What a sandbox simulates. */
export interface SandboxOptions {
  readonly connectors: readonly Connector[];
  /** The simulations of these connectors, found by the connector's id. One without is simulated from its declaration alone. */
  readonly sandboxes?: readonly ConnectorSandbox[];
  /** The same seed produces the same records, byte for byte. By default 1. */
  readonly seed?: number;
  /** Number of records per entity, 1 to 100,000; by default 25. */
  readonly recordsPerEntity?: number;
  /** Number of records of a page when a call does not say; by default 20. */
  readonly pageSize?: number;
}

/** The simulated upstreams of a set of connectors, behind one HTTP listener. */
export interface Sandbox {
  /** Listener for `node:http`: serves `/<connector id><path of the upstream>`, and `POST` and `DELETE` at `/_behaviors/<connector id>`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** What to set as `base_url` of a connection, given where the listener is reached. Throws a `RangeError` for an unknown connector. */
  baseUrl(origin: string, connectorId: string): string;
  /**
   * The credentials it accepts for a connector, by field: those of the first authentication method, or of the named one. Throws a
   * `RangeError` for an unknown connector or method.
   */
  credentials(connectorId: string, authentication?: string): DemoCredentials;
  /**
   * The required parameters of an action, with values it finds something by: keys of simulated records that exist now. Throws a
   * `RangeError` for a connector, entity or action there is not.
   */
  example(connectorId: string, entity: string, action: DirectActionName): Readonly<Record<string, unknown>>;
  /**
   * The records an entity has now, newest created ones first. Entities that are views of the same records share them. Throws a
   * `RangeError` for a connector or entity there is not.
   */
  records(connectorId: string, entity: string): readonly Readonly<Record<string, unknown>>[];
  /**
   * The row the vendor sends for one of the `records` in the response of an action. Throws a `RangeError` for a connector, entity or action
   * there is not.
   */
  rowOf(
    connectorId: string,
    entity: string,
    action: DirectActionName,
    record: Readonly<Record<string, unknown>>,
    params: Readonly<Record<string, unknown>>,
  ): unknown;
  /** Removes one of the `records`, as another user of the vendor would. False if it does not exist. */
  remove(connectorId: string, entity: string, record: Readonly<Record<string, unknown>>): boolean;
  /** Adds a new record, as another user of the vendor would, and returns it. */
  add(connectorId: string, entity: string): Readonly<Record<string, unknown>>;
  /**
   * Sets a time of one of the `records`, in milliseconds since 1970, in the field's format, and returns the record. Undefined if the record
   * does not exist, or has no time at that path.
   */
  touch(
    connectorId: string,
    entity: string,
    record: Readonly<Record<string, unknown>>,
    path: string,
    time: number,
  ): Readonly<Record<string, unknown>> | undefined;
  /** What the vendor signs its events with; null for one that signs nothing. Throws a `RangeError` for an unknown connector. */
  eventSecret(connectorId: string): string | null;
  /**
   * Sends the vendor's events to a URL on this machine from now on: one for each change of a record. Throws a `RangeError` for
   * another URL, and for a connector that is unknown or has no events.
   */
  sendEvents(connectorId: string, url: string): void;
  /**
   * The signed event of a change of one of the `records`; undefined if the vendor sends none. Throws a `RangeError` for an unknown
   * connector or entity.
   */
  eventOf(
    connectorId: string,
    entity: string,
    kind: 'added' | 'changed' | 'removed',
    record: Readonly<Record<string, unknown>>,
    url: string,
  ): EventRequest | undefined;
  /** Resolves when the events of everything that has changed by now were sent. */
  eventsSent(): Promise<void>;
  /** True for the path of a token endpoint below the vendor's base URL. Throws a `RangeError` for an unknown connector. */
  isTokenPath(connectorId: string, path: string): boolean;
  readonly behaviors: Behaviors;
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly LoggedRequest[];
  /** Back to the start: records, tokens, behaviors and request log. */
  reset(): void;
}

/** Makes a sandbox. Throws a `RangeError` for options out of bounds, a `TypeError` for a connector whose documents do not hold together. */
export function createSandbox({
  connectors,
  sandboxes = [],
  seed = 1,
  recordsPerEntity = 25,
  pageSize = defaultPageSize,
}: SandboxOptions): Sandbox {
  if (!Number.isSafeInteger(recordsPerEntity) || recordsPerEntity < 1 || recordsPerEntity > 100_000) {
    throw new RangeError('recordsPerEntity must be 1 to 100000');
  }
  const vendors = connectors.map((connector) =>
    simulatedVendor(
      connector,
      sandboxes.find((one) => one.connector.id === connector.id),
    ),
  );
  const ids = vendors.map(({ connector }) => connector.id);
  const start = () =>
    new Map(vendors.map((one) => [one.connector.id, new SimulatedUpstream(one, { seed, recordsPerEntity, pageSize })]));
  let upstreams = start();
  const behaviors = new Behaviors(ids);
  const log = new RequestLog();

  const upstreamOf = (id: string): SimulatedUpstream => {
    const upstream = upstreams.get(id);
    if (upstream === undefined) throw new RangeError(`there is no connector ${id} in this sandbox`);
    return upstream;
  };

  async function returned(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname, search } = splitUrl(url);
    const [, id = '', ...rest] = pathname.split('/');
    const path = rest.length === 0 ? '' : `/${rest.join('/')}`;
    const bytes = await readBody(request);
    if (id === '_behaviors')
      return sendReply(response, planBehavior(behaviors, method, rest[0] ?? '', bytes), undefined);
    const upstream = upstreams.get(id);
    if (upstream === undefined) {
      const message = `Nothing is simulated at ${pathname.slice(0, 200)}. There is: ${ids.map((one) => `/${one}`).join(', ')}`;
      return sendReply(response, jsonReply(404, { message }), undefined);
    }
    const { body, file } = decodeBody(bytes, headers['content-type']);
    const isShort = bytes.length <= 65_536;
    const logged = 'value' in body && (isShort || body.kind === 'multipart') ? body.value : undefined;
    const sentFile = body.kind === 'multipart' || body.kind === 'other' ? file : undefined;
    const baseUrl = `http://${headers.host ?? 'localhost'}/${id}`;
    const call: IncomingCall = {
      method,
      path,
      search,
      get query() {
        return decodeQuery(search);
      },
      headers,
      baseUrl,
      body,
      file,
    };
    const { reply, behavior } = upstream.response(call, (matched, meant) => {
      const entry = { connector: id, method, url, headers, body: logged, file: sentFile };
      log.add(
        { ...entry, meant: isShort || sentFile ? meant : undefined },
        upstream.guard.secretHeaders,
        upstream.isTokenPath(path),
      );
      return behaviors.take(id, matched);
    });
    if (behavior?.kind === 'slow') await pause(behavior.milliseconds, response);
    await sendReply(response, reply, behavior);
  }

  return {
    handle: (request, response) => {
      returned(request, response).catch((error: unknown) => fail(response, error));
    },
    baseUrl: (origin, connectorId) => `${origin.replace(/\/$/, '')}/${upstreamOf(connectorId).connector.id}`,
    credentials: (connectorId, authentication) => upstreamOf(connectorId).guard.credentials(authentication),
    example: (connectorId, entity, action) => upstreamOf(connectorId).example(entity, action),
    records: (connectorId, entity) => upstreamOf(connectorId).recordsOf(entity).slice(),
    rowOf: (connectorId, entity, action, record, params) =>
      upstreamOf(connectorId).rowOf(entity, action, record, params),
    remove: (connectorId, entity, record) => upstreamOf(connectorId).remove(entity, record),
    add: (connectorId, entity) => upstreamOf(connectorId).add(entity),
    touch: (connectorId, entity, record, path, time) => upstreamOf(connectorId).touch(entity, record, path, time),
    eventSecret: (connectorId) => upstreamOf(connectorId).events.secret,
    sendEvents: (connectorId, url) => upstreamOf(connectorId).events.register(url),
    eventOf: (connectorId, entity, kind, record, url) => upstreamOf(connectorId).eventOf(entity, kind, record, url),
    eventsSent: async () => {
      await Promise.all(Array.from(upstreams.values(), ({ events }) => events.settled()));
    },
    isTokenPath: (connectorId, path) => upstreamOf(connectorId).isTokenPath(path),
    behaviors,
    get requests() {
      return log.requests;
    },
    reset: () => {
      upstreams = start();
      behaviors.clear();
      log.clear();
    },
  };
}

// The wait ends if the caller disconnects, so that it does not keep the process alive.
async function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await delay(milliseconds, undefined, { signal: gone.signal }).catch(() => undefined);
}

function splitUrl(url: string): { pathname: string; search: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) };
}

function planBehavior(behaviors: Behaviors, method: string, id: string, bytes: Buffer): Reply {
  try {
    if (method === 'DELETE') behaviors.clear(id);
    else if (method !== 'POST') return jsonReply(405, { message: 'POST plans a failure, DELETE removes all of them.' });
    else {
      const { behavior, options } = parseBehavior(JSON.parse(bytes.toString()));
      behaviors.next(id, behavior, options);
    }
    return { status: 204, headers: {}, body: '' };
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return jsonReply(400, { message: error.message });
    throw error;
  }
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = error instanceof RequestError ? error.status : 500;
  const message = error instanceof Error ? error.message : 'unknown';
  const reply = jsonReply(status, { message: `The sandbox could not answer: ${message}` });
  response.writeHead(reply.status, { ...reply.headers, connection: 'close' });
  response.end(reply.body);
}

/** A sandbox that listens. */
export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly sandbox: Sandbox;
  /** Closes the listener and every connection. */
  stop(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1, at a free port unless one is given. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions & { readonly port?: number }): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createServer(sandbox.handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    sandbox,
    stop: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
