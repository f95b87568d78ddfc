import { setTimeout as sleep } from 'node:timers/promises';
import { isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { CallSender, idempotencyOf, type RetryPolicy } from './call-sender.ts';
import { CircuitBreakers } from './circuit-breaker.ts';
import type { Credentials } from './connection.ts';
import { buildingRequest, runConnectorCode } from './connector-code.ts';
import type { EgressGuard } from './egress-guard.ts';
import { createExchange, type ExchangeLimits, type ExchangeResponse } from './exchange.ts';
import { failureContext, saysTokenExpired } from './failure.ts';
import { type FileAnswer, openFile } from './file-download.ts';
import { filePlace } from './file-place.ts';
import { refuseOtherRoute } from './other-route.ts';
import { prepareRequest, previewRequest, type RequestPreview } from './prepared-request.ts';
import { AnswerReader, emptyRecord, type RecordAnswer, type RecordsAnswer } from './read-answer.ts';
import { RequestBudget } from './request-budget.ts';
import { requestsFirst } from './requests-elsewhere.ts';
import { TokenRenewal } from './token-renewal.ts';
import type { UpstreamCall } from './upstream-call.ts';

/** Carries out declared actions over HTTP. Every method throws the documented `GatewayError`. */
export interface UpstreamClient {
  /** One page of list or api_search. */
  records(call: UpstreamCall): Promise<RecordsAnswer>;
  /** The record of get, create, update or delete. */
  record(call: UpstreamCall): Promise<RecordAnswer>;
  /** The file of a download, open for reading. */
  file(call: UpstreamCall): Promise<FileAnswer>;
  /** The requests that would leave first, credentials masked; sends nothing. */
  preview(call: UpstreamCall): readonly RequestPreview[] | Promise<readonly RequestPreview[]>;
  /** Lets running calls end and closes all connections. */
  close(): Promise<void>;
}

/** What a client needs; times in milliseconds, sizes in bytes. */
export interface UpstreamClientOptions {
  readonly guard: EgressGuard;
  readonly limits?: Partial<ExchangeLimits>;
  readonly retry?: Partial<RetryPolicy>;
  /** How long an open circuit waits before it tries the upstream again. */
  readonly circuitRecovery?: number;
}

const defaultLimits: ExchangeLimits = {
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
  maximumBody: 64 * 1024 * 1024,
};

const defaultRetry: RetryPolicy = {
  attempts: 3,
  firstDelay: 250,
  longestDelay: 4000,
  longestWait: 5000,
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};

/** Makes a client with its own connection pools, budgets and circuits. */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const exchange = createExchange(options.guard, { ...defaultLimits, ...options.limits });
  const tokens = new TokenRenewal(exchange);
  const sender = new CallSender({
    exchange,
    circuits: new CircuitBreakers(options.circuitRecovery ?? 10_000),
    budget: new RequestBudget(),
    tokens,
    retry: { ...defaultRetry, ...options.retry },
  });

  const read = async (call: UpstreamCall, kind: 'records' | 'record') => {
    let reader: AnswerReader | undefined;
    const response = await sender.send(call, requestOf(call), (candidate) => {
      reader = undefined;
      if (isEmpty(candidate)) return false;
      reader = new AnswerReader(call, candidate, kind);
      return reader.failed;
    });
    return { response, reader };
  };

  return requestsFirst({
    async records(call) {
      const { response, reader } = await read(call, 'records');
      return (reader ?? new AnswerReader(call, response, 'records')).records();
    },
    async record(call) {
      const { response, reader } = await read(call, 'record');
      if (reader === undefined && !isRead(call.name)) return emptyRecord(response.status);
      return (reader ?? new AnswerReader(call, response, 'record')).record();
    },
    async file(call) {
      const { connection } = call;
      const request = requestOf(call);
      let url: string | undefined;
      if (filePlace(call) !== undefined) {
        const { response, reader } = await read(call, 'record');
        url = (reader ?? new AnswerReader(call, response, 'record')).fileUrl();
      }
      const open = (credentials: Credentials) => {
        const api = prepareRequest(connection, request, credentials);
        return openFile(
          exchange,
          call,
          api,
          url,
          failureContext(call, () => credentials),
        );
      };
      const credentials = await tokens.current(connection);
      try {
        return await open(credentials);
      } catch (error) {
        if (!isRefusedToken(call, error) || !tokens.canRenew(connection)) throw error;
        return open(await tokens.renew(connection, credentials));
      }
    },
    preview(call) {
      const idempotency = idempotencyOf(call);
      const request = requestOf(call);
      filePlace(call);
      const shown =
        idempotency && call.idempotencyKey === undefined ? { ...idempotency, key: '(made when sent)' } : idempotency;
      return [previewRequest(call.connection, request, shown)];
    },
    close: () => exchange.close(),
  });
}

function requestOf(call: UpstreamCall): UpstreamRequest {
  if (call.request !== undefined) return call.request;
  const request = runConnectorCode(call, buildingRequest, () => call.action.request(call.params));
  refuseOtherRoute(call, request);
  return request;
}

const isRefusedToken = ({ connection }: UpstreamCall, error: unknown) =>
  GatewayError.is(error, 'credential_rejected') &&
  (error.upstream?.status === 401 || saysTokenExpired(connection.connector.upstream, error.upstream?.code));
const isEmpty = ({ body }: ExchangeResponse) => body.length === 0;
