import { type EntityLayout, type FieldType, isScalar } from '@connectory/context-store';

/** How the values of a column are stored in a Parquet file. `json` is text that is JSON. */
export type ColumnType =
  | { readonly kind: 'text' | 'json' | 'boolean' | 'double' | 'integer' | 'date' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'timestamp'; readonly unit: 'micros' | 'nanos' };

/** A column of a snapshot: a search field, or a declared scalar member of an object field. */
export interface SnapshotColumn {
  /** The name of the field, or the dotted path of the member. */
  readonly name: string;
  readonly type: ColumnType;
  /** How many values are null in the file, because they are not of the declared type. */
  readonly unreadable: number;
}

/** A column before its values are known. */
export interface DeclaredColumn {
  readonly name: string;
  /** Where the value is in a record: the field, and the members below it. */
  readonly path: readonly string[];
  readonly type: FieldType;
}

/** The columns of a layout: every search field in its order, each object followed by its scalar members. A name is given once. */
export function declaredColumns({ fields }: EntityLayout): readonly DeclaredColumn[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.flatMap(({ name, type, members }): DeclaredColumn[] => {
    const below = Object.entries(members).flatMap(([path, member]): DeclaredColumn[] => {
      const full = `${name}.${path}`;
      if (!isScalar(member) || names.has(full)) return [];
      names.add(full);
      return [{ name: full, path: [name, ...path.split('.')], type: member }];
    });
    return [{ name, path: [name], type }, ...below];
  });
}
