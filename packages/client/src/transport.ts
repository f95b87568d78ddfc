import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/gateway.generated.ts';

/** Sends requests to every path of the gateway's OpenAPI document, with its types. Throws `ConnectoryError` unless the response is a success. */
export type Transport = Client<paths>;

/** URL of the gateway and token to authenticate with. */
export interface ClientOptions {
  /** Origin of the gateway, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** A token of a workspace (`cty_…`), or the admin token; null on the gateway's own pages, where the browser sends the session of a person. */
  readonly token: string | null;
  /** The program that sends the requests, for the audit; any other is `api` there. */
  readonly via?: 'cli' | 'console';
  /** Sends the requests; by default the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Makes a transport. Throws a `TypeError` for a `url` or a `token` that cannot be one. */
export function createTransport({ url, token, via, fetch }: ClientOptions): Transport {
  // The error of fetch for an invalid header would contain the token.
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('The token is empty or contains invalid characters.');
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`The URL of a gateway must start with http: or https:, not ${url}.`);
  const transport = createFetchClient<paths>({
    baseUrl: url,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(via && { 'x-connectory-client': via }),
    },
    // A gateway never redirects; following one would turn a POST into a GET.
    redirect: 'error',
    ...(fetch && { fetch }),
  });
  transport.use({
    onError: ({ error, request }) =>
      request.signal.aborted ? undefined : unreachable(`No gateway responds at ${url}.`, error),
    onResponse: async ({ response, options }) => {
      if (!response.ok) throw await failureOf(response, url);
      if (options.parseAs === 'json' && mediaTypeOf(response) !== 'application/json')
        throw notAGateway(url, response.status);
      return undefined;
    },
  });
  return transport;
}

/** The JSON body of a response. Throws `ConnectoryError`, also if the response is cut off. */
export async function dataOf<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const body = await call.then(({ data }) => data, brokenOff);
  if (body === undefined) throw unreachable('The response of the gateway is empty.');
  return body;
}

// The body was cut off or is not JSON; everything else has become a ConnectoryError before.
function brokenOff(error: unknown): never {
  if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  throw unreachable('The response of the gateway was cut off.', error);
}

async function failureOf(response: Response, url: string): Promise<ConnectoryError> {
  const problem = mediaTypeOf(response) === 'application/problem+json' ? parsed(await response.text()) : undefined;
  if (problem === undefined) return notAGateway(url, response.status);
  const { code, status, message } = problem;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ConnectoryError(message, {
    code,
    status,
    problem,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

function parsed(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return value?.code === undefined || value.status === undefined || value.message === undefined
      ? undefined
      : (value as Problem);
  } catch {
    return undefined;
  }
}

const mediaTypeOf = ({ headers }: Response) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

const notAGateway = (url: string, status: number) =>
  unreachable(`The server at ${url} (status ${status}) is not a Connectory gateway.`);

const unreachable = (message: string, cause?: unknown) =>
  new ConnectoryError(message, { code: 'gateway_unreachable', status: 0, cause });

/** Body of every error response (RFC 9457, spec/errors.md). */
export type Problem = components['schemas']['Problem'];

/** One of the codes of spec/errors.md. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** Details of a failure, in addition to its message. */
interface Failure {
  readonly code: ErrorCode | 'gateway_unreachable';
  readonly status: number;
  readonly problem?: Problem;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Why a call failed. Use `code` to decide: one of the codes of spec/errors.md, or `gateway_unreachable` if there is no response, or not one
 * of a gateway.
 */
export class ConnectoryError extends Error {
  readonly code: ErrorCode | 'gateway_unreachable';
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** The gateway's response; undefined for `gateway_unreachable`. */
  readonly problem: Problem | undefined;
  /** Whole seconds to wait before the call is repeated, where the gateway knows. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { code, status, problem, retryAfterSeconds, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectoryError';
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    return this.problem?.retryable ?? false;
  }
}
