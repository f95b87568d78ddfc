import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from './json.ts';

/** A request that arrived. Headers that carry credentials read `***`, and so do the secrets of token requests. */
export interface LoggedRequest {
  readonly connector: string;
  readonly method: string;
  /** Path and query below the sandbox's origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded JSON object or form; undefined without one, and for bodies above 64 KiB. */
  readonly body: JsonObject | undefined;
  /** The action it was taken for, with its parameters; undefined for a token, a file, and what the vendor does not have. */
  readonly meant: MeantAction | undefined;
}

/** An action with the parameters that a caller of the gateway would send. */
export interface MeantAction {
  readonly entity: string;
  readonly action: string;
  readonly params: JsonObject;
}

const mostRequests = 1_000;
const secretFields = new Set(['client_secret', 'refresh_token', 'access_token', 'password', 'code', 'code_verifier']);

/** The last 1,000 requests, oldest first. */
export class RequestLog {
  #requests: LoggedRequest[] = [];

  /** The requests so far; later ones are not added to the list that was given out. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.slice();
  }

  /** Adds a request; `secretHeaders` are names in lower case. */
  add(
    request: {
      connector: string;
      method: string;
      url: string;
      headers: IncomingHttpHeaders;
      body: JsonObject | undefined;
      meant: MeantAction | undefined;
    },
    secretHeaders: readonly string[],
    isTokenRequest: boolean,
  ): void {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = secretHeaders.includes(name) ? '***' : String(value);
    }
    const body = request.body === undefined || !isTokenRequest ? request.body : masked(request.body);
    this.#requests.push({ ...request, headers, body });
    if (this.#requests.length > mostRequests) this.#requests.splice(0, this.#requests.length - mostRequests);
  }

  clear(): void {
    this.#requests = [];
  }
}

const masked = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secretFields.has(name) ? '***' : value]));
