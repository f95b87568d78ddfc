import { createHash } from 'node:crypto';
import { type FieldType, isKeyed } from '../../query/field-type.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';
import type { ConnectionFile } from './connection-file.ts';
import { literal, quoted, sql } from './fragment.ts';
import { type FieldPath, jsonPath, orderedValueText } from './values.ts';

/**
 * Kinds of indexes: `order` is a b-tree on the value that a field is ordered by, `words` holds the words of a text, `parts` the
 * three-character runs of a folded text, and `members` the scalars at a path that leads into an open object or to an array.
 */
type IndexKind = 'order' | 'words' | 'parts' | 'members';

/** Identifies an index of an entity: its kind and the path in the document. */
export interface IndexTarget {
  readonly kind: IndexKind;
  readonly path: FieldPath;
  readonly type: FieldType;
}

/** An index as listed in the file. */
export interface EntityIndex extends IndexTarget {
  readonly id: number;
  /**
   * `planned`: nothing exists yet. `filling`: writes maintain it, and it contains records up to the row `filledTo`. `ready`: searches may
   * use it.
   */
  readonly state: 'planned' | 'filling' | 'ready';
  readonly filledTo: number;
  /** Name of its table, or of the b-tree for `order`. */
  readonly name: string;
  /** The generated column of an `order` index. */
  readonly column: string;
}

/** The names of the tables of one entity, all derived from the validated entity name and numbers. */
export interface EntityNames {
  /**
   * Columns: id, key, document (JSONB of every search field), sort_keys (JSONB of the keys of decimals and times), and the generated columns
   * of the `order` indexes.
   */
  readonly records: string;
  /** The unique index on the key. */
  readonly keyIndex: string;
  /** The last pass that met each record. Separate from the records, so that stamping does not rewrite documents. */
  readonly stamps: string;
  /** Every word that is compared by edit distance and ever occurred in a text with a word index. */
  readonly vocabulary: string;
}

/** One entity in one file. */
export interface EntityTable extends EntityNames {
  readonly layout: EntityLayout;
  /** By `targetKey`. */
  readonly indexes: ReadonlyMap<string, EntityIndex>;
  /** Whether the documents in the file have this layout. */
  readonly isCurrent: boolean;
  /** Whether a number below -2^53 was ever stored, which the `order` indexes of numbers sort incorrectly. */
  readonly hasVeryNegative: boolean;
}

const entityName = /^[a-z][a-z0-9_-]{0,99}$/;

/** Returns the table names of an entity. Throws a `TypeError` unless its name consists of lower-case letters, digits, `_` and `-`. */
export function entityNames(entity: string): EntityNames {
  if (!entityName.test(entity)) throw new TypeError(`The entity name ${JSON.stringify(entity)} is not in lower case.`);
  return {
    records: `${entity}_records`,
    keyIndex: `${entity}_records_by_key`,
    stamps: `${entity}_stamps`,
    vocabulary: `${entity}_vocabulary`,
  };
}

const fingerprints = new WeakMap<EntityLayout, string>();

/** Returns a fingerprint that distinguishes layouts of an entity. */
export function layoutFingerprint(layout: EntityLayout): string {
  const known = fingerprints.get(layout);
  if (known !== undefined) return known;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(layout.fields.map(storedField)))
    .digest('base64url');
  fingerprints.set(layout, fingerprint);
  return fingerprint;
}

// Of the members that accounts add, only those with keys are stored in a way of their own; a vendor may list them in any order.
function storedField(field: LayoutField): LayoutField {
  if (field.own !== true) return field;
  const keyed = Object.entries(field.members).filter(([, type]) => isKeyed(type));
  return { ...field, members: Object.fromEntries(keyed.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** Reads how an entity is stored in a file; null if it is not there yet. */
export function readEntityTable(file: ConnectionFile, layout: EntityLayout): EntityTable | null {
  const names = entityNames(layout.entity);
  if (!file.isSetUp) return null;
  const entity = file.row(sql`SELECT layout, very_negative FROM connectory_entities WHERE name = ${layout.entity}`);
  if (entity === undefined) return null;
  const [fingerprint, veryNegative] = entity;
  const rows = file.rows(
    sql`SELECT id, kind, path, type, state, filled_to FROM connectory_indexes WHERE entity = ${layout.entity} ORDER BY id`,
  );
  const indexes = rows.map(
    ([id, kind, path, type, state, filledTo]): EntityIndex => ({
      id: Number(id),
      kind: kind as IndexKind,
      path: JSON.parse(String(path)) as FieldPath,
      type: type as FieldType,
      state: state as EntityIndex['state'],
      filledTo: Number(filledTo),
      name: `${layout.entity}_${kind}_${id}`,
      column: `f${id}`,
    }),
  );
  return {
    ...names,
    layout,
    isCurrent: fingerprint === layoutFingerprint(layout),
    hasVeryNegative: veryNegative === 1,
    indexes: new Map(indexes.map((index) => [targetKey(index), index])),
  };
}

/** Identifies the subject of an index. */
export function targetKey({ kind, path, type }: IndexTarget): string {
  return JSON.stringify([kind, path, type]);
}

/** Whether the `order` index of a field sorts its values correctly. */
export function isInOrder({ hasVeryNegative }: EntityTable, type: FieldType): boolean {
  return !hasVeryNegative || (type !== 'integer' && type !== 'number');
}

/** Returns the index of a target if searches may use it. */
export function readyIndex(table: EntityTable, target: IndexTarget): EntityIndex | undefined {
  const index = table.indexes.get(targetKey(target));
  return index?.state === 'ready' ? index : undefined;
}

const row = { document: 'document', keys: 'sort_keys' };

/**
 * Returns the definition of the column of an `order` index. The column is computed on read, so it costs nothing until its b-tree is built.
 */
export function orderColumn({ path, type, column }: EntityIndex): string {
  const value = orderedValueText(row, literal(jsonPath(path)), type, path.length > 1);
  return `${quoted(column)} GENERATED ALWAYS AS (${value}) VIRTUAL`;
}

/** Whether a table has the column of an `order` index. Indexes planned with the table have it from the start. */
export function hasOrderColumn(file: ConnectionFile, { records }: EntityTable, { column }: EntityIndex): boolean {
  return file.row(sql`SELECT 1 FROM pragma_table_xinfo(${records}) WHERE name = ${column}`) !== undefined;
}
