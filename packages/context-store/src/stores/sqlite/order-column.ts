import type { ConnectionFile } from './connection-file.ts';
import type { EntityIndex, EntityTable } from './entity-table.ts';
import { jsonPath, orderedValueText } from './field-sql.ts';
import { literal, quoted, sql } from './fragment.ts';

const row = { document: 'document', decimals: 'decimals' };

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
