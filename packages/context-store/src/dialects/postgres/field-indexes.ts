import { type FieldColumns, foldedText, type IndexKind, scopedJson } from './entity-table.ts';
import { type Runner, run } from './statement.ts';

/** What a database lets GIN indexes contain. */
export interface GinSupport {
  /** pg_trgm: parts of texts. */
  readonly trigrams: boolean;
  /** btree_gin: the connection id beside them. */
  readonly connections: boolean;
}

/** Installs the extensions that text indexes need where that is allowed, and tells which are there. */
export async function ginSupport(runner: Runner): Promise<GinSupport> {
  for (const name of ['pg_trgm', 'btree_gin']) {
    // Not allowed, not on this server, or installed by another process at this moment: what counts is what is there.
    await run(runner, `create extension if not exists ${name}`, []).catch(() => undefined);
  }
  const rows = await run<{ extname: string }>(runner, 'select extname from pg_extension', []);
  const names = new Set(rows.map(({ extname }) => extname));
  return { trigrams: names.has('pg_trgm'), connections: names.has('btree_gin') };
}

/** What follows the table's name in `create index`. */
export function indexText(kind: IndexKind, columns: FieldColumns, gin: GinSupport | null): string {
  switch (kind) {
    case 'ordered':
      return `(connection_id, ${columns.value}, key)`;
    case 'descending':
      return `(connection_id, ${columns.value} desc, key)`;
    case 'parts':
      return `using gin (${gin?.connections ? 'connection_id, ' : ''}(${foldedText(columns)}) gin_trgm_ops)`;
    case 'members':
      return `using gin ((${scopedJson(columns)}) jsonb_path_ops)`;
  }
}
