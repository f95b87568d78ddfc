import { type Action, type Page, type RawValue, valueAt } from '@connectory/connector-sdk';
import {
  endsAtMax,
  failureConditions,
  isRead,
  type RemoteAction,
  type Upstream,
} from '@connectory/connector-sdk/engine';
import { GatewayError, type GatewayErrorOptions } from '@connectory/errors';
import {
  elementAt,
  isNullAt,
  JsonBoundError,
  type JsonSlices,
  keepElements,
  parseExactly,
  planSlices,
  readElements,
  type Slice,
  type SlicePlan,
  sliceJson,
  writeExactly,
} from '@connectory/exact-json';
import { isRepeatable, type UpstreamCall } from './call.ts';
import { awaitConnectorCode, requireValue, runConnectorCode } from './connector-code.ts';
import type { ExchangeResponse } from './exchange.ts';
import { vendorCodeOf } from './failure.ts';
import { filePath } from './file-download.ts';
import { isPartial, type Omission, omissionOf } from './partial-response.ts';
import { jsonBounds, maxHeaderLength, maxRecords } from './response-bounds.ts';
import { headerText, remoteHeaderNames } from './response-headers.ts';

/** The records of one page as JSON text, with its pagination. */
export interface RecordsResponse {
  /** A JSON array. */
  readonly json: Buffer;
  readonly count: number;
  /** The connector's own pagination fields. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** What to merge into the parameters for the next page, null at the end. */
  readonly nextParams: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  /** True if the upstream has records that belong to this page but did not return them; `meta.omitted` names them. */
  readonly incomplete?: true;
  /** The most records that the upstream returns of the list, if the list has more and this is the last page it returns. */
  readonly cappedAt?: number;
  /** Names of the headers with rate limits that the upstream sent; absent unless the call wants them. */
  readonly limitHeaders?: readonly string[];
}

/** One record as JSON text. */
export interface RecordResponse {
  readonly json: Buffer;
  readonly status: number;
  /** Names of the headers with rate limits that the upstream sent; absent unless the call wants them. */
  readonly limitHeaders?: readonly string[];
}

type Rows = Pick<RecordsResponse, 'json' | 'count'>;
type Pagination = Pick<RecordsResponse, 'meta' | 'nextParams' | 'cappedAt'>;

const readingRecord = 'reading a record';
const readingPagination = 'reading the pagination';
const nothing = Buffer.from('[]');
const emptyObject = Buffer.from('{}');
const openBrace = 0x7b;
const plans = new WeakMap<Action, { readonly records: SlicePlan; readonly record: SlicePlan }>();

function planOf(call: UpstreamCall, kind: 'records' | 'record'): SlicePlan {
  const { action } = call;
  const { upstream } = call.connection.connector;
  const file = filePath(call);
  // The path of a file can differ with every call.
  if (file !== undefined) return planSlices([...alwaysRead(action, upstream), action.recordAt, file], undefined);
  const known = plans.get(action) ?? plansOf(action, upstream);
  plans.set(action, known);
  return known[kind];
}

function plansOf(action: Action, upstream: Upstream) {
  const always = alwaysRead(action, upstream);
  const { recordsAt, recordAt, match } = action;
  const metaPaths = Object.values(action.meta).flatMap((field) => field.reads);
  return {
    records: planSlices([...always, ...metaPaths, ...(action.paging?.reads ?? []), recordsAt], recordsAt),
    record:
      match === undefined
        ? planSlices([...always, recordAt], undefined)
        : planSlices([...always, recordsAt], recordsAt),
  };
}

const alwaysRead = ({ requiredAt }: Action, { failure }: Upstream) => [
  ...failureConditions(failure).map(({ path }) => path),
  ...(requiredAt === undefined ? [] : [requiredAt]),
];

function recordOf(value: RawValue): RawValue {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`toRecord returned ${value === null ? 'null' : typeof value}, which is not a record`);
}

// Vendors write an id as a number in one place and as digits in another.
const isSame = (field: RawValue, param: RawValue) =>
  isScalar(field) && isScalar(param) && String(field) === String(param);
const isScalar = (value: unknown) => value !== null && value !== undefined && typeof value !== 'object';

/** A response whose values of interest have been found. */
export class ResponseReader {
  readonly #call: UpstreamCall;
  readonly #response: ExchangeResponse;
  readonly #slices: JsonSlices;
  #read: { readonly omission: Omission | undefined } | undefined;

  /** Throws `upstream_unavailable` for a body that is not JSON to its last byte, and for one that exceeds a bound of a response. */
  constructor(call: UpstreamCall, response: ExchangeResponse, kind: 'records' | 'record') {
    this.#call = call;
    this.#response = response;
    const plan = planOf(call, kind);
    try {
      this.#slices = sliceJson(response.body, plan, jsonBounds);
    } catch (error) {
      if (error instanceof JsonBoundError) throw tooMuch(call, response, `a body which ${error.message}`);
      throw notUnderstood(call, response, 'a body which is not valid JSON', error);
    }
    if ((this.#slices.array?.count ?? 0) > maxRecords) {
      throw tooMuch(call, response, `a body which has more than ${maxRecords} records in one page`);
    }
  }

  /**
   * Whether the body of a response with a successful status is an error, and whether a write was at least partly carried out. Throws
   * `upstream_unavailable` like the other readers.
   */
  get failure(): 'none' | 'whole' | 'partial' {
    if (!this.#failed) return 'none';
    const { name, action, connection } = this.#call;
    const { body } = this.#response;
    if (isRead(name)) return this.#omission === undefined ? 'whole' : 'none';
    const code = vendorCodeOf(connection.connector.upstream, body);
    return isPartial(action, this.#parse({ start: 0, end: body.length }), code) ? 'partial' : 'whole';
  }

  /** What is missing in a list whose other elements can be used. */
  get #omission(): Omission | undefined {
    const { array } = this.#slices;
    if (array === undefined || !this.#failed) return undefined;
    const { body } = this.#response;
    this.#read ??= { omission: omissionOf(this.#call, this.#response, this.#parse({ start: 0, end: body.length })) };
    const { omission } = this.#read;
    // Where nothing is left, the error says more than an empty page.
    return omission !== undefined && omission.indexes.size < array.count ? omission : undefined;
  }

  get #failed(): boolean {
    return failureConditions(this.#call.connection.connector.upstream.failure).some(({ path, is }) => {
      const value = this.#value(path);
      if (is !== 'present') return value === is;
      if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
      return value !== undefined && value !== null && value !== '';
    });
  }

  /** The records and pagination of a page. Throws `record_not_found` when the parent is null, `upstream_unavailable` without records. */
  async records(): Promise<RecordsResponse> {
    const { action, params } = this.#call;
    this.#requireParent();
    const { array } = this.#slices;
    if (array === undefined) this.#requireNoList();
    if (action.remote?.page !== undefined) return this.#remoteRecords(action.remote, action.remote.page);
    const page: Page = {
      params,
      count: array?.count ?? 0,
      value: (path) => this.#value(path),
      first: this.#reader(array?.first),
      last: this.#reader(array?.last),
      header: (name) => this.#header(name),
    };
    const pagination = this.#paginationOf(page);
    const rows = this.#rows();
    const shaped = action.keep === undefined && action.toRecord === undefined ? rows : await this.#shape(rows.json);
    return this.#page(shaped, pagination);
  }

  /** The rows of the list as they came, without nulls and without elements that had an error. */
  #rows(): Rows {
    const { array } = this.#slices;
    if (array === undefined) return { json: nothing, count: 0 };
    const json = this.#response.body.subarray(array.start, array.end);
    const omitted = this.#omission?.indexes;
    if (array.nulls === 0 && omitted === undefined) return { json, count: array.count };
    let count = 0;
    const isRow = (index: number, isNull: boolean) => {
      const isKept = !isNull && omitted?.has(index) !== true;
      if (isKept) count += 1;
      return isKept;
    };
    return { json: keepElements(json, isRow), count };
  }

  #page(rows: Rows, { meta, nextParams }: Pagination): RecordsResponse {
    const { status } = this.#response;
    const omission = this.#omission;
    const page = { ...rows, ...this.#untilMax({ meta, nextParams }), status };
    if (omission === undefined) return page;
    return { ...page, meta: { ...page.meta, omitted: omission.errors }, incomplete: true };
  }

  // The next page of a vendor that returns no more records is an error.
  #untilMax(pagination: Pagination): Pagination {
    const { action, params } = this.#call;
    const count = this.#slices.array?.count ?? 0;
    const page = { params, count, value: (path: string) => this.#value(path) };
    if (action.paging?.max === undefined || !endsAtMax(action.paging, page, pagination.nextParams)) return pagination;
    const { records } = action.paging.max;
    return { meta: { ...pagination.meta, upstream_capped_at: records }, nextParams: null, cappedAt: records };
  }

  /** The record. Throws `record_not_found` for null, and where no row matches; after a write `upstream_unavailable`. */
  async record(): Promise<RecordResponse> {
    const { action, params } = this.#call;
    this.#requireParent();
    const slice =
      action.match === undefined ? this.#slices.values.get(action.recordAt) : this.#matchingRow(action.match);
    if (slice === undefined || this.#response.body[slice.start] !== openBrace) throw this.#missing(slice);
    const json = this.#response.body.subarray(slice.start, slice.end);
    const { status } = this.#response;
    if (action.remote?.shapesRows) return this.#remoteRecord(action.remote, json);
    if (action.keep === undefined && action.toRecord === undefined) return { json, status };
    const row = this.#parse(slice);
    return runConnectorCode(this.#call, readingRecord, () => {
      if (action.keep !== undefined && !this.#plain(action.keep(row))) throw this.#missing(undefined);
      if (action.toRecord === undefined) return { json, status };
      return { json: Buffer.from(writeExactly(recordOf(this.#plain(action.toRecord(row, params))))), status };
    });
  }

  /** The URL of a file in the record of a two-step download. Throws `file_not_found` without one. */
  fileUrl(): string {
    const url = this.#value(filePath(this.#call) ?? '');
    if (typeof url === 'string' && url !== '') return url;
    throw new GatewayError(
      'file_not_found',
      `${this.#call.connection.connector.vendor} returned no file for this record.`,
    );
  }

  async #shape(json: Buffer): Promise<Rows> {
    const { action, params } = this.#call;
    const { keep, toRecord } = action;
    const isKept: boolean[] = [];
    const records: string[] = [];
    let count = 0;
    await readElements(json, (rows) =>
      runConnectorCode(this.#call, readingRecord, () => {
        for (const row of rows) {
          const isRecord = keep === undefined || Boolean(this.#plain(keep(row)));
          isKept.push(isRecord);
          if (!isRecord) continue;
          count += 1;
          if (toRecord !== undefined) records.push(writeExactly(recordOf(this.#plain(toRecord(row, params)))));
        }
      }),
    );
    if (toRecord === undefined) return { json: keepElements(json, (index) => isKept[index] === true), count };
    return { json: Buffer.from(`[${records.join(',')}]`), count };
  }

  async #remoteRecords(
    { shapesRows }: RemoteAction,
    page: NonNullable<RemoteAction['page']>,
  ): Promise<RecordsResponse> {
    const { params, action } = this.#call;
    const { array } = this.#slices;
    const textOf = (slice: Slice | undefined) => slice && this.#response.body.subarray(slice.start, slice.end);
    const rows = this.#rows();
    const reads = [...Object.values(action.meta), action.paging ?? { reads: [] }].flatMap((field) => field.reads);
    const shaped = await awaitConnectorCode(
      this.#call,
      shapesRows ? readingRecord : readingPagination,
      page({
        params,
        count: array?.count ?? 0,
        values: Object.fromEntries(reads.map((path) => [path, this.#value(path)])),
        headers: Object.fromEntries(
          remoteHeaderNames(this.#response.headers).map((name) => [name, this.#header(name) ?? '']),
        ),
        rows: shapesRows && array !== undefined ? rows.json : undefined,
        first: textOf(array?.first),
        last: textOf(array?.last),
      }),
    );
    return this.#page(shaped.records ?? rows, shaped);
  }

  async #remoteRecord(remote: RemoteAction, row: Buffer): Promise<RecordResponse> {
    const record = remote.record(row, this.#call.params);
    const json = await awaitConnectorCode(this.#call, readingRecord, record);
    if (json === null) throw this.#missing(undefined);
    return { json, status: this.#response.status };
  }

  /** The row of the list that has the fields the parameters name. */
  #matchingRow(match: Readonly<Record<string, string>>): Slice | undefined {
    const { array } = this.#slices;
    if (array === undefined) {
      this.#requireNoList();
      return undefined;
    }
    const rows: RawValue[] = this.#parse(array);
    const position = rows.findIndex((row) =>
      Object.entries(match).every(([field, param]) => isSame(valueAt(row, field), this.#call.params[param])),
    );
    const row = elementAt(this.#response.body.subarray(array.start, array.end), position);
    return row && { start: array.start + row.start, end: array.start + row.end };
  }

  /** Throws `upstream_unavailable` where the list should be and is not. */
  #requireNoList(): void {
    const { recordsAt, requiredAt, omitsEmptyLists } = this.#call.action;
    // Below a parent that exists, a missing list is an empty one.
    if (requiredAt !== undefined || this.#value(recordsAt) === null) return;
    if (omitsEmptyLists === true && this.#leavesOut(recordsAt)) return;
    throw notUnderstood(this.#call, this.#response, `a body which has no records at "${recordsAt}"`);
  }

  /** Whether the body is an object without a value at a path, and without another value on the way to it. */
  #leavesOut(path: string): boolean {
    let current = this.#parse({ start: 0, end: this.#response.body.length });
    for (const name of path === '' ? [] : path.split('.')) {
      if (typeof current !== 'object' || current === null || Array.isArray(current)) return false;
      if (!Object.hasOwn(current, name)) return true;
      current = current[name];
    }
    return false;
  }

  #paginationOf(page: Page): Pagination {
    const { action } = this.#call;
    return runConnectorCode(this.#call, readingPagination, () => {
      const meta: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(action.meta)) {
        const value = this.#plain(field.read(page));
        if (value !== undefined) meta[name] = value;
      }
      return { meta, nextParams: this.#plain(action.paging?.next(page)) ?? null };
    });
  }

  #plain<Value>(value: Value): Value {
    return requireValue(this.#call, readingRecord, value);
  }

  #requireParent(): void {
    const { requiredAt } = this.#call.action;
    if (requiredAt === undefined) return;
    const value = this.#slices.values.get(requiredAt);
    if (value === undefined || isNullAt(this.#response.body, value.start)) throw this.#missing(undefined);
  }

  #missing(slice: Slice | undefined): GatewayError {
    const { connection, action } = this.#call;
    const isNull = slice !== undefined && isNullAt(this.#response.body, slice.start);
    // After a successful write, a missing record does not mean that nothing was done.
    if ((isNull || slice === undefined) && isRead(this.#call.name)) {
      return new GatewayError('record_not_found', `${connection.connector.vendor} has no such record.`);
    }
    const path = action.match === undefined ? action.recordAt : action.recordsAt;
    return notUnderstood(this.#call, this.#response, `a body which has no record at "${path}"`);
  }

  #value(path: string): RawValue {
    const slice = this.#slices.values.get(path);
    return slice === undefined ? undefined : this.#parse(slice);
  }

  #header(name: string): string | undefined {
    const text = headerText(this.#response.headers, name);
    if (text === undefined || text.length <= maxHeaderLength) return text;
    throw tooMuch(this.#call, this.#response, `a header ${name} of more than ${maxHeaderLength} characters`);
  }

  /** Reads values of a record, which is parsed with the first one. */
  #reader(record: Slice | undefined): (path: string) => RawValue {
    let parsed: RawValue;
    return (path) => {
      if (record === undefined) return undefined;
      parsed ??= this.#parse(record);
      return valueAt(parsed, path);
    };
  }

  #parse({ start, end }: Slice): RawValue {
    return this.#understand(() => parseExactly(this.#response.body.toString('utf8', start, end)));
  }

  #understand(parse: () => RawValue): RawValue {
    try {
      return parse();
    } catch (error) {
      throw notUnderstood(this.#call, this.#response, 'a body which is not valid JSON', error);
    }
  }
}

/** The result of a write whose response has no body: empty, or the id in the header that the action declares. */
export function recordWithoutBody({ action }: UpstreamCall, { status, headers }: ExchangeResponse): RecordResponse {
  const { idHeader, result } = action;
  const id = idHeader === undefined ? undefined : headerText(headers, idHeader.toLowerCase());
  if (id === undefined || id.length > maxHeaderLength) return { json: emptyObject, status };
  const isNumber = /^(?:0|[1-9][0-9]*)$/.test(id) && result?.shape.id?.safeParse(id).success === false;
  return { json: Buffer.from(`{"id":${isNumber ? id : JSON.stringify(id)}}`), status };
}

function notUnderstood(call: UpstreamCall, response: ExchangeResponse, part: string, cause?: unknown): GatewayError {
  return unusable(call, response, part, { cause });
}

/** The error of a response that exceeds a bound: a smaller page may not. */
function tooMuch(call: UpstreamCall, response: ExchangeResponse, part: string): GatewayError {
  return unusable(call, response, part, { retryable: false, pageTooHeavy: true });
}

function unusable(
  call: UpstreamCall,
  { status }: ExchangeResponse,
  part: string,
  { cause, ...options }: GatewayErrorOptions,
): GatewayError {
  const { vendor } = call.connection.connector;
  return new GatewayError('upstream_unavailable', `${vendor} returned ${status} with ${part}.`, {
    ...options,
    upstream: { status },
    ...(!isRead(call.name) && { outcome: 'unknown' as const, retryable: isRepeatable(call) }),
    ...(cause !== undefined && { cause }),
  });
}
