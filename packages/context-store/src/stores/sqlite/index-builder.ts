import { parseExactly } from '@connectory/exact-json';
import type { StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import type { ConnectionFile } from './connection-file.ts';
import { canPlan, ensureEntity, entityTable, planIndex, startContent, type VocabularyOf } from './entity-schema.ts';
import type { EntityIndex, EntityTable, IndexTarget } from './entity-table.ts';
import { identifier, quoted, sql } from './fragment.ts';
import { IndexContent } from './index-content.ts';
import { hasOrderColumn, orderColumn } from './order-column.ts';

const filledAtOnce = 1000;
const stepMilliseconds = 500;

/** Builds all planned b-trees of an entity at once: with few records, each schema change costs more than its b-tree. */
export function buildOrderIndexes(file: ConnectionFile, layout: EntityLayout): void {
  file.writing(() => {
    const table = entityTable(file, layout);
    defineOrderIndexes(
      file,
      table,
      unbuilt(table).filter(({ kind }) => kind === 'order'),
    );
  });
}

/**
 * Builds one b-tree of an entity, or a part of an index that is filled record by record, so that other writes can run in between. Plans
 * `wanted` first. Returns whether there is more to build.
 */
export function buildIndexStep(
  file: ConnectionFile,
  layout: EntityLayout,
  wanted: readonly IndexTarget[],
  vocabularyOf: VocabularyOf,
): boolean {
  const table = ensureEntity(file, layout, vocabularyOf);
  for (const target of wanted) if (canPlan(table, target)) planIndex(file, layout, target);
  const [first, ...others] = unbuilt(entityTable(file, layout));
  if (first === undefined) return false;
  if (first.kind !== 'order') return fill(file, layout, first.id, vocabularyOf) || others.length > 0;
  buildOrderIndex(file, layout, first);
  return others.length > 0;
}

/** Returns the indexes of an entity that searches cannot use yet. */
export function unbuilt({ indexes }: EntityTable): readonly EntityIndex[] {
  return [...indexes.values()].filter(({ state }) => state !== 'ready');
}

function buildOrderIndex(file: ConnectionFile, layout: EntityLayout, planned: EntityIndex): void {
  file.writing(() => {
    const table = entityTable(file, layout);
    // Another process may have built it meanwhile.
    defineOrderIndexes(
      file,
      table,
      unbuilt(table).filter(({ id }) => id === planned.id),
    );
  });
}

function defineOrderIndexes(file: ConnectionFile, table: EntityTable, indexes: readonly EntityIndex[]): void {
  const records = quoted(table.records);
  const statements = indexes.flatMap((index) => [
    ...(hasOrderColumn(file, table, index) ? [] : [`ALTER TABLE ${records} ADD COLUMN ${orderColumn(index)}`]),
    `CREATE INDEX ${quoted(index.name)} ON ${records} (${quoted(index.column)}, key)`,
  ]);
  if (statements.length > 0) file.define(statements.join(';\n'));
  for (const { id } of indexes) file.change(sql`UPDATE connectory_indexes SET state = 'ready' WHERE id = ${id}`);
}

function fill(file: ConnectionFile, layout: EntityLayout, id: number, vocabularyOf: VocabularyOf): boolean {
  const end = performance.now() + stepMilliseconds;
  while (performance.now() < end) if (!file.writing(() => fillBatch(file, layout, id, vocabularyOf))) return false;
  return true;
}

function fillBatch(file: ConnectionFile, layout: EntityLayout, id: number, vocabularyOf: VocabularyOf): boolean {
  const planned = unbuilt(entityTable(file, layout)).find((index) => index.id === id);
  if (planned === undefined) return false;
  if (planned.state === 'planned') startContent(file, planned, 'filling');
  const table = entityTable(file, layout);
  const content = new IndexContent(file, table, vocabularyOf(file, table));
  const rows = file.rows(
    sql`SELECT id, json(document) FROM ${identifier(table.records)}
      WHERE id > ${planned.filledTo} ORDER BY id LIMIT ${filledAtOnce}`,
  );
  for (const [record, json] of rows) {
    content.fill(id, Number(record), parseExactly(String(json)) as StoredRecord['document']);
  }
  const isFilled = rows.length < filledAtOnce;
  file.change(
    sql`UPDATE connectory_indexes SET state = ${isFilled ? 'ready' : 'filling'},
      filled_to = ${Number(rows.at(-1)?.[0] ?? planned.filledTo)} WHERE id = ${id}`,
  );
  return !isFilled;
}
