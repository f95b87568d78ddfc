import type * as DuckDb from '@duckdb/node-api';
import { checkStatement, RefusedStatement, type TableName } from './check-statement.ts';
import { type ValueWriter, valueWriter } from './json-text.ts';
import type { EngineLimits, ResultColumn, ResultLimits, SqlView } from './messages.ts';

/** How the rows of a statement ended. */
export interface WrittenRows {
  readonly columns: readonly ResultColumn[];
  readonly rows: number;
  readonly hasMore: boolean;
}

type Module = typeof DuckDb;

/**
 * The engine of SQL in this process, for tables that are opened once. It is locked before anything of a statement runs: no network, no
 * extensions, no files but those of the tables, and no settings.
 */
export class SqlEngine {
  readonly #module: Module;
  readonly #connection: DuckDb.DuckDBConnection;

  private constructor(module: Module, connection: DuckDb.DuckDBConnection) {
    this.#module = module;
    this.#connection = connection;
  }

  /** Starts an engine that has no tables yet. */
  static async start(module: Module, { memoryMegabytes, threads }: EngineLimits): Promise<SqlEngine> {
    const instance = await module.DuckDBInstance.create(':memory:', {
      allow_community_extensions: 'false',
      allow_persistent_secrets: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      errors_as_json: 'true',
      memory_limit: `${memoryMegabytes}MB`,
      temp_directory: '',
      threads: String(threads),
    });
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    return new SqlEngine(module, connection);
  }

  /** Checks a statement and lists the tables that it names. Throws `RefusedStatement`. */
  async read(sql: string): Promise<readonly TableName[]> {
    const reader = await this.#connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
    return checkStatement(String(reader.value(0, 0)));
  }

  /** Creates the tables and locks the engine. Throws an `Error` if a file cannot be read. */
  async open(views: readonly SqlView[]): Promise<void> {
    const paths = [...new Set(views.map(({ path }) => path))].map(quotedText);
    const statements = [
      ...views.flatMap(viewStatements),
      `SET allowed_paths = [${paths.join(', ')}]`,
      'SET enable_external_access = false',
      'SET lock_configuration = true',
    ];
    try {
      for (const statement of statements) await this.#connection.run(statement);
    } catch (cause) {
      // Not the statement is wrong.
      throw new Error(`The tables could not be opened: ${messageOf(cause)}`, { cause });
    }
  }

  /**
   * Runs a statement that was read, and writes its rows as the text of a JSON array. Throws `RefusedStatement` for a result that is too large,
   * and the error of the engine.
   */
  async run(
    sql: string,
    { maxRows, maxBytes }: ResultLimits,
    write: (text: string) => Promise<void>,
  ): Promise<WrittenRows> {
    const statements = await this.#connection.extractStatements(sql);
    const statement = statements.count === 1 ? await statements.prepare(0) : undefined;
    if (statement?.statementType !== this.#module.StatementType.SELECT)
      throw new RefusedStatement('sql must be exactly one SELECT statement.');
    const result = await statement.stream();
    const columns = columnsOf(result);
    const members = columns.map(({ name }, index): readonly [string, ValueWriter] => [
      JSON.stringify(name),
      valueWriter(result.columnType(index), this.#module.DuckDBTypeId),
    ]);
    let rows = 0;
    let bytes = 0;
    for (let chunk = await nextChunk(result); chunk !== null; chunk = await nextChunk(result)) {
      const vectors = members.map((_member, index) => chunk?.getColumnVector(index));
      for (let row = 0; row < chunk.rowCount; row++) {
        if (rows === maxRows) {
          await write(rows === 0 ? '[]' : ']');
          return { columns, rows, hasMore: true };
        }
        const texts = members.map(([name, text], index) => `${name}:${text(vectors[index]?.getItem(row) ?? null)}`);
        const text = `${rows === 0 ? '[' : ',\n'}{${texts.join(',')}}`;
        bytes += Buffer.byteLength(text);
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        await write(text);
        rows += 1;
      }
    }
    await write(rows === 0 ? '[]' : ']');
    return { columns, rows, hasMore: false };
  }
}

const tooLarge = (maxBytes: number) =>
  new RefusedStatement(
    `The result has more than ${Math.floor(maxBytes / 1024 / 1024)} MiB. Select fewer columns, or set a lower limit.`,
  );

async function nextChunk(result: DuckDb.DuckDBResult): Promise<DuckDb.DuckDBDataChunk | null> {
  const chunk = await result.fetchChunk();
  return chunk === null || chunk.rowCount === 0 ? null : chunk;
}

function viewStatements({ schema, name, path, columns }: SqlView): readonly string[] {
  // By their places, because names in the file may differ in case only.
  const selected = columns.map((column) => `#${column.index + 1} AS ${quotedName(column.name)}`).join(', ');
  const from = `AS SELECT ${selected} FROM read_parquet(${quotedText(path)})`;
  if (schema === null) return [`CREATE VIEW ${quotedName(name)} ${from}`];
  return [
    `CREATE SCHEMA IF NOT EXISTS ${quotedName(schema)}`,
    `CREATE VIEW ${quotedName(schema)}.${quotedName(name)} ${from}`,
  ];
}

/** The columns of a result. A name that an earlier one has gets a number, such as `id_2`, because rows are objects. */
function columnsOf(result: DuckDb.DuckDBResult): readonly ResultColumn[] {
  const names = result.columnNames();
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((written, index) => {
    let name = written;
    for (let number = 2; seen.has(name); number++) {
      const numbered = `${written}_${number}`;
      if (!taken.has(numbered)) name = numbered;
    }
    seen.add(name);
    taken.add(name);
    const type = result.columnType(index);
    return { name, type: type.alias ?? type.toString() };
  });
}

/** Why a statement did not run. */
export type StatementFailure =
  /** It is wrong; `position` is an offset in bytes. */
  | { readonly kind: 'refused'; readonly message: string; readonly position: number | null }
  | { readonly kind: 'out_of_memory' }
  /** Something that does not depend on the statement. */
  | { readonly kind: 'failed'; readonly reason: string };

const maxMessage = 1_000;

/** Describes what reading or running a statement has thrown, without the paths of the tables. */
export function statementFailure(error: unknown, views: readonly SqlView[]): StatementFailure {
  if (error instanceof RefusedStatement) return { kind: 'refused', message: error.message, position: error.position };
  const described = engineError(messageOf(error));
  if (described === undefined) return { kind: 'failed', reason: messageOf(error).slice(0, maxMessage) };
  const { exception_type: type, exception_message: message, position } = described;
  if (type === 'Out of Memory') return { kind: 'out_of_memory' };
  const shown = views.reduce((text, { path, name }) => text.replaceAll(path, name), String(message));
  return {
    kind: 'refused',
    message: `${shown.trim().slice(0, maxMessage)}.`,
    position: typeof position === 'string' ? Number(position) : null,
  };
}

/** An error as the engine writes it, in JSON; undefined if it is not one. */
function engineError(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Some have words in front.
    const described = JSON.parse(text.slice(text.indexOf('{')));
    return typeof described.exception_message === 'string' ? described : undefined;
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
