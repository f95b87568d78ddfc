import { setTimeout as sleep } from 'node:timers/promises';
import { isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { asStep, CallScopes, type UpstreamCall } from './call.ts';
import { CircuitBreakers } from './circuit-breaker.ts';
import { awaitConnectorCode, buildingRequest, runConnectorCode } from './connector-code.ts';
import { isDeclared, refuseOtherRoute } from './declared-route.ts';
import type { EgressGuard } from './egress-guard.ts';
import {
  createExchange,
  type Exchange,
  type ExchangeBounds,
  ExchangeError,
  type ExchangeLimits,
  type ExchangeResponse,
} from './exchange.ts';
import { endedWith, exchangeFailure, failureContext, failureOf, saysTokenExpired } from './failure.ts';
import { type FileResponse, filePath, fileRequest, openFile } from './file-download.ts';
import { previewWithFile, rawRequest, readTarget, targetCall, withFilledParams } from './file-upload.ts';
import { TokenRenewal } from './oauth/token-renewal.ts';
import { PassBudget } from './pass-budget.ts';
import {
  type PreparedRequest,
  prepareRequest,
  previewRequest,
  type RequestPreview,
  requireHeaderText,
} from './request.ts';
import { RequestBudget } from './request-budget.ts';
import { type RecordResponse, type RecordsResponse, ResponseReader, recordWithoutBody } from './response.ts';
import { limitHeaderNames } from './response-headers.ts';
import { ResponseMemory, type ResponseMemoryLimits } from './response-memory.ts';
import { CallSender, idempotencyOf, type RetryPolicy } from './sender.ts';

/** Carries out declared actions over HTTP. Every method throws the documented `GatewayError`. */
export interface UpstreamClient {
  /** One page of list or api_search. */
  records(call: UpstreamCall): Promise<RecordsResponse>;
  /** The record of get, create, update, delete or upload. */
  record(call: UpstreamCall): Promise<RecordResponse>;
  /** The file of a download, open for reading. */
  file(call: UpstreamCall): Promise<FileResponse>;
  /** The requests that would be sent first, credentials masked; sends nothing. */
  preview(call: UpstreamCall): Promise<readonly RequestPreview[]>;
  /**
   * Sends one request of a consent: for tokens, or for the authorized accounts. It is guarded like any other, ends after 30 s, and is
   * neither retried nor redirected. The response may have 1 MiB and any status; throws if there is none.
   */
  send(request: PreparedRequest, vendor: string): Promise<ExchangeResponse>;
  /** What bounds this client, for metrics. */
  readonly bounds: readonly UpstreamBound[];
  /** Ends all running calls, and every later one as it begins: `shutting_down`. Open files go on until `close`. */
  stop(): void;
  /** Ends all running calls and open files and closes all connections. Waits for token renewals, for four seconds at most. */
  close(): Promise<void>;
}

/** What a client needs; times in milliseconds, sizes in bytes. */
export interface UpstreamClientOptions {
  readonly guard: EgressGuard;
  readonly limits?: Partial<ExchangeLimits>;
  readonly retry?: Partial<RetryPolicy>;
  readonly responseBytes?: Partial<ResponseMemoryLimits>;
  /** Milliseconds before an open circuit tries the upstream again. */
  readonly circuitRecovery?: number;
  /** Set for simulated upstreams: reads of the copy then need not leave a share of the vendor's quota to live calls. */
  readonly unlimitedSync?: boolean;
}

const defaultLimits: ExchangeLimits = {
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
};

const mebibyte = 1024 * 1024;
const defaultMemoryLimits: ResponseMemoryLimits = {
  perProcess: 256 * mebibyte,
  perWorkspace: 128 * mebibyte,
  maxWait: 5_000,
};

const defaultRetry: RetryPolicy = {
  attempts: 3,
  firstDelay: 250,
  maxDelay: 4000,
  maxWait: 5000,
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};

/** Makes a client with its own connection pools, budgets and circuits. */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const exchange = createExchange(options.guard, { ...defaultLimits, ...options.limits });
  const scopes = new CallScopes();
  const memoryLimits = { ...defaultMemoryLimits, ...options.responseBytes };
  const memory = new ResponseMemory(memoryLimits);
  const renewals = new CallScopes();
  const tokens = new TokenRenewal(exchange, renewals);
  const circuits = new CircuitBreakers(options.circuitRecovery ?? 10_000);
  const retry = { ...defaultRetry, ...options.retry };
  const budget = new RequestBudget(retry.now);
  const sender = new CallSender({
    exchange,
    circuits,
    budget,
    passBudget: options.unlimitedSync ? undefined : new PassBudget(retry.now),
    tokens,
    retry,
  });

  const bounded = async <Result>(call: UpstreamCall, work: (bounds: ExchangeBounds) => Promise<Result>) => {
    const { limits, workspaceId } = call.connection;
    const scope = scopes.open({
      seconds: Math.min(limits.deadlineSeconds, call.deadlineSeconds ?? limits.deadlineSeconds),
      isRead: isRead(call.name),
      caller: call.signal,
    });
    const held = memory.hold(workspaceId);
    let isAnswered = false;
    try {
      const result = await work({ scope, held, maxBytes: limits.responseBytes });
      isAnswered = true;
      return result;
    } finally {
      scopes.close(scope);
      if (isAnswered && call.held !== undefined) call.held.add(held);
      else held.release();
    }
  };
  const read = async (call: UpstreamCall, bounds: ExchangeBounds, kind: 'records' | 'record') => {
    let reader: ResponseReader | undefined;
    const response = await sender.send(call, await requestOf(call), bounds, (candidate) => {
      reader = undefined;
      if (isEmpty(candidate)) return 'none';
      reader = new ResponseReader(call, candidate, kind);
      return reader.failure;
    });
    return { response, reader };
  };

  // Where the vendor chooses the URL of an uploaded file, the file is sent before the request of the action.
  const toLastRequest = async (call: UpstreamCall, bounds: ExchangeBounds): Promise<UpstreamCall> => {
    const { action, connection } = call;
    if (call.file === undefined || action.file?.as !== 'target') return call;
    const { target } = action.file;
    const first = targetCall(call, target);
    const { response, reader } = await read(first, bounds, 'record');
    const { json } = await (reader ?? new ResponseReader(first, response, 'record')).record();
    const { url, params } = readTarget(call, target, json);
    const credentials = tokens.isDue(connection)
      ? await tokens.renew(connection, connection.credentials)
      : connection.credentials;
    const context = failureContext(call, () => credentials);
    const api = prepareRequest(connection, await requestOf(first), credentials);
    const destination = fileRequest(connection, api, url, api.origin + api.path);
    const request = rawRequest({ ...destination, method: 'POST' }, call.file);
    const send = () => exchange.send(request, bounds);
    const sent = await asStep(call, 'attempt', 1, context, send).catch((error: unknown) => {
      throw exchangeFailure(context, error);
    });
    const authenticated = request.origin === api.origin;
    if (sent.status >= 300) throw failureOf({ ...context, authenticated }, sent.status, sent.headers, sent.body);
    const { file: _, ...last } = call;
    return { ...last, params: { ...call.params, ...params } };
  };

  return {
    records: (call) =>
      bounded(call, async (bounds) => {
        const { response, reader } = await read(call, bounds, 'records');
        const page = await (reader ?? new ResponseReader(call, response, 'records')).records();
        return { ...page, ...limitHeadersOf(call, response) };
      }),
    record: (given) =>
      bounded(given, async (bounds) => {
        const call = await toLastRequest(withFilledParams(given), bounds);
        const { response, reader } = await read(call, bounds, 'record');
        if (reader === undefined && !isRead(call.name)) return recordWithoutBody(call, response);
        const record = await (reader ?? new ResponseReader(call, response, 'record')).record();
        return { ...record, ...limitHeadersOf(call, response) };
      }),
    file: (call) =>
      bounded(call, async (bounds) => {
        const { connection, range } = call;
        // Not every caller sends it as a header.
        if (range !== undefined) requireHeaderText({ range }, 'invalid_params', 'the requested range');
        const request = await requestOf(call);
        let url: string | undefined;
        if (filePath(call) !== undefined) {
          const { response, reader } = await read(call, bounds, 'record');
          url = (reader ?? new ResponseReader(call, response, 'record')).fileUrl();
          bounds.held?.release();
        }
        let credentials = connection.credentials;
        const context = failureContext(call, () => credentials);
        const open = () =>
          openFile(exchange, call, prepareRequest(connection, request, credentials), url, context, bounds.scope);
        const renew = async () => {
          credentials = await endedWith(bounds.scope, context, tokens.renew(connection, credentials));
        };
        if (tokens.isDue(connection)) await renew();
        try {
          return await asStep(call, 'attempt', 1, context, open);
        } catch (error) {
          if (!isRefusedToken(call, error) || !tokens.canRenew(connection)) throw error;
          await renew();
          return asStep(call, 'attempt', 2, context, open);
        }
      }),
    async preview(given) {
      const filled = withFilledParams(given);
      const upload = filled.action.file;
      const call = upload?.as === 'target' ? targetCall(filled, upload.target) : filled;
      const idempotency = idempotencyOf(call);
      const request = await requestOf(call);
      filePath(call);
      const shown =
        idempotency && call.idempotencyKey === undefined
          ? { ...idempotency, key: '(generated when sent)' }
          : idempotency;
      return [previewWithFile(previewRequest(call.connection, request, shown), request, call)];
    },
    async send(request, vendor) {
      // It does not end with the calls of a process that stops: a code can be exchanged once.
      const scope = renewals.open({ seconds: consentTimeoutSeconds, isRead: true });
      try {
        return await exchange.send(request, { scope, maxBytes: mebibyte });
      } catch (error) {
        throw exchangeFailure({ vendor, action: 'get', repeatable: true }, error);
      } finally {
        renewals.close(scope);
      }
    },
    bounds: boundsOf(memory, memoryLimits, exchange),
    stop: () => scopes.stop(shutdown()),
    async close() {
      scopes.stop(shutdown());
      const enough = new AbortController();
      await Promise.race([
        tokens.idle(),
        sleep(renewalTimeoutAtClose, undefined, { signal: enough.signal, ref: false }),
      ]);
      enough.abort();
      renewals.stop(shutdown());
      await exchange.close();
    },
  };
}

const renewalTimeoutAtClose = 4_000;
const consentTimeoutSeconds = 30;

const shutdown = () => new ExchangeError('shutdown', false, 'this process is shutting down');

async function requestOf(call: UpstreamCall): Promise<UpstreamRequest> {
  const { action, params } = call;
  const build = action.remote?.request;
  if (build === undefined) {
    const request = runConnectorCode(call, buildingRequest, () => action.request(params));
    refuseOtherRoute(call, request);
    return request;
  }
  const request = await awaitConnectorCode(call, buildingRequest, build(params));
  // The results of an untrusted process must stay within what its connector declares.
  runConnectorCode(call, buildingRequest, () => requireDeclared(call, request));
  refuseOtherRoute(call, request);
  return request;
}

function requireDeclared({ action }: UpstreamCall, request: UpstreamRequest): void {
  if (!isDeclared(action, request)) throw new TypeError('the request matches no route that the action declares');
}

const isRefusedToken = ({ connection }: UpstreamCall, error: unknown) =>
  GatewayError.is(error, 'credential_rejected') &&
  (error.upstream?.status === 401 || saysTokenExpired(connection.connector.upstream, error.upstream?.code));

function limitHeadersOf({ name, connection, wantsLimitHeaders }: UpstreamCall, { headers }: ExchangeResponse) {
  if (!wantsLimitHeaders || !isRead(name)) return {};
  return { limitHeaders: limitHeaderNames(headers, connection.connector.upstream.limits) };
}

const isEmpty = ({ body }: ExchangeResponse) => body.length === 0;

/** A figure and its limit, as the metrics of a gateway take them. */
interface UpstreamBound {
  readonly name: string;
  readonly help: string;
  /** `Infinity` where nothing limits it. */
  readonly limit: number;
  inUse(): number;
}

/** The limits of a client: bytes of responses, responses that wait for room, open connections. */
function boundsOf(
  memory: ResponseMemory,
  { perProcess }: ResponseMemoryLimits,
  exchange: Exchange,
): readonly UpstreamBound[] {
  const unlimited = Number.POSITIVE_INFINITY;
  return [
    {
      name: 'response_bytes',
      help: 'Bytes of upstream responses in memory, from reading until they are sent',
      limit: perProcess,
      inUse: () => memory.inUse(),
    },
    {
      name: 'responses_waiting',
      help: 'Upstream responses waiting for memory',
      limit: unlimited,
      inUse: () => memory.waiting(),
    },
    {
      name: 'upstream_connections',
      help: 'Open connections to upstreams',
      limit: unlimited,
      inUse: () => exchange.connections(),
    },
  ];
}
