import { request } from 'undici';
import { type Problem, ProblemError } from './problem-error.ts';

/** Asks the gateway. Every method throws `ProblemError`. */
export class GatewayClient {
  readonly #url: string;
  readonly #token: string;

  /** `url` is the gateway's origin, `token` a token of a workspace or the admin token. */
  constructor(url: string, token: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
  }

  /** Gets JSON from a path. */
  get(path: string): Promise<unknown> {
    return this.#ask('GET', path, undefined);
  }

  /** Posts JSON to a path. */
  post(path: string, body: object): Promise<unknown> {
    return this.#ask('POST', path, JSON.stringify(body));
  }

  async #ask(method: 'GET' | 'POST', path: string, body: string | undefined): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { statusCode, text } = await this.#send(path, { method, headers, body: body ?? null });
    const answer = parsed(text);
    if (statusCode >= 200 && statusCode < 300 && answer !== undefined) return answer;
    throw new ProblemError(isProblem(answer) ? answer : notOurs(statusCode));
  }

  async #send(
    path: string,
    options: { method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null },
  ): Promise<{ readonly statusCode: number; readonly text: string }> {
    try {
      const { statusCode, body } = await request(`${this.#url}${path}`, options);
      return { statusCode, text: await body.text() };
    } catch (error) {
      const message = `No gateway answers on ${this.#url}. Start one, or set CONNECTORY_URL to where it listens.`;
      throw new ProblemError({ status: 0, code: 'gateway_unreachable', message }, error);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'code' in answer && 'message' in answer;
}

function notOurs(status: number): Problem {
  const message = `What answered (status ${status}) is no Connectory gateway. Check CONNECTORY_URL.`;
  return { status: 0, code: 'gateway_unreachable', message };
}
