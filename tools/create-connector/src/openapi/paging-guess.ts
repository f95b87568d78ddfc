import { quoted } from '../source-text.ts';
import type { JsonObject, OpenApiSource } from './open-api-source.ts';
import { propertyPaths, responseSchema } from './response-paths.ts';
import { typesOf } from './schema-source.ts';

const sizes = [
  'limit',
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'page[size]',
  'page_limit',
  'count',
  'first',
  'size',
  'max_results',
  'maxResults',
  '$top',
];
const cursors = [
  'cursor',
  'page_token',
  'pageToken',
  'next_token',
  'nextToken',
  'page[cursor]',
  'page[after]',
  'after',
  'starting_after',
  'continuation',
  'marker',
  'next_cursor',
  'offset_token',
];
const offsets = ['offset', 'skip', 'start', 'startAt', 'page[offset]', '$skip'];
const pages = ['page', 'page_number', 'pageNumber', 'page[number]', 'page_no'];

const nextCursor =
  /(^|\.)(next_?cursor|next_?page_?token|next_?token|end_?cursor|cursor\.(next|after)|cursors\.after|cursor|continuation|next_marker|next_page)$/i;
const nextOffset = /(^|\.)(next_?(page)?\.|next_?|next_?page_?)(offset|skip|start|start_?at)$/i;
const nextUrl = /(^|\.)(next|next_?(url|link|uri|page_?url)|links\.next|_links\.next)$/i;
const moreFlag = /(^|\.)(has_?more|has_?next|more)$/i;
const totals = /(^|\.)(total|total_?count|total_?results|count)$/i;

/** The guessed paging of a list. */
export interface PagingGuess {
  /** Source of the `paging` of an action. */
  readonly source: string;
  /** Explains what the guess is based on. */
  readonly reason: string;
}

/** Guesses the paging of a list from its parameters (zod source by name) and of the response fields; undefined if they do not match any. */
export function pagingGuess(
  source: OpenApiSource,
  operation: JsonObject,
  params: ReadonlyMap<string, string>,
): PagingGuess | undefined {
  const named = (names: readonly string[]) => names.find((name) => params.has(name));
  const size = named(sizes);
  const withSize = size === undefined ? '' : `, size: ${quoted(size)}`;
  const places = propertyPaths(source, responseSchema(source, operation))
    .filter(([, schema]) => !typesOf(schema).types.includes('object'))
    .map(([path]) => path);
  const found = (pattern: RegExp) => places.find((path) => pattern.test(path));
  const offset = named(offsets);
  // A text cannot be counted: the vendor says which is next.
  const token = offset !== undefined && /^z\.string\(/.test(params.get(offset) ?? '') ? offset : undefined;
  const cursor = named(cursors) ?? token;
  const page = named(pages);
  const next = (token === undefined ? undefined : found(nextOffset)) ?? found(nextCursor);
  const more = found(moreFlag);
  if (cursor === 'starting_after' && more !== undefined) {
    return {
      source: `page.lastId({ param: 'starting_after', more: ${quoted(more)}${withSize} })`,
      reason: `starting_after and ${more}`,
    };
  }
  if (cursor !== undefined && next !== undefined) {
    const flag = more === undefined ? '' : `, more: ${quoted(more)}`;
    return {
      source: `page.cursor({ param: ${quoted(cursor)}, next: ${quoted(next)}${flag}${withSize} })`,
      reason: `${cursor} and ${next}`,
    };
  }
  const url = found(nextUrl);
  const selects = cursor ?? page ?? offset;
  if (url !== undefined && selects !== undefined) {
    return {
      source: `page.nextUrl({ param: ${quoted(selects)}, next: ${quoted(url)}${withSize} })`,
      reason: `${selects} and ${url}`,
    };
  }
  if (offset !== undefined && token === undefined && size !== undefined) {
    const total = found(totals);
    const end = total === undefined ? '' : `, total: ${quoted(total)}`;
    return {
      source: `page.offset({ param: ${quoted(offset)}, size: ${quoted(size)}${end} })`,
      reason: `${offset} and ${size}`,
    };
  }
  if (page !== undefined && size !== undefined) {
    return {
      source: `page.pageNumber({ param: ${quoted(page)}, size: ${quoted(size)} })`,
      reason: `${page} and ${size}`,
    };
  }
  return undefined;
}

/** Returns the parameter for the page size; a copy only uses it for the largest page. */
export const pageSizeParam = (params: readonly string[]): string | undefined =>
  sizes.find((name) => params.includes(name));
