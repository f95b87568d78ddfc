import type { Action, Page, RawValue } from '@connectory/connector-sdk';
import { isRead, type Upstream } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { type JsonSlices, planSlices, type Slice, type SlicePlan, sliceJson } from '@connectory/exact-json';
import { requireValue, runConnectorCode } from './connector-code.ts';
import type { ExchangeResponse } from './exchange.ts';

import { firstHeader } from './response-headers.ts';
import { isRepeatable, type UpstreamCall } from './upstream-call.ts';

/** The records of one page as JSON text, with what stands beside them. */
export interface RecordsAnswer {
  /** A JSON array. */
  readonly json: Buffer;
  readonly count: number;
  /** The connector's own pagination fields. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** What to merge into the parameters for the next page, null at the end. */
  readonly nextParams: Readonly<Record<string, unknown>> | null;
  readonly status: number;
}

/** One record as JSON text. */
export interface RecordAnswer {
  readonly json: Buffer;
  readonly status: number;
}

const readingRecord = 'reading a record';
const nothing = Buffer.from('[]');
const emptyObject = Buffer.from('{}');
const plans = new WeakMap<Action, { readonly records: SlicePlan; readonly record: SlicePlan }>();

function plansOf(action: Action, upstream: Upstream) {
  const known = plans.get(action);
  if (known !== undefined) return known;
  const always = [upstream.failure.when?.path, action.requiredAt].filter((path) => path !== undefined);
  const metaPaths = Object.values(action.meta).flatMap((field) => field.reads);
  const made = {
    records: planSlices([...always, ...metaPaths, ...(action.paging?.reads ?? []), action.recordsAt], action.recordsAt),
    record: planSlices(
      [...always, action.recordAt, ...(action.fileAt === undefined ? [] : [action.fileAt])],
      undefined,
    ),
  };
  plans.set(action, made);
  return made;
}

function recordOf(value: RawValue): RawValue {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`toRecord answered ${value === null ? 'null' : typeof value}, which is no record`);
}

const edgePlans = new Map<string, SlicePlan>();

// Paths come from connectors, so there are few of them.
function edgePlan(path: string): SlicePlan {
  const known = edgePlans.get(path) ?? planSlices([path], undefined);
  edgePlans.set(path, known);
  return known;
}

/** A response whose places of interest have been found. */
export class AnswerReader {
  readonly #call: UpstreamCall;
  readonly #response: ExchangeResponse;
  readonly #slices: JsonSlices;

  /** Throws `upstream_unavailable` for a body that is not complete JSON. */
  constructor(call: UpstreamCall, response: ExchangeResponse, kind: 'records' | 'record') {
    this.#call = call;
    this.#response = response;
    const plan = plansOf(call.action, call.connection.connector.upstream)[kind];
    try {
      this.#slices = sliceJson(response.body, plan);
    } catch (error) {
      throw notUnderstood(call, response, 'which is not complete JSON', error);
    }
  }

  /** True when the body says that a successful status is a failure. Throws `upstream_unavailable` like all other reads. */
  get failed(): boolean {
    const rule = this.#call.connection.connector.upstream.failure.when;
    if (rule === undefined) return false;
    const value = this.#value(rule.path);
    if (rule.is !== 'present') return value === rule.is;
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
    return value !== undefined && value !== null && value !== '';
  }

  /** The records and pagination of a page. Throws `record_not_found` when the parent is null, `upstream_unavailable` without records. */
  records(): RecordsAnswer {
    const { action, params } = this.#call;
    this.#requireParent();
    const { array } = this.#slices;
    // Below a parent that exists, a missing list is an empty one.
    if (array === undefined && action.requiredAt === undefined && this.#value(action.recordsAt) !== null) {
      throw notUnderstood(this.#call, this.#response, `which has no records at "${action.recordsAt}"`);
    }
    const page: Page = {
      params,
      count: array?.count ?? 0,
      value: (path) => this.#value(path),
      first: (path) => this.#valueWithin(array?.first, path),
      last: (path) => this.#valueWithin(array?.last, path),
      header: (name) => firstHeader(this.#response.headers, name),
    };
    const { meta, nextParams } = this.#paginationOf(page);
    const json = array === undefined ? nothing : this.#response.body.subarray(array.start, array.end);
    const unchanged = array === undefined || (action.keep === undefined && action.toRecord === undefined);
    const shaped = unchanged ? undefined : this.#shape(this.#parse(array));
    return {
      json: shaped === undefined ? json : Buffer.from(JSON.stringify(shaped)),
      count: shaped?.length ?? page.count,
      meta,
      nextParams,
      status: this.#response.status,
    };
  }

  /** The record. Throws `record_not_found` for null. */
  record(): RecordAnswer {
    const { action } = this.#call;
    this.#requireParent();
    const slice = this.#slices.values.get(action.recordAt);
    const value = slice === undefined || this.#response.body[slice.start] !== 0x7b ? undefined : slice;
    if (value === undefined) throw this.#missing(slice);
    const json = this.#response.body.subarray(value.start, value.end);
    const { keep, toRecord } = action;
    if (keep === undefined && toRecord === undefined) return { json, status: this.#response.status };
    const [shaped] = this.#shape([this.#parse(value)]);
    if (shaped === undefined) throw this.#missing(undefined);
    return { json: toRecord === undefined ? json : Buffer.from(JSON.stringify(shaped)), status: this.#response.status };
  }

  /** The URL of a file in the record of a two-step download. Throws `file_not_found` without one. */
  fileUrl(path: string): string {
    const url = this.#value(path);
    if (typeof url === 'string' && url !== '') return url;
    throw new GatewayError(
      'file_not_found',
      `${this.#call.connection.connector.vendor} names no file for this record.`,
    );
  }

  #shape(rows: RawValue[]): RawValue[] {
    const { action, params } = this.#call;
    return runConnectorCode(this.#call, readingRecord, () => {
      const kept = action.keep === undefined ? rows : rows.filter((row) => this.#plain(action.keep?.(row)));
      return action.toRecord === undefined
        ? kept
        : kept.map((row) => recordOf(this.#plain(action.toRecord?.(row, params))));
    });
  }

  #paginationOf(page: Page): Pick<RecordsAnswer, 'meta' | 'nextParams'> {
    const { action } = this.#call;
    return runConnectorCode(this.#call, 'reading the pagination', () => {
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
    if (value === undefined || this.#response.body[value.start] === 0x6e) throw this.#missing(undefined);
  }

  #missing(slice: Slice | undefined): GatewayError {
    const { connection, action } = this.#call;
    const isNull = slice !== undefined && this.#response.body[slice.start] === 0x6e;
    if (isNull || slice === undefined) {
      return new GatewayError('record_not_found', `${connection.connector.vendor} has no such record.`);
    }
    return notUnderstood(this.#call, this.#response, `which has no record at "${action.recordAt}"`);
  }

  #value(path: string): RawValue {
    const slice = this.#slices.values.get(path);
    return slice === undefined ? undefined : this.#parse(slice);
  }

  #valueWithin(record: Slice | undefined, path: string): RawValue {
    if (record === undefined) return undefined;
    const bytes = this.#response.body.subarray(record.start, record.end);
    return this.#understand(() => {
      const slice = sliceJson(bytes, edgePlan(path)).values.get(path);
      return slice === undefined ? undefined : JSON.parse(bytes.toString('utf8', slice.start, slice.end));
    });
  }

  #parse({ start, end }: Slice): RawValue {
    return this.#understand(() => JSON.parse(this.#response.body.toString('utf8', start, end)));
  }

  #understand(parse: () => RawValue): RawValue {
    try {
      return parse();
    } catch (error) {
      throw notUnderstood(this.#call, this.#response, 'which is not valid JSON', error);
    }
  }
}

/** The answer to a write whose response has no body. */
export function emptyRecord(status: number): RecordAnswer {
  return { json: emptyObject, status };
}

function notUnderstood(call: UpstreamCall, { status }: ExchangeResponse, why: string, cause?: unknown): GatewayError {
  const { vendor } = call.connection.connector;
  return new GatewayError('upstream_unavailable', `${vendor} answered ${status} with a body ${why}.`, {
    upstream: { status },
    ...(!isRead(call.name) && { outcome: 'unknown' as const, retryable: isRepeatable(call) }),
    ...(cause !== undefined && { cause }),
  });
}
