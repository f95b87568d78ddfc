import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GatewayError } from '@connectory/errors';
import { Agent, type Dispatcher, Pool } from 'undici';
import type { CallScope } from './call.ts';
import type { EgressGuard } from './egress-guard.ts';
import type { SendableRequest } from './request.ts';
import { maxHeaderBytes } from './response-bounds.ts';
import type { HeldResponse } from './response-memory.ts';

/** Response headers by lower-case name; the first value where the upstream sent several. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A complete upstream response. */
export interface ExchangeResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

/** How long an exchange may make no progress, in milliseconds. */
export interface ExchangeLimits {
  readonly connectTimeout: number;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** What one exchange may take. */
export interface ExchangeBounds {
  /** The call it is part of, whose end is its own. */
  readonly scope: CallScope;
  /** The most bytes of a body, unpacked. */
  readonly maxBytes: number;
  /** Where the bytes of the body count; nowhere unless given. */
  readonly held?: HeldResponse | undefined;
}

/** Sends requests over pooled keep-alive connections whose addresses the egress guard has approved. */
export interface Exchange {
  /** Sends a request and reads the whole response. Throws `ExchangeError` and the errors of the guard. */
  send(request: SendableRequest, bounds: ExchangeBounds): Promise<ExchangeResponse>;
  /** Opens a response whose body is handed over chunk by chunk, for downloads; the scope holds until the headers are there. */
  open(request: SendableRequest, scope: CallScope): Promise<Dispatcher.ResponseData>;
  /** Number of open connections. */
  connections(): number;
  /** Breaks everything off, open bodies as well. */
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
    maxHeaderSize: maxHeaderBytes,
    // No limit of connections per origin: running calls are limited per workspace, and those of one must not wait for those of others.
    pipelining: 1,
  });
  const checked = new Set<string>();
  const check = ({ origin }: SendableRequest) => {
    if (checked.has(origin)) return;
    guard.check(new URL(origin));
    if (checked.size < 10_000) checked.add(origin);
  };
  return {
    async send(request, bounds) {
      check(request);
      const collected = await new Collecting(agent, request, bounds).response;
      const encodings = encodingsOf(collected.headers);
      if (encodings.length === 0 || collected.body.length === 0) return collected;
      return { ...collected, body: await decompress(collected.body, encodings, bounds) };
    },
    async open(request, scope) {
      check(request);
      const { origin, path, method, headers, body } = request;
      try {
        return await agent.request({ origin, path, method, headers, body: bytesOf(body), signal: scope.signal });
      } catch (error) {
        throw scope.end?.afterSending() ?? exchangeError(error, true);
      }
    },
    connections: () => Object.values(agent.stats).reduce((all, { connected }) => all + Number(connected), 0),
    close: () => agent.destroy(),
  };
}

const bytesOf = (body: SendableRequest['body']) => (typeof body === 'object' ? body.open() : (body ?? null));

// Up to this size, the bytes of a body of unknown length are counted as they arrive. Beyond it, room for the longest body is reserved at
// once, because responses that each hold a part and wait for the rest would wait for one another.
const smallBody = 256 * 1024;

// A dispatch handler instead of agent.request(): it saves one stream per call and reports whether the request was sent.
class Collecting implements Dispatcher.DispatchHandler {
  readonly response: Promise<ExchangeResponse>;
  readonly #bounds: ExchangeBounds;
  readonly #chunks: Buffer[] = [];
  #resolve!: (response: ExchangeResponse) => void;
  #reject!: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #size = 0;
  #hasLength = false;
  #status = 0;
  #headers: ResponseHeaders = {};

  constructor(agent: Agent, { origin, path, method, headers, body }: SendableRequest, bounds: ExchangeBounds) {
    this.#bounds = bounds;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { scope } = bounds;
    if (scope.end !== undefined) {
      this.#reject(scope.end);
      return;
    }
    scope.listen((end) => this.#stop(end));
    agent.dispatch({ origin, path, method, headers, body: bytesOf(body) }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It ended while it waited for a connection.
    const { end } = this.#bounds.scope;
    if (end !== undefined) controller.abort(end);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
    const length = Number(headers['content-length'] ?? 0);
    const { maxBytes } = this.#bounds;
    if (length > maxBytes) controller.abort(tooLarge(maxBytes));
    else if (length > 0) {
      this.#hasLength = true;
      this.#hold(controller, length);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const { maxBytes } = this.#bounds;
    this.#size += chunk.length;
    this.#chunks.push(chunk as Buffer);
    if (this.#size > maxBytes) controller.abort(tooLarge(maxBytes));
    else if (!this.#hasLength) this.#hold(controller, this.#size <= smallBody ? this.#size : maxBytes);
  }

  onResponseEnd(): void {
    this.#bounds.scope.stopListening();
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#bounds.held?.shrink(body.length);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#bounds.scope.stopListening();
    this.#reject(exchangeError(error, this.#controller !== undefined));
  }

  #hold(controller: Dispatcher.DispatchController, bytes: number): void {
    const { held } = this.#bounds;
    if (held === undefined || held.grow(bytes)) return;
    controller.pause();
    void held.growLater(bytes).then((hasRoom) => {
      if (hasRoom) controller.resume();
      else controller.abort(noRoom());
    });
  }

  #stop(end: ExchangeError): void {
    const { scope } = this.#bounds;
    if (this.#controller === undefined) {
      scope.stopListening();
      this.#reject(end);
    } else if (scope.isRead || end.kind !== 'aborted') this.#controller.abort(end.afterSending());
  }
}

const tooLarge = (maximum: number) =>
  new ExchangeError(
    'too-large',
    true,
    `it is larger than ${maximum} bytes. Request fewer records, or raise limits.response_bytes of the connection`,
  );

const noRoom = () =>
  new ExchangeError('no-room', true, 'other responses currently use all memory reserved for responses');

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
  if (timeouts.has(code)) return new ExchangeError('timeout', sent, 'the upstream did not respond in time', error);
  if (incomplete.has(code)) return new ExchangeError('incomplete', sent, 'the response ended too early', error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new ExchangeError('too-large', sent, `its headers have more than ${maxHeaderBytes} bytes`, error);
  return new ExchangeError('network', sent, `the connection failed${code === '' ? '' : ` (${code})`}`, error);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const decompressors = new Map<string, (body: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

// More would only be an attempt to keep this process busy.
const maxEncodings = 3;

/** The encodings of a body in the order in which they were applied. */
function encodingsOf(headers: ResponseHeaders): readonly string[] {
  return [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((line) => line.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

async function decompress(
  body: Buffer,
  encodings: readonly string[],
  { maxBytes, held, scope }: ExchangeBounds,
): Promise<Buffer> {
  const decoders = encodings.map((name) => decompressors.get(name)).filter((decoder) => decoder !== undefined);
  if (decoders.length < encodings.length || encodings.length > maxEncodings)
    throw new ExchangeError('incomplete', true, `the response has the unsupported encoding ${encodings.join(', ')}`);
  const wanted = body.length + maxBytes;
  if (held !== undefined && !held.grow(wanted)) {
    const room = held.growLater(wanted);
    // A write has been carried out by now: only its response tells the outcome.
    if (!(await (scope.isRead ? scope.wait(room) : room))) throw noRoom();
  }
  try {
    let unpacked = body;
    for (const decoder of decoders.reverse()) unpacked = await decoder(unpacked, { maxOutputLength: maxBytes });
    held?.shrink(unpacked.length);
    return unpacked;
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new ExchangeError('incomplete', true, 'the compressed response could not be decoded', error);
  }
}

/** Why an exchange gave no response, and whether the upstream may have received the request. */
export class ExchangeError extends Error {
  readonly kind: 'timeout' | 'network' | 'too-large' | 'incomplete' | 'aborted' | 'shutdown' | 'no-room';
  /** False only when it is certain that no byte of the request left. */
  readonly sent: boolean;

  constructor(kind: ExchangeError['kind'], sent: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExchangeError';
    this.kind = kind;
    this.sent = sent;
  }

  /** The same after the request has left. */
  afterSending(): ExchangeError {
    return this.sent ? this : new ExchangeError(this.kind, true, this.message, this.cause);
  }
}
