import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SearchTurns } from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import type { TableName } from './check-statement.ts';
import type { EngineLimits, ProcessMessage, ReadMessage, ResultColumn, RunMessage, SqlView } from './messages.ts';

/** A statement, and the tables that it may read. */
export interface SqlStatement {
  /** Workspaces take turns. */
  readonly workspaceId: string;
  readonly sql: string;
  /** Max number of rows. */
  readonly limit: number;
  /** Returns a view for each of the tables that the statement names. Whatever it throws ends the statement. */
  readonly open: (tables: readonly TableName[]) => Promise<readonly SqlView[]>;
  readonly signal: AbortSignal;
}

/** The rows of a statement. */
export interface SqlResult {
  /** JSON text: an array of objects. */
  readonly json: Buffer;
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rows: number;
  /** Whether the limit has left rows out. */
  readonly hasMore: boolean;
}

/** What the statements of a gateway may use. */
interface SqlLimits extends EngineLimits {
  /** Statements that run at the same time; a workspace has at most half of them, rounded up. */
  readonly processes: number;
  /** Milliseconds that a statement may run, without the time in which its tables are made. */
  readonly milliseconds: number;
  /** What the whole process of a statement may use. */
  readonly residentMegabytes: number;
  /** Max size of the JSON text of the rows. */
  readonly resultBytes: number;
}

const defaultLimits: SqlLimits = {
  processes: 3,
  milliseconds: 30_000,
  memoryMegabytes: 512,
  residentMegabytes: 1_024,
  threads: 2,
  resultBytes: 16 * 1024 * 1024,
};

const maxWaiting = { process: 60, workspace: 20, seconds: 30 };

/** Options of {@link SqlProcesses}. */
export interface SqlOptions {
  /** Folder in which the engine is looked for if it is not installed with the gateway: `npm install --prefix <folder> @duckdb/node-api`. */
  readonly packageFolder: string | null;
  /** The folder of a package of the gateway; this one by default. */
  readonly ownFolder?: string;
  readonly limits?: Partial<SqlLimits>;
}

/**
 * Runs SQL statements, each in a process of its own: without environment, network and files other than its tables, and ended at its limits
 * of time and memory and when the caller has gone (spec/sql.md).
 */
export class SqlProcesses {
  readonly #packageFolder: string | null;
  readonly #ownFolder: string;
  readonly #limits: SqlLimits;
  readonly #turns: SearchTurns;

  constructor({ packageFolder, ownFolder = import.meta.dirname, limits = {} }: SqlOptions) {
    this.#packageFolder = packageFolder;
    this.#ownFolder = ownFolder;
    this.#limits = { ...defaultLimits, ...limits };
    this.#turns = new SearchTurns(this.#limits.processes, maxWaiting);
  }

  /** How many statements run and wait, and may. */
  get load(): Pick<SearchTurns, 'running' | 'maxRunning' | 'waiting' | 'maxWaiting'> {
    return this.#turns;
  }

  /**
   * Runs a statement when it is the workspace's turn. Throws `invalid_query` with the place of the error, `search_timeout` for a statement
   * that takes too much time or memory, `store_busy`, `sql_not_installed`, the reason of the signal when that aborts, and what `open` throws.
   */
  run(statement: SqlStatement): Promise<SqlResult> {
    const { workspaceId, signal } = statement;
    return this.#turns.run(workspaceId, () => this.#runNow(statement), signal);
  }

  async #runNow({ sql, limit, open, signal }: SqlStatement): Promise<SqlResult> {
    const running = new RunningStatement(this.#limits.milliseconds, signal);
    try {
      const { memoryMegabytes, threads, residentMegabytes, resultBytes } = this.#limits;
      running.send({
        sql,
        packageFolders: [this.#ownFolder, ...(this.#packageFolder === null ? [] : [this.#packageFolder])],
        limits: { memoryMegabytes, threads },
        residentMegabytes,
      });
      const read = await running.message();
      if (read.kind !== 'tables') throw this.#errorOf(read, sql);
      const views = await running.pause(open(read.tables));
      running.send({ views, limits: { maxRows: limit, maxBytes: resultBytes } });
      const done = await running.message();
      if (done.kind !== 'done') throw this.#errorOf(done, sql);
      const json = await running.output();
      return { json, columns: done.columns, rows: done.rows, hasMore: done.hasMore };
    } finally {
      running.kill();
    }
  }

  #errorOf(message: ProcessMessage, sql: string): GatewayError {
    switch (message.kind) {
      case 'refused':
        return invalidSql(message.message, sql, message.position);
      case 'out_of_memory':
        return tooMuchMemory();
      case 'not_installed':
        return notInstalled(this.#packageFolder, message.reason);
      case 'failed':
        return new GatewayError('internal', 'The statement could not be run. The log of the gateway says why.', {
          cause: new Error(message.reason),
        });
      default:
        throw new TypeError(`the process of a statement sent ${message.kind}`);
    }
  }
}

/** The process of one statement. It ends at the time limit and when the signal aborts. */
class RunningStatement {
  readonly #child: ChildProcess;
  readonly #chunks: Buffer[] = [];
  readonly #messages: AsyncIterator<[ProcessMessage]>;
  readonly #stopped = Promise.withResolvers<never>();
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#stopped.reject(this.#signal.reason);
  #left: number;
  #since = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, signal: AbortSignal) {
    signal.throwIfAborted();
    this.#left = milliseconds;
    this.#signal = signal;
    this.#child = fork(fileURLToPath(import.meta.resolve('@connectory/snapshots/sql-process')), [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#messages = on(this.#child, 'message', { close: ['close'] }) as AsyncIterator<[ProcessMessage]>;
    this.#stopped.promise.catch(() => undefined);
    signal.addEventListener('abort', this.#abort, { once: true });
    this.#start();
  }

  send(message: ReadMessage | RunMessage): void {
    // That a process has ended is reported instead of its next message.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** The next message. Throws when the process ends before, or is stopped. */
  async message(): Promise<ProcessMessage> {
    const { done, value } = await Promise.race([this.#messages.next(), this.#stopped.promise]);
    if (done !== true) return value[0];
    const { exitCode, signalCode } = this.#child;
    throw endedEarly(exitCode, signalCode);
  }

  /** Waits for work that does not count as time of the statement. */
  async pause<Result>(work: Promise<Result>): Promise<Result> {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
    const result = await Promise.race([work, this.#stopped.promise]);
    this.#start();
    return result;
  }

  /** Everything that the process has written, after it has ended. */
  async output(): Promise<Buffer> {
    while ((await Promise.race([this.#messages.next(), this.#stopped.promise])).done !== true);
    return Buffer.concat(this.#chunks);
  }

  kill(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
    this.#child.kill('SIGKILL');
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#stopped.reject(tooSlow()), this.#left);
  }
}

/** The error for a wrong statement; `position` is an offset in bytes. */
export function invalidSql(message: string, sql: string, position: number | null, near?: string): GatewayError {
  const place = position === null ? '' : ` (at character ${characterAt(sql, position)})`;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const sentence = `${message.replace(/\.{1,3}$/, '')}${place}`;
  return new GatewayError('invalid_query', `${sentence}.${hint}`, {
    errors: [
      {
        field: '/sql',
        message: `cannot be run: ${sentence}`,
        error_code: near === undefined ? 'invalid_value' : 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      },
    ],
  });
}

/** The number of a character, from 1, of which the offset in UTF-8 is known. */
const characterAt = (sql: string, bytes: number): number =>
  [...Buffer.from(sql).subarray(0, bytes).toString()].length + 1;

const tooSlow = () =>
  new GatewayError(
    'search_timeout',
    'The statement took too long and was stopped. Filter earlier, join on equal values, or aggregate less.',
  );

const tooMuchMemory = () =>
  new GatewayError(
    'search_timeout',
    'The statement needs more memory than one may use and was stopped. Select fewer columns, filter earlier, or group by fewer values.',
  );

const notInstalled = (folder: string | null, reason: string) =>
  new GatewayError(
    'sql_not_installed',
    `SQL needs the package @duckdb/node-api, which is not installed with this gateway. Its operator can run: npm install ${folder === null ? '' : `--prefix ${folder} `}@duckdb/node-api@1.5`,
    { cause: new Error(reason) },
  );

// The engine itself failed. Node.js ends with SIGABRT when its own memory is used up.
function endedEarly(exitCode: number | null, signal: NodeJS.Signals | null): GatewayError {
  if (signal === 'SIGABRT' || signal === 'SIGKILL') return tooMuchMemory();
  return new GatewayError(
    'invalid_query',
    'The engine failed while it ran the statement. Write it with fewer nested parts.',
    { cause: new Error(`the process of the statement ended with ${signal ?? exitCode}`) },
  );
}
