import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GatewayError } from '@connectory/errors';
import { Agent, type Dispatcher, Pool } from 'undici';
import type { EgressGuard } from './egress-guard.ts';
import type { PreparedRequest } from './prepared-request.ts';

/** Response headers by lower-case name; the first value where the upstream sent several. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A complete upstream response. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

/** Why an exchange gave no response, and whether the upstream may have received the request. */
export class ExchangeError extends Error {
  readonly kind: 'timeout' | 'network' | 'too-large' | 'incomplete' | 'aborted';
  /** False only when it is certain that no byte of the request left. */
  readonly sent: boolean;

  constructor(kind: ExchangeError['kind'], sent: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExchangeError';
    this.kind = kind;
    this.sent = sent;
  }
}

/** Bounds of one exchange; times in milliseconds, size in bytes. */
export interface ExchangeLimits {
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly maximumBody: number;
}

/** Sends requests over pooled keep-alive connections whose addresses the egress guard has approved. */
export interface Exchange {
  send(request: PreparedRequest, signal?: AbortSignal): Promise<ExchangeResponse>;
  /** Opens a response whose body is handed over chunk by chunk, for downloads. */
  open(request: PreparedRequest, signal?: AbortSignal): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Makes an exchange with one pool per origin. */
export function createExchange(guard: EgressGuard, limits: ExchangeLimits): Exchange {
  const agent = new Agent({
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        connect: { timeout: limits.connectTimeout, lookup: guard.lookupFor(new URL(origin)) },
      }),
    headersTimeout: limits.headersTimeout,
    bodyTimeout: limits.bodyTimeout,
    keepAliveTimeout: 30_000,
    maxHeaderSize: 64 * 1024,
    connections: 128,
    pipelining: 1,
  });
  const checked = new Set<string>();
  const check = ({ origin }: PreparedRequest) => {
    if (checked.has(origin)) return;
    guard.check(new URL(origin));
    if (checked.size < 10_000) checked.add(origin);
  };
  return {
    async send(request, signal) {
      check(request);
      const collected = await collect(agent, request, limits.maximumBody, signal);
      const encoding = collected.headers['content-encoding'];
      if (typeof encoding !== 'string') return collected;
      return { ...collected, body: await decompress(collected.body, encoding, limits.maximumBody) };
    },
    async open(request, signal) {
      check(request);
      const { origin, path, method, headers, body } = request;
      try {
        return await agent.request({ origin, path, method, headers, body: body ?? null, signal: signal ?? null });
      } catch (error) {
        throw exchangeError(error, true);
      }
    },
    close: () => agent.close(),
  };
}

// A dispatch handler instead of agent.request(): it saves one stream per call and tells whether the request left.
function collect(
  agent: Agent,
  request: PreparedRequest,
  maximumBody: number,
  signal: AbortSignal | undefined,
): Promise<ExchangeResponse> {
  const { origin, path, method, headers, body } = request;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let started = false;
    let status = 0;
    let responseHeaders: ResponseHeaders = {};
    let stop: (() => void) | undefined;
    const settle = (error?: Error) => {
      if (stop !== undefined) signal?.removeEventListener('abort', stop);
      if (error !== undefined) reject(error);
      else
        resolve({
          status,
          headers: responseHeaders,
          body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
        });
    };
    agent.dispatch(
      { origin, path, method, headers, body: body ?? null },
      {
        onRequestStart(controller) {
          started = true;
          if (signal === undefined) return;
          stop = () => controller.abort(new ExchangeError('aborted', true, 'the caller gave up'));
          if (signal.aborted) stop();
          else signal.addEventListener('abort', stop, { once: true });
        },
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          responseHeaders = received;
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size > maximumBody) {
            controller.abort(tooLarge(maximumBody));
          } else chunks.push(chunk as Buffer);
        },
        onResponseEnd: () => settle(),
        onResponseError: (_controller, error) => settle(exchangeError(error, started)),
      },
    );
  });
}

const tooLarge = (maximum: number) =>
  new ExchangeError('too-large', true, `the answer is larger than ${maximum} bytes`);

const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);
const incomplete = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'HPE_INVALID_CHUNK_SIZE']);

/** Classifies what undici threw. A guard's refusal and an `ExchangeError` pass unchanged. */
function exchangeError(error: unknown, started: boolean): ExchangeError | GatewayError {
  if (error instanceof ExchangeError || GatewayError.is(error)) return error;
  const code = codeOf(error);
  const sent = started && !notConnected.has(code);
  if (timeouts.has(code)) return new ExchangeError('timeout', sent, 'the upstream did not answer in time', error);
  if (incomplete.has(code)) return new ExchangeError('incomplete', sent, 'the answer ended too early', error);
  return new ExchangeError('network', sent, `the connection failed${code === '' ? '' : ` (${code})`}`, error);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const decompressors: Readonly<Record<string, (body: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>>> =
  {
    gzip: promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  };

async function decompress(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  if (encoding === 'identity' || body.length === 0) return body;
  const decoder = decompressors[encoding.toLowerCase()];
  if (decoder === undefined) throw new ExchangeError('incomplete', true, `the answer is encoded as ${encoding}`);
  try {
    return await decoder(body, { maxOutputLength });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxOutputLength);
    throw new ExchangeError('incomplete', true, 'the compressed answer could not be read', error);
  }
}
