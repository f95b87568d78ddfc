import type { Readable } from 'node:stream';

/** What is sent back: a body of text or bytes, or a stream of known length. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | { readonly length: number; readonly stream: Readable };
}

/** A JSON response. */
export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
