import { request } from 'undici';

/** A gateway's response; the body is parsed if it is JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls a gateway: `ask('/readyz')`, or with a body as POST. */
export type Ask = (path: string, body?: object) => Promise<Answer>;

/** Creates the function that calls a gateway with a token. */
export function askAt(url: string, token: string): Ask {
  return async (path, body) => {
    const { statusCode, body: answer } = await request(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
}
