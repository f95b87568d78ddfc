import { type EntityTable, type FieldColumns, foldedText, type IndexKind, scopedJson } from './entity-table.ts';
import { type Runner, run } from './statement.ts';

/** GIN index features of a database. */
export interface GinSupport {
  /** pg_trgm: parts of texts. */
  readonly trigrams: boolean;
  /** btree_gin: the connection ID in the same index. */
  readonly connections: boolean;
}

/** Installs the extensions for text indexes, if allowed, and returns which are available. */
export async function ginSupport(runner: Runner): Promise<GinSupport> {
  for (const name of ['pg_trgm', 'btree_gin']) {
    // It may be forbidden, unavailable, or being installed by another process; only the result matters.
    await run(runner, `create extension if not exists ${name}`, []).catch(() => undefined);
  }
  const rows = await run<{ extname: string }>(runner, 'select extname from pg_extension', []);
  const names = new Set(rows.map(({ extname }) => extname));
  return { trigrams: names.has('pg_trgm'), connections: names.has('btree_gin') };
}

/** An index of the words of all records of a table: its name, and the part of `create index` after the table's name. */
interface WordIndex {
  readonly name: string;
  readonly text: string;
}

/**
 * The index of words. It contains the connection if possible, although every word begins with it: the database knows the share of a
 * connection but not that of a word, and would rather read a whole connection than more matches than it has records.
 */
export function wordIndex({ name }: Pick<EntityTable, 'name'>, { connections }: GinSupport): WordIndex {
  if (!connections) return { name: `${name}_words`, text: 'using gin (words)' };
  return { name: `${name}_connection_words`, text: 'using gin (connection_id, words)' };
}

/** The part of `create index` after the table's name. */
export function indexText(kind: IndexKind, columns: FieldColumns, gin: GinSupport): string {
  switch (kind) {
    case 'ordered':
      return `(connection_id, ${columns.value}, key)`;
    case 'descending':
      return `(connection_id, ${columns.value} desc, key)`;
    case 'parts':
      return `using gin (${gin.connections ? 'connection_id, ' : ''}(${foldedText(columns)}) gin_trgm_ops)`;
    case 'members':
      return `using gin ((${scopedJson(columns)}) jsonb_path_ops)`;
  }
}
