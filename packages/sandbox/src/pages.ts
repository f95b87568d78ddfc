import { type MetaField, type Page, type Paging, valueAt } from '@connectory/connector-sdk';
import { isObject, type JsonObject, setAt } from './json.ts';
import { wordsOf } from './names.ts';
import { RequestError } from './replies.ts';
import { type Field, shapeOf } from './shape.ts';
import type { SimulatedAction } from './simulated-vendor.ts';

/** One page of a list and the values of the paging parameter that lead to its neighbors. */
export interface ListPage {
  readonly records: readonly JsonObject[];
  /** Number of records before this page. */
  readonly start: number;
  readonly size: number;
  /** Number of records on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly next: string | number | null;
  readonly previous: string | number | null;
  /** A cursor for the next page, for lists that offer one in addition to another way of paging. */
  readonly cursor: string | null;
  /** The parameter that leads to the neighbors; undefined where nothing does. */
  readonly param: string | undefined;
}

/** The parameters of an action that page and select no records. */
export function pagingParams({ paging }: SimulatedAction): readonly string[] {
  if (paging === null) return [];
  const { param, size, alternatives = [], also = {} } = paging;
  return [param, ...(size === undefined ? [] : [size]), ...alternatives, ...Object.keys(also)];
}

/** Records of a page when the call does not say. */
export const defaultPageSize = 20;
const maxSize = 1_000;
const sizeNames = ['per_page', 'limit', 'page_size', 'pageSize', 'perPage', 'maxResults'];

/** Cuts the requested page according to the connector's paging. Throws a `RequestError` for an invalid cursor. */
export function cutPage(
  all: readonly JsonObject[],
  action: SimulatedAction,
  params: JsonObject,
  defaultSize = defaultPageSize,
): ListPage {
  const { paging } = action;
  if (paging === null) {
    const total = all.length;
    const whole = { records: all, start: 0, size: total, total, hasMore: false };
    return { ...whole, next: null, previous: null, cursor: null, param: undefined };
  }
  const size = sizeOf(action, paging, params, defaultSize);
  const numbered = numberedPage(action, paging, params);
  if (numbered !== undefined) return cutNumbered(all, size, numbered.param, numbered.number);
  const backwards = paging.style === 'last-id' ? startBefore(all, paging, params, size) : undefined;
  const start = backwards?.start ?? startOf(all, action, paging, params, size);
  const end = backwards?.end ?? start + size;
  const records = all.slice(start, end);
  const total = all.length;
  const hasMore = backwards === undefined ? end < total : start > 0;
  const at = (position: number) => positionValue(all, action, paging, position, size, params);
  return {
    records,
    start,
    size,
    total,
    hasMore,
    next: end < total ? at(end) : null,
    previous: start > 0 ? at(Math.max(0, start - size)) : null,
    cursor: end < total ? writeToken(end) : null,
    param: paging.param,
  };
}

// A list with cursors that takes the number of a page in another parameter, when a call has one.
function numberedPage(action: SimulatedAction, { alternatives = [], style }: Paging, params: JsonObject) {
  if (style !== 'cursor') return undefined;
  const { fields } = shapeOf(action.params);
  const param = alternatives.find((name) => params[name] !== undefined && fields.get(name)?.shape.kind === 'number');
  return param === undefined ? undefined : { param, number: wholeNumber(params[param], 1) };
}

function cutNumbered(all: readonly JsonObject[], size: number, param: string, number: number): ListPage {
  const start = (number - 1) * size;
  const hasMore = start + size < all.length;
  return {
    records: all.slice(start, start + size),
    start,
    size,
    total: all.length,
    hasMore,
    next: hasMore ? number + 1 : null,
    previous: number > 1 ? number - 1 : null,
    cursor: null,
    param,
  };
}

function sizeOf(action: SimulatedAction, paging: Paging, params: JsonObject, defaultSize: number): number {
  const { fields } = shapeOf(action.params);
  const name = paging.size ?? sizeNames.find((one) => fields.has(one));
  const field = name === undefined ? undefined : fields.get(name);
  const asked = Number((name === undefined ? undefined : params[name]) ?? field?.default ?? defaultSize);
  const shape = field?.shape;
  const most = shape?.kind === 'number' ? Math.min(shape.maximum, maxSize) : maxSize;
  return Number.isFinite(asked) ? Math.min(Math.max(1, Math.floor(asked)), most) : defaultSize;
}

// ending_before and similar: the page that ends just before a record.
function startBefore(all: readonly JsonObject[], paging: Paging, params: JsonObject, size: number) {
  const name = Object.keys(params).find((one) => wordsOf(one).includes('before'));
  if (name === undefined) return undefined;
  const end = positionOf(all, paging, params[name]);
  return { start: Math.max(0, end - size), end };
}

function startOf(
  all: readonly JsonObject[],
  action: SimulatedAction,
  paging: Paging,
  params: JsonObject,
  size: number,
): number {
  const value = params[paging.param];
  if (value === undefined || value === null || value === '') return startAtCursor(params);
  if (paging.style === 'last-id') return positionOf(all, paging, value) + 1;
  // Vendors whose cursors are positions take 0 for the first page.
  if (paging.style === 'cursor' && value === '0') return 0;
  if (countsRecords(paging)) return wholeNumber(value, 0);
  if (isNumbered(action, paging)) {
    const first = firstPage(action, paging);
    return (wholeNumber(value, first) - first) * size;
  }
  return readToken(value);
}

// A list with two ways of paging takes a cursor in another parameter.
function startAtCursor(params: JsonObject): number {
  const cursor = Object.values(params).find((value) => typeof value === 'string' && tokenPosition(value) !== undefined);
  return cursor === undefined ? 0 : readToken(cursor);
}

function positionValue(
  all: readonly JsonObject[],
  action: SimulatedAction,
  paging: Paging,
  position: number,
  size: number,
  params: JsonObject,
) {
  if (paging.style === 'last-id') return edgeOf(paging, all[position - 1]);
  if (countsRecords(paging)) return position;
  if (isNumbered(action, paging)) return Math.floor(position / size) + firstPage(action, paging);
  return writeToken(position, paging.alone === undefined ? undefined : { ...params, [paging.param]: undefined });
}

const countsRecords = ({ style, param }: Paging) =>
  style === 'offset' || wordsOf(param).some((word) => word === 'offset' || word === 'skip');

const pageField = (action: SimulatedAction, { param }: Paging): Field | undefined =>
  shapeOf(action.params).fields.get(param);

const isNumbered = (action: SimulatedAction, paging: Paging) =>
  paging.style === 'page-number' || pageField(action, paging)?.shape.kind === 'number';

// The number of the first page is known to the paging alone: the page after one that had no number is the second.
function firstPage(action: SimulatedAction, paging: Paging): number {
  if (paging.style === 'page-number') {
    const second = paging.next(pageOf(undefined))?.[paging.param];
    return typeof second === 'number' ? second - 1 : 1;
  }
  const field = pageField(action, paging);
  if (typeof field?.default === 'number') return field.default;
  return field?.shape.kind === 'number' && field.shape.minimum === 0 ? 0 : 1;
}

// A page with a successor that ends with that record, to find out what the paging would do.
const pageOf = (record: JsonObject | undefined): Page => ({
  params: {},
  count: 1,
  value: () => true,
  first: (path) => valueAt(record, path),
  last: (path) => valueAt(record, path),
  header: () => undefined,
});

// Which field of the last record leads to the next page is known to the paging alone.
function edgeOf(paging: Paging, record: JsonObject | undefined): string | number | null {
  const edge = record === undefined ? undefined : paging.next(pageOf(record))?.[paging.param];
  return typeof edge === 'string' || typeof edge === 'number' ? edge : null;
}

function wholeNumber(value: unknown, least: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new RequestError(400, 'upstream_rejected', 'The page is not a number the list could have.');
}

function positionOf(all: readonly JsonObject[], paging: Paging, id: unknown): number {
  const position = all.findIndex((record) => String(edgeOf(paging, record)) === String(id));
  if (position >= 0) return position;
  throw new RequestError(
    400,
    'upstream_rejected',
    `There is no record ${String(id)} from which the list could continue.`,
  );
}

/**
 * The parameters of a continued list: if the vendor accepts nothing else with its cursor, the cursor represents the original parameters.
 */
export function continued({ paging }: SimulatedAction, params: JsonObject): JsonObject {
  const cursor = paging?.alone === undefined ? undefined : params[paging.param];
  const remembered = typeof cursor === 'string' ? readText(cursor)?.[2] : undefined;
  return remembered === undefined ? params : { ...objectOf(remembered), ...params };
}

function objectOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw notGivenOut();
  }
}

const writeToken = (position: number, remembered?: JsonObject) =>
  Buffer.from(`after:${position}${remembered === undefined ? '' : `:${JSON.stringify(remembered)}`}`).toString(
    'base64url',
  );

const readText = (value: string) => /^after:(\d{1,12})(?::(.*))?$/s.exec(Buffer.from(value, 'base64url').toString());

function tokenPosition(value: string): number | undefined {
  const match = readText(value);
  return match === null ? undefined : Number(match[1]);
}

function readToken(value: unknown): number {
  const position = tokenPosition(String(value));
  if (position !== undefined) return position;
  throw notGivenOut();
}

const notGivenOut = () => new RequestError(400, 'upstream_rejected', 'The cursor is not one this list has given out.');

/** Returns the URL of another page of the same list; null if there is no such page. */
export type PageUrl = (value: string | number | null) => string | null;

/** The body and headers of a REST list: rows where the action reads them, and every paging and pagination field it looks for. */
export function listEnvelope(
  action: SimulatedAction,
  page: ListPage,
  rows: readonly unknown[],
  urlOf: PageUrl,
): { body: unknown; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (action.paging?.style === 'link-header') {
    const links = [link(urlOf(page.previous), 'prev'), link(urlOf(page.next), 'next')].filter((text) => text !== '');
    if (links.length > 0) headers.link = links.join(', ');
  }
  if (action.recordsAt === '') return { body: rows, headers };
  const body: JsonObject = {};
  const isLeftOut = action.omitsEmptyLists === true && rows.length === 0;
  if (!isLeftOut) setAt(body, action.recordsAt, rows);
  addFields(body, action, page, urlOf);
  return { body, headers };
}

/** The pagination of a list, at the paths where the action looks for it. */
export function listFields(action: SimulatedAction, page: ListPage, urlOf: PageUrl): JsonObject {
  const body: JsonObject = {};
  addFields(body, action, page, urlOf);
  return body;
}

function addFields(body: JsonObject, action: SimulatedAction, page: ListPage, urlOf: PageUrl): void {
  addPaging(body, action, page, urlOf);
  // A vendor that omits its cursor also omits other members without a value.
  const leavesOut = hasCursor(action) && action.paging?.end === undefined;
  for (const [name, field] of Object.entries(action.meta)) {
    for (const path of field.reads) {
      if (valueAt(body, path) !== undefined) continue;
      const value = metaValue(name, path, field, page, urlOf);
      if (value !== null || !leavesOut) setAt(body, path, value);
    }
  }
}

const link = (url: string | null, relation: string) => (url === null ? '' : `<${url}>; rel="${relation}"`);

const hasCursor = ({ paging }: SimulatedAction) => paging?.style === 'cursor' || paging?.style === 'next-url';

function setEnd(body: JsonObject, path: string, { end }: Paging): void {
  if (end !== undefined) setAt(body, path, end);
}

function addPaging(body: JsonObject, action: SimulatedAction, page: ListPage, urlOf: PageUrl): void {
  const { paging } = action;
  const [first, second, ...others] = paging?.reads ?? [];
  if (paging === null || first === undefined) return;
  // A page that was requested by number has no cursor.
  if (page.param !== paging.param) {
    setEnd(body, first, paging);
    if (second !== undefined) setAt(body, second, false);
    return;
  }
  if (paging.style === 'last-id') setAt(body, first, page.hasMore);
  else if (!hasCursor(action)) setAt(body, first, page.total);
  else if (page.next === null) setEnd(body, first, paging);
  else setAt(body, first, paging.style === 'cursor' ? page.next : urlOf(page.next));
  if (second !== undefined) setAt(body, second, paging.style === 'cursor' ? page.hasMore : page.cursor);
  for (const path of others) setAt(body, path, page.cursor);
}

const fallbacks = [null, '', 0, false, [], {}];

function metaValue(name: string, path: string, field: MetaField, page: ListPage, urlOf: PageUrl): unknown {
  const words = wordsOf(`${name}_${path.split('.').at(-1) ?? ''}`);
  const candidates = [...wellKnown(words, page, urlOf), ...fallbacks];
  return candidates.find((value) => field.type.safeParse(value).success) ?? null;
}

// The name determines the meaning, the type its format.
function wellKnown(words: readonly string[], page: ListPage, urlOf: PageUrl): unknown[] {
  const is = (...some: readonly string[]) => some.some((word) => words.includes(word));
  if (is('has', 'more')) return [is('previous', 'prev') ? page.start > 0 : page.hasMore];
  if (is('previous', 'prev')) return [urlOf(page.previous), page.previous];
  if (is('next')) return [urlOf(page.next), page.next];
  if (is('pages')) return [Math.max(1, Math.ceil(page.total / page.size))];
  if (is('count', 'total')) return [page.total];
  if (is('per', 'size', 'limit')) return [page.size];
  if (is('offset', 'start')) return [page.start];
  if (is('page', 'current')) return [Math.floor(page.start / page.size) + 1];
  return [];
}
