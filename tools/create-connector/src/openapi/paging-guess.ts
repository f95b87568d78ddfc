import { quoted } from '../source-text.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
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
  /(^|\.)(next_?cursor|next_?page_?token|next_?token|end_?cursor|cursor\.(next|after)|cursors\.after|next\.(starting_after|cursor|after)|cursor|continuation|next_marker|next_page)$/i;
const nextOffset = /(^|\.)(next_?(page)?\.|next_?|next_?page_?)(offset|skip|start|start_?at)$/i;
const nextUrl = /(^|\.)(next|next_?(url|link|uri|page_?url)|links\.next|_links\.next)$/i;
const moreFlag = /(^|\.)(has_?more|has_?next|more)$/i;
const totals = /(^|\.)(total|total_?count|total_?results|count)$/i;

/** The guessed paging of a list. */
export interface PagingGuess {
  /** Source of the `paging` of an action; `null` if the list is not paged, or nothing says how. */
  readonly source: string;
  /** Explains what the guess is based on: names of parameters and of response fields. Empty if nothing indicates pages. */
  readonly reason: string;
}

/** Guesses the paging of a list from its parameters (zod source by name), the fields of its response and the key of its records. */
export function pagingGuess(
  source: OpenApiSource,
  operation: JsonObject,
  params: ReadonlyMap<string, string>,
  key: string | undefined,
): PagingGuess {
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
  // Where both are possible, counting cannot end early: some vendors return a cursor only on request.
  const isCounted = offset !== undefined && token === undefined && size !== undefined;
  const cursor = isCounted ? undefined : (named(cursors) ?? token);
  const page = named(pages);
  const next = (token === undefined ? undefined : found(nextOffset)) ?? found(nextCursor);
  const more = found(moreFlag);
  if (cursor === 'starting_after' && more !== undefined && key !== undefined) {
    const id = key === 'id' ? '' : `, id: ${quoted(key)}`;
    return {
      source: `page.lastId({ param: 'starting_after', more: ${quoted(more)}${id}${withSize} })`,
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
  if (selects !== undefined && linksPages(source, operation)) {
    return {
      source: `page.linkHeader({ param: ${quoted(selects)}${withSize} })`,
      reason: `${selects} and the header Link`,
    };
  }
  if (isCounted) {
    const total = found(totals);
    const end = total === undefined ? '' : `, total: ${quoted(total)}`;
    return {
      source: `page.offset({ param: ${quoted(offset)}, size: ${quoted(size)}${end} })`,
      reason: `${offset} and ${size}`,
    };
  }
  if (page !== undefined && size !== undefined && /^z\.int\(/.test(params.get(page) ?? '')) {
    const first = firstPage(source, operation, page) === 0 ? ', first: 0' : '';
    return {
      source: `page.pageNumber({ param: ${quoted(page)}, size: ${quoted(size)}${first} })`,
      reason: `${page} and ${size}`,
    };
  }
  const signs = [cursor, offset, page, next, url, more].filter((sign) => sign !== undefined);
  return { source: 'null', reason: [...new Set([...signs, ...(size === undefined ? [] : [size])])].join(' and ') };
}

// Whether a successful response declares a header Link.
function linksPages(source: OpenApiSource, { responses }: JsonObject): boolean {
  return Object.entries(objectOf(responses)).some(
    ([status, response]) =>
      status.startsWith('2') &&
      Object.keys(objectOf(source.resolve(response).headers)).some((name) => /^link$/i.test(name)),
  );
}

// Pages are counted from the default of the parameter, or from its minimum.
function firstPage(source: OpenApiSource, { parameters }: JsonObject, param: string): unknown {
  const about = arrayOf(parameters)
    .map(source.resolve)
    .find(({ name }) => name === param);
  const schema = source.resolve(about?.schema);
  return schema.default ?? schema.minimum;
}

/** Returns the parameter for the page size; a copy only uses it for the largest page. */
export const pageSizeParam = (params: readonly string[]): string | undefined =>
  sizes.find((name) => params.includes(name));
