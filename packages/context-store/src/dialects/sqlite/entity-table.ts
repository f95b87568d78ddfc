import { createHash } from 'node:crypto';
import type { FieldType } from '../../query/condition.ts';
import type { EntityLayout } from '../../store/entity-layout.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { FieldPath } from './field-sql.ts';
import { sql } from './fragment.ts';

/**
 * What an index is made of: `order` is a b-tree on the value a field is ordered by, `words` has the words of a text, `parts` the runs of
 * three characters of a folded text, and `members` the scalars at a path that leads into an open object or to an array.
 */
type IndexKind = 'order' | 'words' | 'parts' | 'members';

/** An index of an entity, as its kind and the place in the document it is about. */
export interface IndexTarget {
  readonly kind: IndexKind;
  readonly path: FieldPath;
  readonly type: FieldType;
}

/** An index as the file lists it. */
export interface EntityIndex extends IndexTarget {
  readonly id: number;
  /**
   * `planned`: nothing is there yet. `filling`: writes keep it up, and records up to the row `filledTo` are in it. `ready`: searches may
   * use it.
   */
  readonly state: 'planned' | 'filling' | 'ready';
  readonly filledTo: number;
  /** Its own table, and for `order` the b-tree. */
  readonly name: string;
  /** The generated column of an `order` index. */
  readonly column: string;
}

/** The names of the tables of one entity. All are made from the entity's name, which is checked, and from numbers. */
export interface EntityNames {
  /** id, key, document (JSONB of every search field), decimals (JSONB of their keys), and the generated columns of its `order` indexes. */
  readonly records: string;
  /** The unique index on the key. */
  readonly keyIndex: string;
  /** The pass that met a record last. Apart from the record, so that stamping does not write its document again. */
  readonly stamps: string;
  /** Every word that a text with a word index ever had, of those that are compared by edits. */
  readonly vocabulary: string;
}

/** One entity in one file. */
export interface EntityTable extends EntityNames {
  readonly layout: EntityLayout;
  /** By `targetKey`. */
  readonly indexes: ReadonlyMap<string, EntityIndex>;
  /** Whether the documents in the file are of this layout. */
  readonly isCurrent: boolean;
  /** Whether a number below -2^53 was ever stored, which the `order` indexes of numbers have in a wrong place. */
  readonly hasVeryNegative: boolean;
}

const entityName = /^[a-z][a-z0-9_-]{0,99}$/;

/** The names of the tables of an entity. Throws a `TypeError` unless it is in lower case, with digits, `_` and `-`. */
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

/** Distinguishes layouts of an entity. */
export function layoutFingerprint(layout: EntityLayout): string {
  const known = fingerprints.get(layout);
  if (known !== undefined) return known;
  const fingerprint = createHash('sha256').update(JSON.stringify(layout.fields)).digest('base64url');
  fingerprints.set(layout, fingerprint);
  return fingerprint;
}

/** Reads how an entity is laid out in a file; null when it is not there yet. */
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

/** Whether the `order` index of a field has its values in their order. */
export function isInOrder({ hasVeryNegative }: EntityTable, type: FieldType): boolean {
  return !hasVeryNegative || (type !== 'integer' && type !== 'number');
}

/** The index of a target that searches may use. */
export function readyIndex(table: EntityTable, target: IndexTarget): EntityIndex | undefined {
  const index = table.indexes.get(targetKey(target));
  return index?.state === 'ready' ? index : undefined;
}
