import type { SearchQuery } from '../../query/condition.ts';
import type { ChangeQuery, ChangeRetention, FeedPosition } from '../change-feed.ts';
import type { KeyRange, PageOutcome, RecordChanges, Removal, SearchPage, SearchPlan } from '../context-store.ts';
import type { SearchLane } from '../search-lanes.ts';
import type { IndexTarget } from './entity-table.ts';
import type { ThreadFailure } from './thread-failure.ts';

/** The copy that a job concerns. The layout is JSON text, which passes between threads faster than an object. */
export interface JobScope {
  readonly connectionId: string;
  readonly entity: string;
  readonly layout: string;
}

/** An index that a search lacked. */
interface MissingIndex extends IndexTarget {
  /** Whether it will be built anyway. */
  readonly isPlanned: boolean;
}

/** Indexes that a search lacked. */
export interface IndexNeeds {
  readonly missing: readonly MissingIndex[];
  /** Upper bound of the number of records read. */
  readonly visited: number;
}

/** A search and its lane. */
export interface SearchAsk {
  readonly query: SearchQuery;
  readonly lane: SearchLane;
}

/** A page, and the checkpoint from the same snapshot of the file, as JSON text. */
export interface CheckedPage {
  readonly page: SearchPage;
  readonly checkpoint: string | null;
}

/** The jobs of a reader thread, each with its result. */
export interface ReadJobs {
  search: { asks: SearchAsk; answers: IndexNeeds & CheckedPage };
  explain: { asks: SearchAsk; answers: IndexNeeds & { readonly plan: SearchPlan } };
  /** Returns records as JSON text. */
  list: { asks: { readonly afterKey: string | null; readonly limit: number }; answers: string };
  count: { asks: object; answers: number };
  /** Returns a page of the feed as JSON text. */
  changes: { asks: Omit<ChangeQuery, 'layouts'> & { readonly entities: readonly string[] }; answers: string };
  head: { asks: object; answers: FeedPosition };
  /** Returns the checkpoints of some entities as JSON texts, null for those without one. */
  checkpoints: { asks: { readonly entities: readonly string[] }; answers: readonly (string | null)[] };
}

/** Whether indexes remain to be built after a write. */
export interface BuildingNeeds {
  readonly hasUnbuilt: boolean;
}

/** Whether a write added to the feed. */
export interface FeedGrowth {
  readonly feedGrew: boolean;
}

/** A checkpoint to store as JSON text, and its revision. */
export interface NextCheckpoint {
  readonly checkpoint: string;
  readonly revision: number;
}

/** The jobs of the writer thread. Records and checkpoints are JSON text. */
export interface WriteJobs {
  prepare: { asks: object; answers: BuildingNeeds };
  writePage: {
    asks: NextCheckpoint & { readonly records: string; readonly generation: number };
    answers: BuildingNeeds & FeedGrowth & { readonly outcome: PageOutcome };
  };
  endPartition: {
    asks: NextCheckpoint & {
      readonly range: KeyRange | null;
      readonly generation: number;
      readonly unfinished: string;
    };
    answers: BuildingNeeds & FeedGrowth & Removal;
  };
  endPass: { asks: NextCheckpoint; answers: BuildingNeeds };
  apply: {
    asks: Omit<RecordChanges, 'upserts'> & { readonly upserts: string };
    answers: BuildingNeeds & FeedGrowth;
  };
  writeCheckpoint: { asks: NextCheckpoint; answers: null };
  /** Runs one build step. */
  build: { asks: { readonly wanted: readonly IndexTarget[] }; answers: BuildingNeeds };
  drop: { asks: object; answers: null };
}

/** A job of a kind. */
export type JobOf<Jobs, Kind extends keyof Jobs = keyof Jobs> = {
  [Name in Kind]: Jobs[Name] extends { asks: infer Asks }
    ? { readonly kind: Name; readonly scope: JobScope; readonly asks: Asks }
    : never;
}[Kind];

/** Result of a kind of job. */
export type AnswerOf<Jobs, Kind extends keyof Jobs> = Jobs[Kind] extends { answers: infer Answer } ? Answer : never;

/** Start options of a thread. */
export interface ThreadSettings {
  readonly role: 'reader' | 'writer';
  readonly directory: string;
  readonly searchLimitMilliseconds: number;
  /** How long a writer keeps changes. */
  readonly retention: ChangeRetention;
  /** One number shared by the threads of a pool: their total number of open files. */
  readonly openFiles: Int32Array;
}

/** Message with a job for a thread. */
export interface JobMessage {
  readonly number: number;
  readonly job: JobOf<ReadJobs> | JobOf<WriteJobs>;
}

/** Message with the result of a job, or its failure. */
export type AnswerMessage = { readonly number: number } & (
  | { readonly answer: unknown }
  | { readonly failure: ThreadFailure }
);
