import { Pool } from 'undici';

type Method = 'GET' | 'POST' | 'PUT';

/** A response of a gateway. */
export interface GatewayAnswer {
  readonly status: number;
  /** The JSON text of the body. */
  readonly text: string;
}

/** Calls one gateway over keep-alive connections. */
export class GatewayClient {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 16 });
  }

  /** Sends a request with a token, and a JSON body unless it is a GET. */
  async send(method: Method, path: string, token: string, body?: unknown): Promise<GatewayAnswer> {
    const answer = await this.#pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Returns the body of a successful response. Throws an `Error` with any other response. */
  async ask<Body>(method: Method, path: string, token: string, body?: unknown): Promise<Body> {
    const { status, text } = await this.send(method, path, token, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 400)}`);
    return JSON.parse(text) as Body;
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
