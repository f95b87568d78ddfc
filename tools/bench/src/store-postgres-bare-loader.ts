import type { StoredRecord, StoreScope } from '@connectory/context-store';
import type { Client } from 'pg';

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Baseline for loading: handwritten code that fills a table with the same columns and indexes with pg, in one transaction per page and
 * without anything that only a second pass or a misspelled word needs.
 */
export class BarePostgresLoader {
  readonly #client: Client;
  readonly #connectionId: string;
  readonly #text: string;
  readonly #columns: readonly {
    readonly name: string;
    readonly column: string;
    readonly kind: string;
    readonly mark: string;
  }[];

  private constructor(client: Client, { connectionId }: StoreScope, fields: readonly FieldRow[]) {
    this.#client = client;
    this.#connectionId = connectionId;
    const connection = Buffer.from(connectionId.slice(-6), 'hex').toString('base64url');
    this.#columns = fields.map(({ name, number, kind }) => ({
      name,
      column: `f${number}`,
      kind,
      mark: connection + number.toString(36).padStart(2, '0'),
    }));
    const types: Readonly<Record<string, string>> = { text: 'text', number: 'numeric', boolean: 'boolean' };
    const typed = fields.flatMap(({ number, kind }) => [
      `f${number} ${types[kind] ?? 'json'}`,
      ...(kind === 'text' ? [`r${number} text`] : []),
    ]);
    const names = ['key', 'digest', 'words', ...typed.map((column) => column.split(' ')[0] ?? '')];
    this.#text = `insert into bare_tickets (connection_id, ${names.join(', ')})
      select $1::uuid, ${names.join(', ')} from json_to_recordset($2::json)
        as given (key text, digest uuid, words tsvector, ${typed.join(', ')})`;
  }

  /** Creates the table next to that of the store. */
  static async create(client: Client, scope: StoreScope): Promise<BarePostgresLoader> {
    const { connector, entity } = scope.layout;
    const { rows } = await client.query<FieldRow>(
      `select table_name as table, number, name, kind from context_store_entities join context_store_fields using (entity_id)
        where connector = $1 and entity = $2 order by number`,
      [connector, entity],
    );
    await client.query(`create table bare_tickets (like ${rows[0]?.table} including all)`);
    await client.query('set synchronous_commit = off');
    return new BarePostgresLoader(client, scope, rows);
  }

  /** Writes a page of new records in one transaction. */
  async write(records: readonly StoredRecord[]): Promise<void> {
    await this.#client.query(this.#text, [
      this.#connectionId,
      JSON.stringify(records.map((record) => this.#row(record))),
    ]);
  }

  /** Removes the table. */
  async remove(): Promise<void> {
    await this.#client.query('drop table bare_tickets');
  }

  #row({ key, document }: StoredRecord): object {
    const row: Record<string, unknown> = { key, digest: crypto.randomUUID() };
    const words = new Set<string>();
    for (const { name, column, kind, mark } of this.#columns) {
      const value = document[name] ?? null;
      if (kind !== 'text' || typeof value !== 'string') {
        row[column] = value;
        continue;
      }
      row[column] = value.slice(0, 200);
      if (value.length > 199) row[column.replace('f', 'r')] = value.slice(200);
      for (const word of value.toLowerCase().match(wordPattern) ?? []) words.add(mark + word);
    }
    row.words = Array.from(words, (word) => `'${word}'`).join(' ');
    return row;
  }
}

interface FieldRow {
  readonly table: string;
  readonly number: number;
  readonly name: string;
  readonly kind: string;
}
