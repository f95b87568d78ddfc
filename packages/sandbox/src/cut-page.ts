import { type Action, type Page, type Paging, valueAt } from '@connectory/connector-sdk';
import { isObject, type JsonObject } from './json.ts';
import { wordsOf } from './names.ts';
import { RequestFault } from './request-fault.ts';
import { type Field, shapeOf } from './shape.ts';

/** One page of a list and the values of the paging parameter that lead to its neighbours. */
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
  /** A cursor for the next page, for lists that offer one beside another way of paging. */
  readonly cursor: string | null;
}

const usualSize = 20;
const largestSize = 1_000;
const sizeNames = ['per_page', 'limit', 'page_size', 'pageSize', 'perPage', 'maxResults'];

/** Cuts the page the parameters ask for, in the connector's way of paging. Throws a `RequestFault` for a cursor that is none. */
export function cutPage(all: readonly JsonObject[], action: Action, params: JsonObject): ListPage {
  const { paging } = action;
  if (paging === null) {
    return { records: all, start: 0, size: all.length, total: all.length, hasMore: false, next: null, previous: null };
  }
  const size = sizeOf(action, paging, params);
  const backwards = paging.style === 'last-id' ? startBefore(all, params, size) : undefined;
  const start = backwards?.start ?? startOf(all, action, paging, params, size);
  const end = backwards?.end ?? start + size;
  const records = all.slice(start, end);
  const total = all.length;
  const hasMore = backwards === undefined ? end < total : start > 0;
  const at = (position: number) => positionValue(all, action, paging, position, size);
  return {
    records,
    start,
    size,
    total,
    hasMore,
    next: end < total ? at(end) : null,
    previous: start > 0 ? at(Math.max(0, start - size)) : null,
  };
}

function sizeOf(action: Action, paging: Paging, params: JsonObject): number {
  const { fields } = shapeOf(action.params);
  const name = paging.size ?? sizeNames.find((one) => fields.has(one));
  const field = name === undefined ? undefined : fields.get(name);
  const asked = Number((name === undefined ? undefined : params[name]) ?? field?.default ?? usualSize);
  const shape = field?.shape;
  const most = shape?.kind === 'number' ? Math.min(shape.maximum, largestSize) : largestSize;
  return Number.isFinite(asked) ? Math.min(Math.max(1, Math.floor(asked)), most) : usualSize;
}

// ending_before and the like: the page that ends just before a record.
function startBefore(all: readonly JsonObject[], params: JsonObject, size: number) {
  const name = Object.keys(params).find((one) => wordsOf(one).includes('before'));
  const before = name === undefined ? undefined : params[name];
  if (typeof before !== 'string' && typeof before !== 'number') return undefined;
  const end = positionOf(all, before);
  return { start: Math.max(0, end - size), end };
}

function startOf(all: readonly JsonObject[], action: Action, paging: Paging, params: JsonObject, size: number): number {
  const value = params[paging.param];
  if (value === undefined || value === null || value === '') return 0;
  if (paging.style === 'last-id') return positionOf(all, value) + 1;
  if (countsRecords(paging)) return wholeNumber(value, 0);
  if (isNumbered(action, paging)) {
    const first = firstPage(action, paging);
    return (wholeNumber(value, first) - first) * size;
  }
  return readToken(value);
}

function positionValue(all: readonly JsonObject[], action: Action, paging: Paging, position: number, size: number) {
  if (paging.style === 'last-id') return lastId(all[position - 1]);
  if (countsRecords(paging)) return position;
  if (isNumbered(action, paging)) return Math.floor(position / size) + firstPage(action, paging);
  return writeToken(position);
}

const countsRecords = ({ style, param }: Paging) =>
  style === 'offset' || wordsOf(param).some((word) => word === 'offset' || word === 'skip');

const pageField = (action: Action, { param }: Paging): Field | undefined => shapeOf(action.params).fields.get(param);

const isNumbered = (action: Action, paging: Paging) =>
  paging.style === 'page-number' || pageField(action, paging)?.shape.kind === 'number';

// The number of the first page is known to the paging alone: the page after one that had no number is the second.
function firstPage(action: Action, paging: Paging): number {
  if (paging.style === 'page-number') {
    const page: Page = {
      params: {},
      count: 1,
      value: () => undefined,
      firstRecord: () => undefined,
      lastRecord: () => undefined,
      header: () => undefined,
    };
    const second = paging.next(page)?.[paging.param];
    return typeof second === 'number' ? second - 1 : 1;
  }
  const field = pageField(action, paging);
  if (typeof field?.default === 'number') return field.default;
  return field?.shape.kind === 'number' && field.shape.minimum === 0 ? 0 : 1;
}

function wholeNumber(value: unknown, least: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new RequestFault(400, 'upstream_rejected', 'The page is not a number the list could have.');
}

const idNames = ['id', 'gid', 'sid', 'uuid', 'key', 'name'];
const idsOf = (record: JsonObject) => idNames.map((name) => record[name]).filter((value) => value !== undefined);

function lastId(record: JsonObject | undefined): string | number | null {
  const [id] = record === undefined ? [] : idsOf(record);
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function positionOf(all: readonly JsonObject[], id: unknown): number {
  const named = all.findIndex((record) => idsOf(record).some((value) => String(value) === String(id)));
  const position = named >= 0 ? named : all.findIndex((record) => hasScalar(record, id));
  if (position >= 0) return position;
  throw new RequestFault(400, 'upstream_rejected', `There is no record ${String(id)} from which the list could go on.`);
}

const hasScalar = (record: JsonObject, id: unknown) =>
  Object.values(record).some((value) => String(isObject(value) ? valueAt(value, 'id') : value) === String(id));

const writeToken = (position: number) => Buffer.from(`after:${position}`).toString('base64url');

function readToken(value: unknown): number {
  const match = /^after:(\d{1,12})$/.exec(Buffer.from(String(value), 'base64url').toString());
  if (match !== null) return Number(match[1]);
  throw new RequestFault(400, 'upstream_rejected', 'The cursor is not one this list has given out.');
}
