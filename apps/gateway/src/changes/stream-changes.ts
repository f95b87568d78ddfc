import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Bound, type RecordChange, toGatewayError } from '@connectory/core';
import { GatewayError, problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { cutWhenUnread, writeWhenDrained } from '../http/connection-lifecycle.ts';
import { Counts } from '../http/limits.ts';
import { requestIdOf } from '../http/request.ts';
import type { EndReason, FollowedPart } from './follow-changes.ts';

/** How changes are streamed: one JSON object per line, or server-sent events. */
export type ChangeStreamType = 'application/x-ndjson' | 'text/event-stream';

/** Media type of the stream that a request accepts; undefined if it accepts a page. */
export function wantedStream({ headers: { accept = '' } }: IncomingMessage): ChangeStreamType | undefined {
  if (accept.includes('text/event-stream')) return 'text/event-stream';
  return accept.includes('application/x-ndjson') ? 'application/x-ndjson' : undefined;
}

/** How a stream is encoded. */
interface ChangeFormat {
  readonly begin: string;
  readonly change: (change: RecordChange) => string;
  /** Shows proxies and clients that a quiet stream is still alive. */
  readonly quiet: string;
  readonly end: (meta: EndMeta) => string;
}

interface EndMeta {
  readonly cursor: string | null;
  readonly reason: Exclude<EndReason, 'gone'> | 'error';
  readonly error?: object;
}

const formats: Readonly<Record<ChangeStreamType, ChangeFormat>> = {
  'application/x-ndjson': {
    begin: '',
    change: (change) => `${writeExactly(change)}\n`,
    quiet: '\n',
    end: (meta) => `${writeExactly({ meta })}\n`,
  },
  'text/event-stream': {
    begin: 'retry: 1000\n\n',
    change: (change) => `id: ${change.cursor}\nevent: ${change.type}\ndata: ${writeExactly(change)}\n\n`,
    quiet: ':\n\n',
    end: (meta) => `event: end\ndata: ${writeExactly({ meta })}\n\n`,
  },
};

const quietMilliseconds = 15_000;

/**
 * Streams changes as they arrive. A failure before the first part is thrown; a later one is reported at the end of the stream, because the status
 * has been sent by then.
 */
export async function streamChanges(
  request: IncomingMessage,
  response: ServerResponse,
  type: ChangeStreamType,
  parts: AsyncIterable<FollowedPart>,
): Promise<void> {
  const format = formats[type];
  let cursor: string | null = null;
  let wroteAt = Date.now();
  const write = async (text: string) => {
    wroteAt = Date.now();
    await writeWhenDrained(response, text);
  };
  const end = (meta: EndMeta) => {
    response.end(format.end(meta));
    cutWhenUnread(response);
  };
  try {
    for await (const part of parts) {
      if (!response.headersSent) {
        begin(request, response, type);
        await write(format.begin);
      }
      cursor = part.cursor;
      if (part.changes.length > 0) await write(part.changes.map(format.change).join(''));
      else if (Date.now() - wroteAt >= quietMilliseconds) await write(format.quiet);
      if (part.end === 'gone') response.destroy();
      else if (part.end !== undefined) end({ cursor, reason: part.end });
    }
  } catch (error) {
    if (!response.headersSent) throw error;
    end({ cursor, reason: 'error', error: problemOf(toGatewayError(error), requestIdOf(request)) });
  }
}

function begin(request: IncomingMessage, response: ServerResponse, type: ChangeStreamType): void {
  response.writeHead(200, {
    'content-type': type,
    'x-request-id': requestIdOf(request),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Tells reverse proxies not to buffer.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
}

const limits = { workspace: 250, process: 1_000 };

/** Counts the open streams of changes in this process, by workspace. */
export class Followers {
  readonly #ofWorkspace = new Counts();
  #all = 0;

  /** Number of open streams. */
  readonly bound: Bound = {
    name: 'change_streams',
    help: 'Open streams of changes',
    limit: limits.process,
    inUse: () => this.#all,
  };

  /** Counts a stream; the returned function uncounts it. Throws `rate_limited` at the limit of the workspace and `gateway_busy` at that of the process. */
  begin(workspaceId: string): () => void {
    if (this.#all >= limits.process) {
      throw new GatewayError('gateway_busy', `This process is at its limit of ${limits.process} streams of changes.`, {
        retryAfterSeconds: 10,
      });
    }
    if (this.#ofWorkspace.of(workspaceId) >= limits.workspace) {
      const message = `The workspace is at its limit of ${limits.workspace} streams of changes. Close one, or read pages.`;
      throw new GatewayError('rate_limited', message, { retryAfterSeconds: 10 });
    }
    this.#all++;
    this.#ofWorkspace.add(workspaceId, 1);
    return () => {
      this.#all--;
      this.#ofWorkspace.add(workspaceId, -1);
    };
  }
}
