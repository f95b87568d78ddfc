import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import type { DerivedField } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { eachInTurns } from '@connectory/exact-json';
import { evaluate } from '../query/evaluate.ts';
import { normalizeRecord } from '../query/normalize-record.ts';
import type { StoredRecord } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import type { Clock } from './clock.ts';
import { type CursorValue, safeCursorValue } from './cursors.ts';
import type { EntityPlan } from './entity-plan.ts';
import type { SyncBudget } from './live-priority.ts';
import { readingParams } from './partitions.ts';
import type { SyncLimits } from './pass-limits.ts';
import { type Partition, recordKey } from './record-key.ts';
import type { WorkSlot } from './run-slot.ts';
import type { PageParams, PageRequest, SourcePage, SyncSource } from './sync-source.ts';

/** What pages are read with. */
export interface PageReaderParts {
  readonly source: SyncSource;
  readonly budget: SyncBudget;
  readonly clock: Clock;
  readonly limits: SyncLimits;
}

/** Reads the pages of one run: each when it is its turn, and not for longer than a page may take. */
export class PageReader implements SyncSource {
  readonly #parts: PageReaderParts;
  readonly #slot: WorkSlot;

  constructor(parts: PageReaderParts, slot: WorkSlot) {
    this.#parts = parts;
    this.#slot = slot;
  }

  /** Resolves when it is the connection's turn to read a page, or when the signal aborts. */
  async turn(connectionId: string, signal: AbortSignal): Promise<void> {
    await this.#slot.pause();
    await this.#slot.waiting(() => this.#parts.budget.turn(connectionId, signal));
  }

  /** Sleeps without keeping others from working. */
  async sleep(seconds: number, signal: AbortSignal): Promise<void> {
    await this.#slot.waiting(() => this.#parts.clock.sleep(seconds * 1000, signal));
  }

  /** Reads a page. Throws `upstream_timeout` if it does not arrive in time, whatever the source does. */
  async readPage(request: PageRequest): Promise<SourcePage> {
    const { source, clock, limits } = this.#parts;
    const late = new AbortController();
    const isLate = Promise.withResolvers<never>();
    const forget = clock.after(limits.pageSeconds * 1000, () => {
      const error = tooLate(limits.pageSeconds);
      late.abort(error);
      isLate.reject(error);
    });
    const signal = AbortSignal.any([request.signal, late.signal]);
    try {
      return await this.#slot.waiting(() => Promise.race([source.readPage({ ...request, signal }), isLate.promise]));
    } finally {
      forget();
    }
  }
}

function tooLate(seconds: number): GatewayError {
  return new GatewayError(
    'upstream_timeout',
    `The page was not read within ${seconds} seconds; it will be read again later.`,
  );
}

/** What a page of records means for the copy. */
export interface PageRecords {
  /** At most one record per key: the last one of the page. */
  readonly records: readonly StoredRecord[];
  /** Keys of records that the page says are deleted. */
  readonly goneKeys: readonly string[];
  /** Records without a usable key, which cannot be kept. */
  readonly keyless: number;
  readonly safeCursor: CursorValue | null;
}

function storedRecord(
  plan: EntityPlan,
  partition: Partition,
  params: PageParams,
  record: RawValue,
): StoredRecord | null {
  const key = recordKey(plan.entity, partition, record);
  return key === null ? null : normalizeRecord(plan.layout, documentValues(plan.entity, record, params), key);
}

/** One record of a partition as the copy keeps it, null when it has no usable key. */
export function toStoredRecord(
  plan: EntityPlan,
  constants: PageParams,
  partition: Partition,
  record: RawValue,
): StoredRecord | null {
  return storedRecord(plan, partition, readingParams(plan, constants, partition), record);
}

/** The search fields of a record that a call with these parameters returned, as a copy would keep them. */
export function searchDocument(
  entity: Entity,
  layout: EntityLayout,
  record: RawValue,
  params: PageParams,
): StoredRecord['document'] {
  return normalizeRecord(layout, documentValues(entity, record, params), '').document;
}

/** Whether a record that the upstream returned is marked as deleted; `stored` is the record as the copy would keep it. */
export function isGone({ entity, gone }: EntityPlan, record: RawValue, stored: StoredRecord | null): boolean {
  if (gone !== null) return stored !== null && evaluate(gone, stored.document);
  return record?.deleted === true && !Object.hasOwn(entity.record.shape, 'deleted');
}

/**
 * Turns the records of a page into stored ones, in turns with other work of the process, and finds the newest cursor value a later pass may
 * start from.
 */
export async function toPageRecords(
  plan: EntityPlan,
  partition: Partition,
  rows: readonly RawValue[],
  known: { readonly constants: PageParams; readonly safeCursor: CursorValue | null; readonly passStart: number },
): Promise<PageRecords> {
  const records = new Map<string, StoredRecord>();
  const gone = new Set<string>();
  const params = readingParams(plan, known.constants, partition);
  let keyless = 0;
  let { safeCursor } = known;
  await eachInTurns(rows, (row) => {
    const record = storedRecord(plan, partition, params, row);
    if (record === null) keyless += 1;
    else if (isGone(plan, row, record)) {
      gone.add(record.key);
      records.delete(record.key);
    } else {
      gone.delete(record.key);
      records.set(record.key, record);
    }
    if (plan.cursor !== null) {
      safeCursor = safeCursorValue(plan.cursor, safeCursor, valueAt(row, plan.cursor.field), known.passStart);
    }
  });
  return { records: [...records.values()], goneKeys: [...gone], keyless, safeCursor };
}

/**
 * The value of every search field of a record, before conversion to the declared types: read at its path, computed, or taken from the
 * parameters of the request. If a computation fails, for example on a record of an unexpected shape, the value is null; an absent field is
 * always null.
 */
export function documentValues(
  { search }: Pick<Entity, 'search'>,
  record: RawValue,
  params: PageParams,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  if (search === null) return values;
  for (const field of search.fields) values[field] = valueAt(record, field) ?? null;
  for (const [field, derived] of Object.entries(search.derived)) values[field] = derivedValue(derived, record, params);
  return values;
}

function derivedValue({ from, param }: DerivedField, record: RawValue, params: PageParams): unknown {
  if (param !== undefined) return params[param] ?? null;
  try {
    return from?.(record) ?? null;
  } catch {
    return null;
  }
}
