import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
  type Problem,
  problemOf,
  toGatewayError,
} from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { elementLines, writeExactly } from '@connectory/exact-json';
import type { ExecuteTrailer } from '@connectory/openapi';
import { requestIdOf } from '../http/request-id.ts';
import { cutWhenUnread, longestUnread } from '../http/unread-answer.ts';

/** The members of the last line, as the document has them. */
type Trailer = Omit<ExecuteTrailer['meta'], 'error'> & { readonly error?: Problem };

/** The most pages of one stream; its last line says how to go on. */
const mostPages = 10_000;

type RecordsResult = Extract<ExecuteResult, { kind: 'records' | 'record' }>;

/** True for a request that asks for all pages as one record per line. */
export function wantsStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('application/x-ndjson') === true;
}

/**
 * Follows the pages of list, api_search or a search of the copy and streams one record per line, closed by `{"meta": …}`. A failure of the first page
 * is thrown; a later one is told in the last line, because the status has been sent by then.
 */
export async function streamRecords(
  response: ServerResponse,
  request: IncomingMessage,
  executor: Executor,
  execute: ExecuteRequest,
  mostRecords: number | undefined,
): Promise<ExecuteResult | undefined> {
  const body = execute.body as { params?: object | null };
  let params: object = body?.params ?? {};
  const first = await executor.execute(execute);
  if (first.kind !== 'records') return first;
  let { lines, count, meta } = linesOf(first, mostRecords);
  response.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'x-request-id': requestIdOf(request),
    'cache-control': 'no-store',
  });
  const asked = new Set([digestOf(params)]);
  let records = 0;
  for (let pages = 1; ; pages++) {
    records += count;
    await write(response, lines);
    // Written or buffered by the socket: the page itself is needed no more.
    execute.held?.release();
    const next = meta.next_params as object | null;
    const end = (rest: Partial<Trailer>) => {
      const trailer = { meta: { complete: false, records, pages, next_params: next, ...rest } };
      response.end(`${writeExactly(trailer)}
`);
      cutWhenUnread(response);
      return undefined;
    };
    if (meta.capped_at !== undefined || (mostRecords !== undefined && records >= mostRecords && next !== null)) {
      return end({ reason: 'record_cap' });
    }
    if (next === null) return end({ complete: true });
    params = { ...params, ...next };
    const page = digestOf(params);
    if (asked.has(page)) return end({ reason: 'repeated_page' });
    if (pages >= mostPages) return end({ reason: 'page_cap' });
    asked.add(page);
    try {
      if (response.destroyed) throw new GatewayError('request_timeout', 'The caller closed the connection.');
      const following = (await executor.execute({ ...execute, body: { ...body, params } })) as RecordsResult;
      ({ lines, count, meta } = linesOf(following, mostRecords === undefined ? undefined : mostRecords - records));
    } catch (error) {
      return end({ reason: 'error', error: problemOf(toGatewayError(error), requestIdOf(request)) });
    }
  }
}

// The parameters themselves may be long, and ten thousand of them are remembered.
const digestOf = (params: object) => createHash('sha256').update(writeExactly(params)).digest('base64');

/** The records of a page as lines, each the bytes it is. */
function linesOf({ json, meta }: RecordsResult, most: number | undefined) {
  return { ...elementLines(json, most), meta };
}

async function write(response: ServerResponse, lines: Buffer): Promise<void> {
  if (lines.length === 0 || response.destroyed || response.write(lines)) return;
  const written = new AbortController();
  const { signal } = written;
  const cut = setTimeout(() => response.destroy(), longestUnread);
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  clearTimeout(cut);
  // Takes the listener of the event that did not come off the response.
  written.abort();
}
