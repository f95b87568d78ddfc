import type { StoredRecord } from '@connectory/context-store';
import pg from 'pg';
import {
  conditionOf,
  type HandWritten,
  orderedFields,
  type Statement,
  signs,
  wordFields,
  wordsOf,
} from './hand-written.ts';
import { type Ask, wordsNear } from './questions.ts';

const types = { text: 'text collate "C"', number: 'numeric' };
const columns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(orderedFields).map(([name, type]) => [name, types[type]])),
  has_incidents: 'boolean',
  subject: types.text,
};
const names = Object.keys(columns).join(', ');
// A word with the place of its field before it, so that one index has the words of all fields.
const marked = (field: string, word: string) => `'${wordFields.indexOf(field)}${word}'`;

/** Tickets in one table of PostgreSQL with pg: JSONB documents, columns with b-trees, words in one GIN index. */
export class HandWrittenPostgres implements HandWritten {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Creates the table in the database of the store. */
  static async create(url: string): Promise<HandWrittenPostgres> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await client.query(`
      create table hand_written (key text collate "C" primary key, document jsonb not null, words tsvector not null,
        ${definitions.join(', ')});
      create index on hand_written using gin (words);
      ${Object.keys(orderedFields)
        .map((name) => `create index on hand_written (${name}, key);`)
        .join('\n')}
      set synchronous_commit = off;
    `);
    return new HandWrittenPostgres(client);
  }

  async write(records: readonly StoredRecord[]): Promise<void> {
    const rows = records.map(({ key, document }) => {
      const words = wordFields.flatMap((field) =>
        Array.from(wordsOf(String(document[field] ?? '')), (word) => marked(field, word)),
      );
      return { key, document, words: words.join(' '), ...document };
    });
    const given = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await this.#client.query(
      `insert into hand_written (key, document, words, ${names}) select key, document, words, ${names}
        from json_to_recordset($1::json) as given (key text, document jsonb, words tsvector, ${given.join(', ')})`,
      [JSON.stringify(rows)],
    );
  }

  endLoad(): void {}

  async prepareQuestions(): Promise<void> {
    await this.#client.query('create extension if not exists pg_trgm');
    await this.#client.query('create index on hand_written using gin (lower(subject) gin_trgm_ops)');
    await this.#client.query("create index on hand_written using gin ((document -> 'custom') jsonb_path_ops)");
    await this.#client.query('vacuum analyze hand_written');
  }

  statements({ filter, sort, limit, after }: Ask): readonly Statement[] {
    const parameters: Statement['parameters'][number][] = [];
    const bind = (value: unknown, type: string) => `$${parameters.push(value as string)}::${type}`;
    const comparison = (operator: string, field: string, operand: unknown): string => {
      const [root = '', member] = field.split('.');
      if (member !== undefined)
        return `document -> '${root}' @> ${bind(JSON.stringify({ [member]: operand }), 'jsonb')}`;
      const text = String(operand);
      const type = (columns[field] ?? 'text').split(' ')[0] ?? '';
      switch (operator) {
        case 'in':
          return `${field} = any(${bind(operand, `${type}[]`)})`;
        case 'like':
          return `lower(${field}) like ${bind(text, 'text')}`;
        case 'keyword':
          return `words @@ ${bind(marked(field, text), 'tsquery')}`;
        case 'fuzzy': {
          const words = wordsNear(text).map((word) => marked(field, word));
          return `words @@ ${bind([`${marked(field, text)}:*`, ...words].join(' | '), 'tsquery')}`;
        }
        default:
          return `${field} ${signs[operator]} ${bind(operand, type)}`;
      }
    };
    const where = filter === undefined ? [] : [conditionOf(filter, comparison)];
    if (after !== undefined) {
      const value = bind(after.values[0], 'text');
      where.push(`${sort} <= ${value} and (${sort} < ${value} or key > ${bind(after.key, 'text')})`);
    }
    const condition = where.length === 0 ? '' : `where ${where.join(' and ')}`;
    const order = sort === undefined ? 'key' : `${sort} desc, key`;
    const text = `select document::text from hand_written ${condition} order by ${order} limit ${limit + 1}`;
    return [{ text, parameters }];
  }

  async run({ text, parameters }: Statement): Promise<readonly string[]> {
    const { rows } = await this.#client.query<[string]>({ text, values: [...parameters], rowMode: 'array' });
    return rows.map(([document]) => document);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
