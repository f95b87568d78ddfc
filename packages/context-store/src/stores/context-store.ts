import type { Scalar, SearchPosition, SearchQuery } from '../query/condition.ts';
import type { ChangeCause, ChangePage, ChangeQuery, FeedPosition } from './change-feed.ts';
import type { EntityLayout } from './entity-layout.ts';

/** A value of a stored document. */
export type StoredValue = Scalar | readonly StoredValue[] | { readonly [name: string]: StoredValue };

/** One record of the copy: its key and the value of every search field that is not null. */
export interface StoredRecord {
  /**
   * Partition and key fields of the record as one text; unique within connection and entity. At most 450 code points (`recordKey`): together
   * with a sort value they fit an index entry of PostgreSQL.
   */
  readonly key: string;
  readonly document: { readonly [field: string]: StoredValue };
}

/** Whose copy it is. The connection id leads every key of every table. */
export interface StoreScope {
  readonly connectionId: string;
  readonly layout: EntityLayout;
}

/** Keys in the order of their code points: from one on, up to and without another one. */
export interface KeyRange {
  readonly from: string;
  readonly below: string;
}

/** Changes of one page of a pass, committed together with the position of the pass. */
export interface PageWrite {
  /** Records of one partition: no range that `endPartition` is given divides them. */
  readonly records: readonly StoredRecord[];
  /** Keys of records that the page says are deleted; none of them is the key of one of the records. */
  readonly goneKeys?: readonly string[];
  /** Number of the pass; records it meets are stamped with it, changed or not. */
  readonly generation: number;
  /** State of the synchronization after this page: any JSON value, returned by `readCheckpoint`. */
  readonly checkpoint: StoredValue;
}

/** Single records to store or remove at once. */
export interface RecordChanges {
  readonly upserts: readonly StoredRecord[];
  readonly deletedKeys: readonly string[];
  /** Records are stamped with it, unless their stamp is greater already, so that a concurrent pass does not remove them. */
  readonly generation: number;
  readonly cause: ChangeCause;
}

/** What to erase of a copy. */
export interface Erasure {
  /** Keys of records to remove, with everything that the feed has of them but their removal; at most `erasedAtOnce`. */
  readonly keys: readonly string[];
  /** Keys of records that stay: the feed has them as they are now, not as they were. Those without a record are erased like `keys`. */
  readonly formerKeys: readonly string[];
}

/** The most keys of each kind that one call erases. */
export const erasedAtOnce = 500;

/** Texts and values to find in whole records. */
export interface MentionQuery {
  /** Texts in lower case that any value may contain, whatever its case. */
  readonly texts: readonly string[];
  /** Texts, or numbers as text, that any value may be equal to. */
  readonly values: readonly string[];
  /** Look at records with greater keys; null for all. */
  readonly after: string | null;
}

/** The records of a part of a copy that mention what was asked for. */
export interface MentionPage {
  /** With whole documents. Some may only seem to mention it: member names are looked at like values. */
  readonly records: readonly StoredRecord[];
  /** Number of records that were looked at. */
  readonly looked: number;
  /** The key to go on after; null at the end of the copy. */
  readonly next: string | null;
}

/** The end of a partition that was read whole. */
export interface PartitionEnd {
  /** The keys of the partition; null for the whole copy. */
  readonly range: KeyRange | null;
  /** Records whose stamp is below it are removed. */
  readonly generation: number;
  /** Stored once everything is removed. */
  readonly checkpoint: StoredValue;
  /** Stored while more is left. */
  readonly unfinished: StoredValue;
}

/** Which records to look for: those of a range (null: of the whole copy) whose stamp is below a generation. */
export interface UnseenQuery {
  readonly range: KeyRange | null;
  readonly generation: number;
  /** Max number of records to return. */
  readonly limit: number;
}

/** Records that were not seen: their number, and the first of them in the order of their keys. */
export interface UnseenRecords {
  readonly count: number;
  readonly records: readonly StoredRecord[];
}

/** The end of a pass. */
export interface EndedPass {
  /** Its number. */
  readonly pass: number;
  /** The last checkpoint of the pass. */
  readonly checkpoint: StoredValue;
  /** What the pass did: any JSON value, returned by `readPasses`. */
  readonly summary: StoredValue;
}

/** How many passes of an entity are kept in its history. */
export const keptPasses = 50;

/** How many records one step of the end of a partition removed, and whether it was the last step. */
export interface Removal {
  readonly removed: number;
  readonly finished: boolean;
}

/** The most records one step removes. */
export const removedAtOnce = 10_000;

/** How many records a page added, changed, found unchanged and removed. */
export interface PageOutcome {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Results of one search page. */
export interface SearchPage {
  /** Records as JSON text: objects with every requested field, null if unknown. */
  readonly records: readonly string[];
  /** The keys of the records, in their order. */
  readonly keys: readonly string[];
  /** Where the page ended; null if it is the last. */
  readonly next: SearchPosition | null;
}

/** A page, and where the synchronization stood in the state of the copy it was found in. */
export interface FoundPage extends SearchPage {
  /** The checkpoint of the last committed page, null before the first. No record of the page is older. */
  readonly checkpoint: StoredValue | null;
}

/** The rows of an aggregation, and the number of records that match. */
export interface AggregatePage {
  /** Rows as JSON text, in their order; none if the records were only counted. */
  readonly rows: readonly string[];
  readonly total: number;
  /** Whether there are more groups than the limit allows. */
  readonly hasMore: boolean;
}

/** What was aggregated, and where the synchronization stood in that state of the copy. */
export interface FoundAggregate extends AggregatePage {
  /** As of `FoundPage`. */
  readonly checkpoint: StoredValue | null;
}

/** Some records of a whole copy. */
export interface RecordBatch {
  /** UTF-8 text of the records as a search returns them: JSON objects with every search field, each followed by a line feed. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** All records of a copy at one state. */
export interface WholeCopy {
  /** The checkpoint of that state; no record is older. */
  readonly checkpoint: StoredValue | null;
  /** The end of the feed of the connection in that state. */
  readonly head: FeedPosition;
  /** The records in the order of their keys, about `batchBytes` at a time; a single record may be larger. Can be read once. */
  readonly batches: AsyncIterable<RecordBatch>;
}

/** About how many bytes of records one batch of a whole copy has. */
export const batchBytes = 512 * 1024;

/** Seconds after which reading a whole copy is stopped: until its end, the database keeps what is replaced meanwhile. */
export const maxWholeReadSeconds = 600;

/** How a store would run a query. */
export interface SearchPlan {
  readonly dialect: 'sqlite' | 'postgres';
  readonly sql: string;
  /** The database's own plan, a line per step. */
  readonly steps: readonly string[];
  /** True when the whole entity has to be read. */
  readonly scans: boolean;
}

/**
 * A synchronized copy. Two implementations share one suite; search results and their order equal those of the reference evaluator. Every
 * method takes the scope; nothing is found without a connection ID. A checkpoint with a `revision` is only stored if the stored one has the
 * previous revision (0: none); otherwise nothing changes and `OutdatedCheckpointError` is thrown.
 */
export interface ContextStore {
  /** Number of searches it runs at once; searches take turns (`SearchTurns`). */
  readonly searchTurns: number;
  /** Creates the tables and indexes of the entity. Repeating it only adds new fields. */
  prepare(scope: StoreScope): Promise<void>;
  /** Writes one page and its checkpoint in one transaction. Documents that did not change are only stamped. */
  writePage(scope: StoreScope, page: PageWrite): Promise<PageOutcome>;
  /** Removes what a partition no longer has and stores a checkpoint, in one transaction: at most `removedAtOnce` records a call. */
  endPartition(scope: StoreScope, end: PartitionEnd): Promise<Removal>;
  /** Finds the records of a partition that passes from `generation` on have not seen. */
  unseen(scope: StoreScope, query: UnseenQuery): Promise<UnseenRecords>;
  /**
   * Ends a pass: stores its last checkpoint and its summary in one transaction, forgets the stamps of earlier passes and summaries that are
   * too old to be kept, and does what is best done now for later searches.
   */
  endPass(scope: StoreScope, ended: EndedPass): Promise<void>;
  /** The summaries of the last `keptPasses` passes, newest first. */
  readPasses(scope: StoreScope): Promise<readonly StoredValue[]>;
  /** Stores or removes single records at once: for writes that went through this gateway, and for events of vendors. */
  apply(scope: StoreScope, changes: RecordChanges): Promise<void>;
  /**
   * Erases records and their earlier versions, in one transaction; unlike `apply`, it leaves no document in the feed. Followers see the
   * removal of a record that was there. Returns how many records were removed.
   */
  erase(scope: StoreScope, erasure: Erasure): Promise<number>;
  /** Looks through a part of the copy that is read in about half a second, whatever its indexes. Call it again with `next`. */
  findMentions(scope: StoreScope, query: MentionQuery): Promise<MentionPage>;
  /**
   * Reads the feed of a connection: every change of its copies, written in the same transaction as the change. A copy that was never
   * started has an empty feed.
   */
  readChanges(connectionId: string, query: ChangeQuery): Promise<ChangePage>;
  /** The end of the feed of a connection. */
  feedHead(connectionId: string): Promise<FeedPosition>;
  /** The checkpoint of the last committed page, null before the first. */
  readCheckpoint(scope: StoreScope): Promise<StoredValue | null>;
  /** The checkpoints of several entities of one connector, in their order. */
  readCheckpoints(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly (StoredValue | null)[]>;
  /** Keeps a checkpoint without touching records. */
  writeCheckpoint(scope: StoreScope, checkpoint: StoredValue): Promise<void>;
  /** All records in key order after a key, with whole documents: for partitions of child entities. */
  listRecords(scope: StoreScope, afterKey: string | null, limit: number): Promise<readonly StoredRecord[]>;
  /**
   * Reads all records at one state, which what is written meanwhile does not change, in constant memory. The state is kept until `read`
   * settles. Throws `search_timeout` after `maxWholeReadSeconds`, and the reason of the signal when that aborts.
   */
  readAll<Result>(scope: StoreScope, read: (copy: WholeCopy) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Number of records of a copy, 0 if it was never started. */
  count(scope: StoreScope): Promise<number>;
  /** The numbers of records of several entities of one connector, in their order. */
  counts(connectionId: string, layouts: readonly EntityLayout[]): Promise<readonly number[]>;
  /** Finds a page. Throws `search_timeout` once the time limit has passed. */
  search(scope: StoreScope, query: SearchQuery): Promise<FoundPage>;
  /**
   * Counts the records that match a query, and computes its aggregation if it has one. Throws `search_timeout`, and `invalid_query` for more
   * than 100,000 groups.
   */
  aggregate(scope: StoreScope, query: SearchQuery): Promise<FoundAggregate>;
  /** Searches or aggregates, and returns how. */
  explain(scope: StoreScope, query: SearchQuery): Promise<SearchPlan>;
  /** Removes everything of a connection. */
  dropConnection(connectionId: string): Promise<void>;
  close(): Promise<void>;
}
