import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { normalizeRecord } from '../query/normalize-record.ts';
import type { StoredRecord } from '../stores/context-store.ts';
import type { CursorValue } from './cursor-form.ts';
import { settledValue } from './cursor-value.ts';
import { documentValues } from './document-values.ts';
import type { EntityPlan } from './entity-plan.ts';
import { readingParams } from './partitions.ts';
import { type Partition, recordKey } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** What a page of records means for the copy. */
export interface PageRecords {
  /** At most one record per key: the last one of the page. */
  readonly records: readonly StoredRecord[];
  /** Records without a usable key, which cannot be kept. */
  readonly keyless: number;
  readonly settled: CursorValue | null;
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

/** Turns the records of a page into stored ones, and finds the newest cursor value a later pass may start from. */
export function toPageRecords(
  plan: EntityPlan,
  partition: Partition,
  rows: readonly RawValue[],
  known: { readonly constants: PageParams; readonly settled: CursorValue | null; readonly passStart: number },
): PageRecords {
  const records = new Map<string, StoredRecord>();
  const params = readingParams(plan, known.constants, partition);
  let keyless = 0;
  let { settled } = known;
  for (const row of rows) {
    const record = storedRecord(plan, partition, params, row);
    if (record === null) keyless += 1;
    else records.set(record.key, record);
    if (plan.cursor !== null) {
      settled = settledValue(plan.cursor, settled, valueAt(row, plan.cursor.field), known.passStart);
    }
  }
  return { records: [...records.values()], keyless, settled };
}
