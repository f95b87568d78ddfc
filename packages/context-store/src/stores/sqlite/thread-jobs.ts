import type { SearchQuery } from '../../query/condition.ts';
import type { ChangeQuery, ChangeRetention, FeedPosition } from '../change-feed.ts';
import type {
  AggregatePage,
  Erasure,
  KeyRange,
  MentionQuery,
  PageOutcome,
  RecordChanges,
  Removal,
  SearchPage,
  SearchPlan,
  UnseenQuery,
} from '../context-store.ts';
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
  /** How long the search took. */
  readonly milliseconds: number;
}

/** A page, and the checkpoint from the same snapshot of the file, as JSON text. */
interface CheckedPage<Page> {
  readonly page: Page;
  readonly checkpoint: string | null;
}

/** The jobs of a reader thread, each with its result. */
export interface ReadJobs {
  search: { params: { readonly query: SearchQuery }; result: IndexNeeds & CheckedPage<SearchPage> };
  aggregate: { params: { readonly query: SearchQuery }; result: IndexNeeds & CheckedPage<AggregatePage> };
  explain: { params: { readonly query: SearchQuery }; result: IndexNeeds & { readonly plan: SearchPlan } };
  /** Returns records as JSON text. */
  list: { params: { readonly afterKey: string | null; readonly limit: number }; result: string };
  /** Returns a part of the copy, its records as JSON text. */
  mentions: {
    params: MentionQuery;
    result: { readonly records: string; readonly looked: number; readonly next: string | null };
  };
  /** Returns the numbers of records of some entities. */
  counts: { params: { readonly entities: readonly string[] }; result: readonly number[] };
  /** Returns the number of records, and the first of them as JSON text. */
  unseen: { params: UnseenQuery; result: { readonly count: number; readonly records: string } };
  /** Returns a page of the feed as JSON text. */
  changes: { params: Omit<ChangeQuery, 'layouts'> & { readonly entities: readonly string[] }; result: string };
  /** Returns the summaries of the last passes as JSON text. */
  passes: { params: object; result: string };
  head: { params: object; result: FeedPosition };
  /** Returns the checkpoints of some entities as JSON texts, null for those without one. */
  checkpoints: { params: { readonly entities: readonly string[] }; result: readonly (string | null)[] };
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
  prepare: { params: object; result: BuildingNeeds };
  writePage: {
    params: NextCheckpoint & {
      readonly records: string;
      readonly goneKeys: readonly string[];
      readonly generation: number;
    };
    result: BuildingNeeds & FeedGrowth & { readonly outcome: PageOutcome };
  };
  endPartition: {
    params: NextCheckpoint & {
      readonly range: KeyRange | null;
      readonly generation: number;
      readonly unfinished: string;
    };
    result: BuildingNeeds & FeedGrowth & Removal;
  };
  endPass: { params: NextCheckpoint & { readonly pass: number; readonly summary: string }; result: BuildingNeeds };
  apply: {
    params: Omit<RecordChanges, 'upserts'> & { readonly upserts: string };
    result: BuildingNeeds & FeedGrowth;
  };
  erase: { params: Erasure; result: BuildingNeeds & FeedGrowth & { readonly removed: number } };
  writeCheckpoint: { params: NextCheckpoint; result: null };
  /** Runs one build step. */
  build: { params: { readonly wanted: readonly IndexTarget[] }; result: BuildingNeeds };
  drop: { params: object; result: null };
}

/** A job of a kind. */
export type JobOf<Jobs, Kind extends keyof Jobs = keyof Jobs> = {
  [Name in Kind]: Jobs[Name] extends { params: infer Params }
    ? { readonly kind: Name; readonly scope: JobScope; readonly params: Params }
    : never;
}[Kind];

/** Result of a kind of job. */
export type ResultOf<Jobs, Kind extends keyof Jobs> = Jobs[Kind] extends { result: infer Result } ? Result : never;

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
export type ResultMessage = { readonly number: number } & (
  | { readonly result: unknown }
  | { readonly failure: ThreadFailure }
);
