import type { RawValue } from '@connectory/connector-sdk';
import { Pool } from 'undici';

/** A gateway's response; `status` is 0 if the connection broke before the response was complete. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: RawValue;
}

/** The parts of a request other than method and path. */
export interface Sending {
  readonly token: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const longest = 150_000;

/** Calls one gateway process over keep-alive connections. */
export class GatewayClient {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 256, headersTimeout: longest, bodyTimeout: longest });
  }

  /** Sends a request and reads the response. The status is 0 if the connection breaks or the caller disconnects. */
  async send(method: string, path: string, { token, body, headers, signal }: Sending): Promise<Answer> {
    try {
      const answer = await this.#pool.request({
        method: method as 'GET',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) };
    } catch (error) {
      return { status: 0, headers: {}, text: error instanceof Error ? error.message : String(error), json: undefined };
    }
  }

  /** Returns the body of a successful response. Throws an `Error` with any other response. */
  async ask(method: string, path: string, sending: Sending): Promise<RawValue> {
    const { status, text, json } = await this.send(method, path, sending);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 400)}`);
    return json;
  }

  /** Returns all items of a list, page by page. */
  async askAll(path: string, token: string): Promise<readonly RawValue[]> {
    const entries: RawValue[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: RawValue = await this.ask('GET', `${path}?limit=100${query}`, { token });
      entries.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    return entries;
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
