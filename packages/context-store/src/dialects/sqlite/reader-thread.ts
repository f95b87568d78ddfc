import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { SearchPlan, StoredRecord } from '../../store/context-store.ts';
import type { EntityLayout } from '../../store/entity-layout.ts';
import { quickMilliseconds } from '../../store/search-lanes.ts';
import type { ConnectionFile } from './connection-file.ts';
import { ConnectionFiles } from './connection-files.ts';
import { Deadline } from './deadline.ts';
import { type EntityTable, type IndexTarget, readEntityTable, targetKey } from './entity-table.ts';
import { identifier, sql } from './fragment.ts';
import { type SearchPace, SearchRun, usualPace } from './search-run.ts';
import { TextMatchers } from './text-matchers.ts';
import type { AnswerOf, IndexNeeds, JobOf, ReadJobs, SearchAsk, ThreadSettings } from './thread-jobs.ts';
import { NearWords } from './vocabulary.ts';

type Answer = AnswerOf<ReadJobs, keyof ReadJobs>;

/** What belongs to one open file in this thread. */
interface FileState {
  readonly matchers: TextMatchers;
  readonly deadline: Deadline;
  readonly nearWords: Map<string, NearWords>;
  /** How the entities of some layouts are laid out, as of a version of the file. */
  readonly tables: WeakMap<EntityLayout, { readonly version: number; readonly table: EntityTable }>;
}

const emptyPlan: SearchPlan = { dialect: 'sqlite', sql: '', steps: [], scans: false };
const noNeeds: IndexNeeds = { missing: [], visited: 0 };

/** Answers reads, each on one state of its file. What is not there yet is empty. */
export class ReaderThread {
  readonly #files: ConnectionFiles;
  readonly #searchLimitMilliseconds: number;
  readonly #pace: SearchPace;
  readonly #states = new WeakMap<ConnectionFile, FileState>();

  /** Tests go at another pace. */
  constructor({ directory, searchLimitMilliseconds, openFiles }: ThreadSettings, pace: SearchPace = usualPace) {
    this.#pace = pace;
    this.#files = new ConnectionFiles(directory, 'read', openFiles);
    this.#searchLimitMilliseconds = searchLimitMilliseconds;
  }

  run(job: JobOf<ReadJobs>, layout: EntityLayout): Answer {
    const file = this.#files.open(job.scope.connectionId);
    if (file === null) return emptyAnswer(job);
    return file.reading(() => {
      if (job.kind === 'checkpoints') return checkpoints(file, job.asks.entities);
      const table = this.#table(file, layout);
      return table === null ? emptyAnswer(job) : this.#answer(job, file, table);
    });
  }

  /** Closes the files. */
  close(): void {
    this.#files.close();
  }

  #answer(job: Exclude<JobOf<ReadJobs>, { kind: 'checkpoints' }>, file: ConnectionFile, table: EntityTable): Answer {
    switch (job.kind) {
      case 'search': {
        const { page, missing, visited } = this.#searchRun(file, table, job.asks).run();
        return { page, ...needs(table, missing, visited) };
      }
      case 'explain': {
        const { plan, missing, visited } = this.#searchRun(file, table, job.asks).explain();
        return { plan, ...needs(table, missing, visited) };
      }
      case 'list':
        return list(file, table, job.asks.afterKey, job.asks.limit);
      case 'count':
        return file.number(sql`SELECT count(*) FROM ${identifier(table.stamps)}`);
    }
  }

  // Reading it costs as much as a short search.
  #table(file: ConnectionFile, layout: EntityLayout): EntityTable | null {
    const { tables } = this.#state(file);
    const version = file.number(sql`PRAGMA data_version`);
    const known = tables.get(layout);
    if (known?.version === version) return known.table;
    const table = readEntityTable(file, layout);
    if (table !== null) tables.set(layout, { version, table });
    return table;
  }

  #searchRun(file: ConnectionFile, table: EntityTable, { query, lane }: SearchAsk): SearchRun {
    const { matchers, deadline, nearWords } = this.#state(file);
    const limit = this.#searchLimitMilliseconds;
    deadline.start(lane === 'quick' ? Math.min(quickMilliseconds, limit) : limit);
    const near = nearWordsOf(file, table, nearWords, deadline);
    return new SearchRun({ file, table, matchers, deadline, near, pace: this.#pace }, query);
  }

  #state(file: ConnectionFile): FileState {
    const known = this.#states.get(file);
    if (known !== undefined) return known;
    const state: FileState = {
      matchers: new TextMatchers(file),
      deadline: new Deadline(file),
      nearWords: new Map(),
      tables: new WeakMap(),
    };
    this.#states.set(file, state);
    return state;
  }
}

function emptyAnswer(job: JobOf<ReadJobs>): Answer {
  switch (job.kind) {
    case 'search':
      return { page: { records: [], next: null }, ...noNeeds };
    case 'explain':
      return { plan: emptyPlan, ...noNeeds };
    case 'list':
      return '[]';
    case 'count':
      return 0;
    case 'checkpoints':
      return job.asks.entities.map(() => null);
  }
}

function checkpoints(file: ConnectionFile, entities: readonly string[]): readonly (string | null)[] {
  if (!file.isSetUp) return entities.map(() => null);
  const rows = file.rows(sql`SELECT name, checkpoint FROM connectory_entities`);
  const known = new Map(rows.map(([name, checkpoint]) => [name, checkpoint]));
  return entities.map((entity) => {
    const checkpoint = known.get(entity);
    return typeof checkpoint === 'string' ? checkpoint : null;
  });
}

function needs(table: EntityTable, missing: readonly IndexTarget[], visited: number): IndexNeeds {
  return {
    missing: missing.map((target) => ({ ...target, isPlanned: table.indexes.has(targetKey(target)) })),
    visited,
  };
}

// Most searches need no vocabulary, so it is read when it is asked for.
function nearWordsOf(
  file: ConnectionFile,
  { vocabulary }: EntityTable,
  all: Map<string, NearWords>,
  deadline: Deadline,
) {
  return (word: string): readonly string[] => {
    const known = all.get(vocabulary) ?? new NearWords();
    all.set(vocabulary, known);
    known.refresh(file, vocabulary, deadline);
    deadline.check();
    return known.near(word);
  };
}

function list(file: ConnectionFile, { records }: EntityTable, afterKey: string | null, limit: number): string {
  const where = afterKey === null ? sql`` : sql`WHERE key > ${afterKey}`;
  const rows = file.rows(
    sql`SELECT key, json(document) FROM ${identifier(records)} ${where} ORDER BY key LIMIT ${limit}`,
  );
  return writeExactly(
    rows.map(([key, json]): StoredRecord => ({ key: String(key), document: withoutNulls(String(json)) })),
  );
}

function withoutNulls(json: string): StoredRecord['document'] {
  const document = parseExactly(json) as StoredRecord['document'];
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}
