export {
  type Condition,
  fieldsOf,
  pathOf,
  pathsOf,
  type SearchPosition,
  type SearchQuery,
} from './query/condition.ts';
export { encodeCursor } from './query/cursor.ts';
export { evaluate } from './query/evaluate.ts';
export { type FieldType, isKeyed, isScalar, keyOf, timeForm, type ValueType, valueType } from './query/field-type.ts';
export { forgivenEdits } from './query/fuzzy-match.ts';
export { layoutOf } from './query/layout-of.ts';
export { missingMembers } from './query/missing-members.ts';
export { type ParamsCondition, parseParamsCondition } from './query/params-condition.ts';
export { asksForPlan, maxStalenessIn, parseSearch } from './query/parse-search.ts';
export type { FilterJob } from './query/record-filter.ts';
export { RecordFilter } from './query/record-filter.ts';
export { words } from './query/stored-text.ts';
export type {
  Change,
  ChangeCause,
  ChangeKind,
  ChangePage,
  ChangeQuery,
  ChangeRetention,
  FeedPosition,
} from './stores/change-feed.ts';
export { changedFields } from './stores/change-feed.ts';
export { ChangeSignals, type ChangeWatch } from './stores/change-signals.ts';
export type {
  ContextStore,
  Erasure,
  FoundPage,
  MentionPage,
  MentionQuery,
  PageOutcome,
  PageWrite,
  RecordBatch,
  RecordChanges,
  SearchPage,
  SearchPlan,
  StoredRecord,
  StoredValue,
  StoreScope,
  WholeCopy,
} from './stores/context-store.ts';
export { erasedAtOnce, maxWholeReadSeconds } from './stores/context-store.ts';
export type { EntityLayout, LayoutField } from './stores/entity-layout.ts';
export { FairTurns } from './stores/fair-turns.ts';
export { openPostgresStore, type PostgresStoreOptions } from './stores/postgres/postgres-store.ts';
export { type SearchQueueLimits, SearchTurns } from './stores/search-turns.ts';
export { openSqliteStore, type SqliteStoreOptions } from './stores/sqlite/sqlite-store.ts';
export type { HeldRemoval } from './sync/checkpoint.ts';
export { type Clock, systemClock } from './sync/clock.ts';
export { type CopiedRecord, copiedRecords, storedValue } from './sync/copied-records.ts';
export { type EntityPlan, entityPlans } from './sync/entity-plan.ts';
export type { HintOutcome } from './sync/hinted-record.ts';
export type { LeaseKeeper } from './sync/lease-keeper.ts';
export { LivePriority, type SyncBudget } from './sync/live-priority.ts';
export type { OwnWrite, OwnWriteOutcome } from './sync/own-writes.ts';
export { plannedSize } from './sync/page-size.ts';
export { searchDocument } from './sync/pages.ts';
export type { PassSummary } from './sync/pass-history.ts';
export { defaultLimits, type SyncLimits } from './sync/pass-limits.ts';
export { getParams, searchParams } from './sync/record-calls.ts';
export { reactionTo } from './sync/sync-failure.ts';
export { type SyncRequest, SyncRunner, type SyncRunnerOptions } from './sync/sync-runner.ts';
export type {
  PageRequest,
  SourcePage,
  SyncConnection,
  SyncDirectory,
  SyncSchedule,
  SyncSource,
} from './sync/sync-source.ts';
export type { EntitySync, EntitySyncState } from './sync/sync-state.ts';
export { readSyncStates, storedSyncState } from './sync/sync-state.ts';
