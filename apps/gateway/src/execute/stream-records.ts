import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenPrincipal } from '@connectory/control-plane';
import { type ExecuteRequest, type ExecuteResult, type Executor, toGatewayError } from '@connectory/core';
import { GatewayError, type Problem, problemOf } from '@connectory/errors';
import { elementLines, writeExactly } from '@connectory/exact-json';
import { cutWhenUnread, writeWhenDrained } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';
import type { ExecuteTrailer } from './schemas.ts';

/** The fields of the last line, as documented. */
type Trailer = Omit<ExecuteTrailer['meta'], 'error'> & { readonly error?: Problem };

/** Maximum number of pages of one stream; its last line contains where to continue. */
const maxPages = 10_000;

/** Maximum number of errors of omitted records that the last line names. */
const maxOmitted = 20;

type RecordsResult = Extract<ExecuteResult, { kind: 'records' | 'record' }>;

/** Whether a request accepts a stream of all pages, one record per line. */
export function wantsStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('application/x-ndjson') === true;
}

/**
 * Streams all pages of list, api_search or a search of the copy, one record per line, closed by `{"meta": …}`. Each page is fetched while
 * the previous one is written. A failure of the first page is thrown; a later one is reported in the last line, because the status has
 * already been sent. `authorize` checks the token again before each further page, because a stream can outlive it.
 */
export async function streamRecords(
  response: ServerResponse,
  request: IncomingMessage,
  executor: Executor,
  execute: ExecuteRequest,
  authorize: () => Promise<TokenPrincipal>,
): Promise<ExecuteResult | undefined> {
  const body = execute.body as { params?: object | null };
  const { maxRecords } = execute.principal.policy;
  const executeNext = async (params: object): Promise<RecordsResult> => {
    const next = { ...execute, principal: await authorize(), body: { ...body, params } };
    return (await executor.execute(next)) as RecordsResult;
  };
  const first = await executor.execute(execute);
  if (first.kind !== 'records') return first;
  response.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'x-request-id': requestIdOf(request),
    'cache-control': 'no-store',
  });
  let page: RecordsResult = first;
  let params: object = body?.params ?? {};
  const asked = new Set([digestOf(params)]);
  const omitted: NonNullable<Trailer['omitted']> = [];
  let records = 0;
  for (let pages = 1; ; pages++) {
    const { lines, count } = elementLines(page.json, maxRecords === undefined ? undefined : maxRecords - records);
    records += count;
    const next = page.meta.next_params as object | null;
    omitted.push(...omittedFrom(page).slice(0, maxOmitted - omitted.length));
    const seen = omitted.length > 0 && { omitted };
    const end = (rest: Partial<Trailer>) => {
      const trailer = { meta: { complete: false, records, pages, next_params: next, ...rest, ...seen } };
      response.end(`${writeExactly(trailer)}\n`);
      cutWhenUnread(response);
      return undefined;
    };
    const isCapped =
      page.meta.capped_at !== undefined || (next === null ? page.meta.has_more === true : records === maxRecords);
    const isLast = isCapped || next === null;
    params = { ...params, ...next };
    const digest = isLast ? '' : digestOf(params);
    const isOver = isLast || asked.has(digest) || pages >= maxPages;
    const writing = execute.held?.size;
    const wanted = params;
    const following = isOver ? undefined : fetchAhead(() => executeNext(wanted));
    await writeWhenDrained(response, lines);
    // Written or buffered by the socket: this page is no longer needed.
    execute.held?.release(writing);
    if (isCapped) return end({ reason: 'record_cap' });
    if (page.meta.upstream_capped_at !== undefined) return end({ reason: 'upstream_cap' });
    if (next === null) return end(omitted.length > 0 ? { reason: 'omitted' } : { complete: true });
    if (following === undefined) return end({ reason: asked.has(digest) ? 'repeated_page' : 'page_cap' });
    asked.add(digest);
    try {
      page = await following();
    } catch (error) {
      return end({ reason: 'error', error: problemOf(toGatewayError(error), requestIdOf(request)) });
    }
  }
}

/** Starts fetching a page, and returns a promise of it. */
function fetchAhead(execution: () => Promise<RecordsResult>): () => Promise<RecordsResult> {
  const ahead = execution();
  // The fetch may fail before anything awaits it.
  ahead.catch(() => undefined);
  return async () => {
    try {
      return await ahead;
    } catch (error) {
      // There was not enough memory for two pages at once. The previous one has been written by now.
      if (GatewayError.is(error, 'gateway_busy')) return execution();
      throw error;
    }
  };
}

const omittedFrom = ({ meta }: RecordsResult) => (meta.omitted ?? []) as NonNullable<Trailer['omitted']>;

// Parameters can be long, and up to ten thousand sets of them are remembered.
const digestOf = (params: object) => createHash('sha256').update(writeExactly(params)).digest('base64');
