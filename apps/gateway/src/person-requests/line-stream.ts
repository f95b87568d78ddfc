import type { IncomingMessage, ServerResponse } from 'node:http';
import { toGatewayError } from '@connectory/core';
import { problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { cutWhenUnread, writeWhenDrained } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';

const quietMilliseconds = 15_000;

/** A response of JSON lines that begins with its first line, so that an error before it has a status of its own. */
export class LineStream {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #wroteAt = Date.now();

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  /** Writes a line when the client has read most of those before it. */
  async write(line: object): Promise<void> {
    this.#begin();
    await writeWhenDrained(this.#response, `${writeExactly(line)}\n`);
  }

  /** Shows proxies and clients that the response goes on, if nothing was written for 15 seconds. */
  keepAlive(): void {
    if (Date.now() - this.#wroteAt < quietMilliseconds) return;
    this.#begin();
    this.#response.write('\n');
  }

  /** Ends the response with a last line. */
  end(line: object): void {
    this.#begin();
    this.#response.end(`${writeExactly(line)}\n`);
    cutWhenUnread(this.#response);
  }

  /** Ends the response with an error. Throws it if nothing has been written yet. */
  fail(thrown: unknown): void {
    if (!this.#response.headersSent) throw thrown;
    this.end({ type: 'error', error: problemOf(toGatewayError(thrown), requestIdOf(this.#request)) });
  }

  #begin(): void {
    this.#wroteAt = Date.now();
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, {
      'content-type': 'application/x-ndjson',
      'x-request-id': requestIdOf(this.#request),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Tells reverse proxies not to buffer.
      'x-accel-buffering': 'no',
    });
  }
}
