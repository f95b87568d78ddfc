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

/** The members of the last line, as the document has them. */
type Trailer = Omit<ExecuteTrailer['meta'], 'error'> & { readonly error?: Problem };

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
  let records = 0;
  for (let pages = 1; ; pages++) {
    records += count;
    await write(response, lines);
    const next = meta.next_params as object | null;
    const end = (rest: Partial<Trailer>) => {
      const trailer = { meta: { complete: false, records, pages, next_params: next, ...rest } };
      response.end(`${writeExactly(trailer)}
`);
    };
    if (meta.capped_at !== undefined || (mostRecords !== undefined && records >= mostRecords && next !== null)) {
      end({ reason: 'record_cap' });
      return undefined;
    }
    if (next === null) {
      end({ complete: true });
      return undefined;
    }
    const following = { ...params, ...next };
    if (writeExactly(following) === writeExactly(params)) {
      end({ reason: 'repeated_page' });
      return undefined;
    }
    params = following;
    try {
      if (response.destroyed) throw new GatewayError('request_timeout', 'The caller closed the connection.');
      const page = (await executor.execute({ ...execute, body: { ...body, params } })) as RecordsResult;
      ({ lines, count, meta } = linesOf(page, mostRecords === undefined ? undefined : mostRecords - records));
    } catch (error) {
      end({ reason: 'error', error: problemOf(toGatewayError(error), requestIdOf(request)) });
      return undefined;
    }
  }
}

/** The records of a page as lines, each the bytes it is. */
function linesOf({ json, meta }: RecordsResult, most: number | undefined) {
  return { ...elementLines(json, most), meta };
}

async function write(response: ServerResponse, lines: Buffer): Promise<void> {
  if (lines.length === 0 || response.destroyed || response.write(lines)) return;
  const written = new AbortController();
  const { signal } = written;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  // Takes the listener of the event that did not come off the response.
  written.abort();
}
