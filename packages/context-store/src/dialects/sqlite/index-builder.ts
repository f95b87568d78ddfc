import { parseExactly } from '@connectory/exact-json';
import type { StoredRecord } from '../../store/context-store.ts';
import type { EntityLayout } from '../../store/entity-layout.ts';
import type { ConnectionFile } from './connection-file.ts';
import { canPlan, ensureEntity, entityTable, planIndex, startContent, type VocabularyOf } from './entity-schema.ts';
import type { EntityIndex, EntityTable, IndexTarget } from './entity-table.ts';
import { jsonPath, orderedValueText } from './field-sql.ts';
import { identifier, literal, quoted, sql } from './fragment.ts';
import { IndexContent } from './index-content.ts';

const filledAtOnce = 1000;
const stepMilliseconds = 500;

/** Builds the planned b-trees of an entity. */
export function buildOrderIndexes(file: ConnectionFile, layout: EntityLayout): void {
  for (const index of unbuilt(entityTable(file, layout)))
    if (index.kind === 'order') buildOrderIndex(file, layout, index);
}

/**
 * Builds one b-tree of an entity, or a part of an index that is filled record by record, so that other writes come in between. `wanted` are
 * planned first. Gives whether there is more to build.
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

/** The indexes of an entity that searches cannot use yet. */
export function unbuilt({ indexes }: EntityTable): readonly EntityIndex[] {
  return [...indexes.values()].filter(({ state }) => state !== 'ready');
}

function buildOrderIndex(file: ConnectionFile, layout: EntityLayout, planned: EntityIndex): void {
  file.writing(() => {
    const table = entityTable(file, layout);
    // Another process may have built it meanwhile.
    if (!unbuilt(table).some(({ id }) => id === planned.id)) return;
    const { path, type, column, name, id } = planned;
    const value = orderedValueText(
      { document: 'document', decimals: 'decimals' },
      literal(jsonPath(path)),
      type,
      path.length > 1,
    );
    file.define(`
      ALTER TABLE ${quoted(table.records)} ADD COLUMN ${quoted(column)} GENERATED ALWAYS AS (${value}) VIRTUAL;
      CREATE INDEX ${quoted(name)} ON ${quoted(table.records)} (${quoted(column)}, key);
    `);
    file.change(sql`UPDATE connectory_indexes SET state = 'ready' WHERE id = ${id}`);
  });
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
