import type { SearchPage, StoredRecord } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import { recordWriter } from './answer-record.ts';
import type { SearchQuery } from './condition.ts';
import { evaluate } from './evaluate.ts';
import { compareRecords, positionOf, positionOrder } from './record-order.ts';

/** Evaluates a query on records in memory: the reference for every store, written for reading, not for speed. */
export function searchInMemory(layout: EntityLayout, records: readonly StoredRecord[], query: SearchQuery): SearchPage {
  const { filter, sort, after, limit } = query;
  const order = positionOrder(sort);
  const remaining = records
    .filter(({ document }) => filter === null || evaluate(filter, document))
    .filter((record) => after === null || order(positionOf(record, sort), after) > 0)
    .sort(compareRecords(sort));
  const page = remaining.slice(0, limit);
  const last = page.at(-1);
  const write = recordWriter(layout, query.fields);
  return {
    records: page.map(({ document }) => write(document)),
    next: remaining.length > limit && last !== undefined ? positionOf(last, sort) : null,
  };
}
