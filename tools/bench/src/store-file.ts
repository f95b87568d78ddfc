import SqliteConnection from 'better-sqlite3';

/** The indexes of the tickets in a store file, by the dotted path of their field. */
export interface FileIndexes {
  /** B-trees: the generated column and the index. */
  readonly order: ReadonlyMap<string, { readonly column: string; readonly index: string; readonly type: string }>;
  readonly words: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
}

/** Reads the indexes of the tickets in a store file. */
export function readIndexes(path: string): FileIndexes {
  const file = new SqliteConnection(path, { readonly: true });
  const rows = file
    .prepare<[], { id: number; kind: string; path: string; type: string }>(
      `SELECT id, kind, path, type FROM connectory_indexes WHERE entity = 'tickets'`,
    )
    .all();
  file.close();
  const found = (kind: string) => rows.filter((row) => row.kind === kind);
  const pathOf = (json: string) => (JSON.parse(json) as string[]).join('.');
  const names = (kind: string) =>
    new Map(found(kind).map(({ id, path: json }) => [pathOf(json), `tickets_${kind}_${id}`]));
  const order = found('order').map(
    ({ id, path: json, type }): [string, { column: string; index: string; type: string }] => [
      pathOf(json),
      { column: `f${id}`, index: `tickets_order_${id}`, type },
    ],
  );
  return { order: new Map(order), words: names('words'), parts: names('parts'), members: names('members') };
}
