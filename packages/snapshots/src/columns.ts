/** How the values of a column are stored in a Parquet file. A text that is JSON has a type of its own. */
export type ColumnType =
  | { readonly kind: 'text' | 'json' | 'boolean' | 'double' | 'integer' | 'date' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'timestamp'; readonly unit: 'micros' | 'nanos' };

/** A column of a snapshot: a search field, or a declared scalar member of an object field. */
export interface SnapshotColumn {
  /** The name of the field, or the dotted path of the member. */
  readonly name: string;
  /** Where the value is in a record: the field, and the members below it. */
  readonly path: readonly [field: string, ...below: string[]];
  readonly type: ColumnType;
  /** How many values are null in the file, because they are not of the declared type. */
  readonly unreadable: number;
}
