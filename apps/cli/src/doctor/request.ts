import { gunzipSync } from 'node:zlib';

/** The response to a request of the doctor. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** When it was received, in milliseconds since 1970, and how many milliseconds it took. */
  readonly receivedAt: number;
  readonly milliseconds: number;
}

const maxWait = 10_000;

/** Thrown if there was no response; `code` is the reason, such as `ECONNREFUSED`. */
export class Unreachable extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('Nothing answered.', { cause });
    this.code = codeOf(cause);
  }
}

/** Requests a path of a gateway, without following redirects. Throws `Unreachable`. */
export async function requestFrom(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  // The library takes time to load, and few commands need it.
  const { request } = await import('undici');
  const started = performance.now();
  try {
    const { statusCode, body, ...received } = await request(new URL(path, url), {
      headers: { 'accept-encoding': 'gzip', ...headers },
      signal: AbortSignal.timeout(maxWait),
    });
    const content = Buffer.from(await body.arrayBuffer());
    const milliseconds = performance.now() - started;
    const isCompressed = received.headers['content-encoding'] === 'gzip';
    return {
      status: statusCode,
      headers: Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)])),
      text: (isCompressed ? gunzipSync(content) : content).toString('utf8'),
      receivedAt: Date.now(),
      milliseconds,
    };
  } catch (error) {
    throw new Unreachable(error);
  }
}

// The reason is in the cause of fetch's error, or nested in it if several IP addresses were tried.
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no response in 10 seconds';
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === undefined ? error.name : codeOf(inner);
}
