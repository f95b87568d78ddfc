import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BatchEnd, BatchItem, BatchResult, HeldCall } from '@connectory/core';
import { problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { heldBody } from '../held/held-link.ts';
import { cutWhenUnread, whenClosed, writeWhenDrained } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';
import type { BatchItemBody, BatchMeta } from './schemas.ts';

/** Bytes of items that wait for earlier ones, above which their calls count as running until they are written. */
const maxWaitingBytes = 1_048_576;

/**
 * Writes the response of a batch while its calls run: one JSON document with the items in the order of the calls, or one line per item in
 * the order in which they end.
 */
export class BatchWriter {
  readonly #response: ServerResponse;
  readonly #requestId: string;
  readonly #isStream: boolean;
  readonly #linkTo: (held: HeldCall) => Promise<string>;
  readonly #waiting = new Map<number, Buffer>();
  #waitingBytes = 0;
  #written = 0;
  #draining: Promise<void> | undefined;
  #progress = Promise.withResolvers<void>();

  /** `linkTo` is the URL of a held write. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    isStream: boolean,
    linkTo: (held: HeldCall) => Promise<string>,
  ) {
    this.#linkTo = linkTo;
    this.#response = response;
    this.#requestId = requestIdOf(request);
    this.#isStream = isStream;
    whenClosed(request, response, () => this.#progress.resolve());
    response.writeHead(207, {
      'content-type': isStream ? 'application/x-ndjson' : 'application/json',
      'x-request-id': this.#requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    response.flushHeaders();
    if (!isStream) response.write('{"data":[');
  }

  /** Writes an item. Resolves when the client has room for more, and its memory may be released. */
  async take(item: BatchItem): Promise<void> {
    const text = await textOf(item, this.#requestId, this.#linkTo);
    if (this.#isStream) {
      await this.#write(Buffer.concat([onOneLine(text), newline]));
      return;
    }
    this.#waiting.set(item.index, text);
    this.#waitingBytes += text.length;
    await this.#writeReady();
    while (this.#waiting.has(item.index) && this.#waitingBytes > maxWaitingBytes && !this.#response.closed) {
      await this.#progress.promise;
    }
  }

  /** Ends the response. */
  end({ reason, error, ...counts }: BatchEnd): void {
    const meta: BatchMeta = {
      complete: counts.failed + counts.unknown + counts.not_run + (counts.held ?? 0) === 0,
      ...counts,
      ...(reason !== undefined && { reason }),
      ...(error !== undefined && { error: problemOf(error, this.#requestId) }),
      ...(error?.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
    } as BatchMeta;
    const text = writeExactly(meta);
    this.#response.end(this.#isStream ? `{"meta":${text}}\n` : `],"meta":${text}}`);
    cutWhenUnread(this.#response);
  }

  // Calls that end at the same time share one wait.
  #write(part: Buffer): Promise<void> {
    if (this.#draining !== undefined) {
      this.#response.write(part);
      return this.#draining;
    }
    this.#draining = writeWhenDrained(this.#response, part).finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async #writeReady(): Promise<void> {
    const ready: Buffer[] = [];
    for (let text = this.#waiting.get(this.#written); text !== undefined; text = this.#waiting.get(this.#written)) {
      this.#waiting.delete(this.#written);
      this.#waitingBytes -= text.length;
      ready.push(...(this.#written === 0 ? [] : [comma]), text);
      this.#written++;
    }
    if (ready.length === 0) return;
    const writing = this.#write(Buffer.concat(ready));
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
    await writing;
  }
}

const comma = Buffer.from(',');
const newline = Buffer.from('\n');

async function textOf(
  item: BatchItem,
  requestId: string,
  linkTo: (held: HeldCall) => Promise<string>,
): Promise<Buffer> {
  const { index, status } = item;
  if (status === 'not_run') return Buffer.from(writeExactly({ index, status } satisfies BatchItemBody));
  if (!('result' in item)) return Buffer.from(writeExactly({ index, status, error: problemOf(item.error, requestId) }));
  return Buffer.concat([
    Buffer.from(`{"index":${index},"status":"${status}","result":`),
    ...(await resultText(item.result, linkTo)),
    Buffer.from('}'),
  ]);
}

// Records are passed through unchanged.
async function resultText(
  result: BatchResult,
  linkTo: (held: HeldCall) => Promise<string>,
): Promise<readonly Buffer[]> {
  if (result.kind === 'held') return [Buffer.from(writeExactly(heldBody(result.held, await linkTo(result.held))))];
  if (result.kind === 'preview') return [Buffer.from(writeExactly({ data: { requests: result.requests }, meta: {} }))];
  return [Buffer.from('{"data":'), result.json, Buffer.from(`,"meta":${writeExactly(result.meta)}}`)];
}

/** JSON text with its line breaks replaced by spaces, in the same bytes. */
function onOneLine(text: Buffer): Buffer {
  for (let at = text.indexOf(0x0a); at >= 0; at = text.indexOf(0x0a, at)) text[at] = 0x20;
  for (let at = text.indexOf(0x0d); at >= 0; at = text.indexOf(0x0d, at)) text[at] = 0x20;
  return text;
}
