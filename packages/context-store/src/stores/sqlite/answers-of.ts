import { parseExactly } from '@connectory/exact-json';
import { recordWriter } from '../../query/answer-record.ts';
import type { SearchQuery } from '../../query/condition.ts';
import type { StoredRecord } from '../context-store.ts';
import type { EntityTable } from './entity-table.ts';

/** Returns the search result for documents: the requested fields, as JSON text. */
export function answersOf(
  documents: readonly string[],
  { fields }: SearchQuery,
  { layout, isCurrent }: EntityTable,
): readonly string[] {
  if (fields === null && isCurrent) return documents;
  const write = recordWriter(layout, fields);
  return documents.map((text) => write(parseExactly(text) as StoredRecord['document']));
}
