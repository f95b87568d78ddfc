import { parseExactly } from '@connectory/exact-json';
import type { FieldReference } from '../../query/condition.ts';
import { normalizeRecord } from '../../query/normalize-record.ts';
import type { StoredRecord } from '../context-store.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';
import { startsWithWords } from '../starts-indexed.ts';
import type { ConnectionFile } from './connection-file.ts';
import {
  type EntityIndex,
  type EntityTable,
  hasOrderColumn,
  type IndexTarget,
  layoutFingerprint,
  orderColumn,
  readEntityTable,
  targetKey,
} from './entity-table.ts';
import { identifier, quoted, sql } from './fragment.ts';
import { contentTable, IndexContent } from './index-content.ts';
import { isOrdered, orderTarget, textTarget } from './index-lookups.ts';
import { RecordWriter } from './record-writer.ts';
import type { VocabularyWriter } from './vocabulary.ts';

const rewrittenAtOnce = 500;

/** Returns the writer of an entity's vocabulary. */
export type VocabularyOf = (file: ConnectionFile, table: EntityTable) => VocabularyWriter;

/**
 * Creates the tables of an entity in a file, or adapts existing ones to the layout. Word indexes exist from the first record on; b-trees
 * are planned, because it is several times faster to fill a table first and build them afterwards.
 */
export function ensureEntity(file: ConnectionFile, layout: EntityLayout, vocabularyOf: VocabularyOf): EntityTable {
  const known = readEntityTable(file, layout);
  if (known?.isCurrent) return known;
  return file.writing(() => {
    const table = readEntityTable(file, layout);
    if (table?.isCurrent) return table;
    if (table !== null) dropStaleIndexes(file, table);
    file.change(sql`INSERT INTO connectory_entities (name, layout) VALUES (${layout.entity}, ${layoutFingerprint(layout)})
      ON CONFLICT (name) DO UPDATE SET layout = excluded.layout`);
    for (const target of initialTargets(layout)) planIndex(file, layout, target);
    if (table === null) createTables(file, entityTable(file, layout));
    for (const index of entityTable(file, layout).indexes.values()) {
      if (index.kind === 'words' && index.state === 'planned')
        startContent(file, index, table === null ? 'ready' : 'filling');
    }
    const current = entityTable(file, layout);
    if (table !== null) rewrite(file, current, vocabularyOf(file, current));
    return current;
  });
}

/** Records that an index is wanted, unless it is already known. */
function planIndex(file: ConnectionFile, { entity }: EntityLayout, { kind, path, type }: IndexTarget): void {
  file.change(
    sql`INSERT OR IGNORE INTO connectory_indexes (entity, kind, path, type, state, filled_to)
      VALUES (${entity}, ${kind}, ${JSON.stringify(path)}, ${type}, 'planned', 0)`,
  );
}

/** Creates the table of an index that is filled record by record. */
function startContent(file: ConnectionFile, index: EntityIndex, state: 'filling' | 'ready'): void {
  file.define(contentTable(index));
  file.change(sql`UPDATE connectory_indexes SET state = ${state} WHERE id = ${index.id}`);
}

/** Returns the current layout of an entity in the file. */
export function entityTable(file: ConnectionFile, layout: EntityLayout): EntityTable {
  const table = readEntityTable(file, layout);
  if (table === null) throw new Error(`${layout.entity} is not in the file.`);
  return table;
}

/** Whether a layout has the field of an index. */
function fitsLayout({ kind, path: [root, ...below], type }: IndexTarget, { fields }: EntityLayout): boolean {
  const field = fields.find(({ name }) => name === root);
  if (field === undefined) return false;
  const declared = below.length === 0 ? field.type : declaredMember(field, below);
  // Only declared fields become columns; the paths of other indexes are data.
  return kind === 'order' ? declared === type && isOrdered({ root, below, type }) : true;
}

function declaredMember({ members }: LayoutField, below: readonly string[]): string | undefined {
  const path = below.join('.');
  return Object.hasOwn(members, path) ? members[path] : undefined;
}

function initialTargets({ fields }: EntityLayout): readonly IndexTarget[] {
  return fields.flatMap((field): readonly IndexTarget[] => {
    const reference: FieldReference = { root: field.name, below: [], type: field.type };
    return [
      ...(!field.absent && isOrdered(reference) ? [orderTarget(reference)] : []),
      ...(startsWithWords(field) ? [textTarget('words', reference)] : []),
    ];
  });
}

// Created together, because every later schema change makes all readers read the whole schema again.
function createTables(file: ConnectionFile, { records, keyIndex, stamps, vocabulary, indexes }: EntityTable): void {
  const columns = [
    'id INTEGER PRIMARY KEY, key TEXT NOT NULL, document BLOB NOT NULL, sort_keys BLOB',
    ...[...indexes.values()].filter(({ kind }) => kind === 'order').map(orderColumn),
  ];
  file.define(`
    CREATE TABLE ${quoted(records)} (${columns.join(', ')});
    CREATE UNIQUE INDEX ${quoted(keyIndex)} ON ${quoted(records)} (key);
    CREATE TABLE ${quoted(stamps)} (record INTEGER PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
    CREATE TABLE ${quoted(vocabulary)} (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  `);
}

function dropStaleIndexes(file: ConnectionFile, table: EntityTable): void {
  for (const index of table.indexes.values()) {
    if (fitsLayout(index, table.layout)) continue;
    if (index.kind === 'order') {
      if (index.state === 'ready') file.define(`DROP INDEX ${quoted(index.name)}`);
      if (hasOrderColumn(file, table, index))
        file.define(`ALTER TABLE ${quoted(table.records)} DROP COLUMN ${quoted(index.column)}`);
    } else if (index.state !== 'planned') file.define(`DROP TABLE ${quoted(index.name)}`);
    file.change(sql`DELETE FROM connectory_indexes WHERE id = ${index.id}`);
  }
}

// Documents have the fields of the layout, in its order and with its types. No change is recorded, because nothing changed at the vendor.
function rewrite(file: ConnectionFile, table: EntityTable, vocabulary: VocabularyWriter): void {
  const writer = new RecordWriter(file, table, vocabulary, null);
  const records = identifier(table.records);
  for (let last = 0; ; ) {
    const rows = file.rows(
      sql`SELECT id, key, json(document) FROM ${records} WHERE id > ${last} ORDER BY id LIMIT ${rewrittenAtOnce}`,
    );
    for (const [id, key, json] of rows) {
      const values = parseExactly(String(json)) as StoredRecord['document'];
      writer.write(normalizeRecord(table.layout, values, String(key)), 0);
      last = Number(id);
    }
    if (rows.length < rewrittenAtOnce) return;
  }
}

/** Bounds the number of indexes that callers can create with arbitrary paths. */
function canPlan(table: EntityTable, target: IndexTarget): boolean {
  if (!fitsLayout(target, table.layout) || table.indexes.has(targetKey(target))) return false;
  const alike = [...table.indexes.values()].filter(({ path, kind }) => kind !== 'order' && path.length > 1);
  return target.path.length === 1 || target.kind === 'order' || alike.length < maxMemberIndexes;
}

const maxMemberIndexes = 24;

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
