export {
  type Batch,
  type BatchEnd,
  type BatchItem,
  type BatchParts,
  type BatchRequest,
  type BatchResult,
  beginBatch,
  parallelismOf,
} from './batch.ts';
export { type ConnectionDraft, checkDraft, requireResumed } from './connection.ts';
export { type DataViewParts, viewOf } from './data-view/data-views.ts';
export type { EntityView } from './data-view/entity-view.ts';
export { withoutRemoteText } from './data-view/live-calls.ts';
export { previewRecord, type RecordPreview } from './data-view/record-preview.ts';
export { type RuleGiver, type RuleParts, unsoundRules } from './data-view/unsound-rules.ts';
export { toGatewayError } from './errors.ts';
export { type ExecuteObservation, Executor, type ExecutorParts, type SqlCall } from './executor.ts';
export { type FindRequest, type FoundRecord, type FoundRecords, RecordFinder } from './find/record-finder.ts';
export { linkOf, titleOf } from './find/record-title.ts';
export {
  type ActionSearch,
  type ActionSearchRequest,
  createActionSearch,
  type FoundAction,
  type FoundActions,
  type FoundParam,
} from './find-actions/action-search.ts';
export type { ActionAddress } from './find-actions/index-actions.ts';
export { type CarryOutParts, carryOutHeld } from './held/carry-out.ts';
export { type HeldContent, heldContent, requireReadableHold } from './held/held-call.ts';
export { ContextCopy, type ContextCopyParts, type FinishedWrite, type VisibleCopy } from './hosted/context-copy.ts';
export {
  type ChangesRequest,
  type ChangesResponse,
  encodeChangeCursor,
  type RecordChange,
  recordChange,
  visibleChange,
} from './hosted/copy-changes.ts';
export type { CopySnapshot } from './hosted/copy-snapshots.ts';
export { CopySql, type CopySqlParts, type SqlResponse } from './hosted/copy-sql.ts';
export type { CopySearch, SearchMeta, SearchResponse } from './hosted/search-copy.ts';
export { allConnections, type StoredConnection } from './hosted/stored-connections.ts';
export { type SyncObservation, UpstreamSource } from './hosted/upstream-source.ts';
export type { Bound, CallSpan, SpanFacts, SpanName, Tracer } from './observation.ts';
export { canHaveOwnFields, discoverOwnFields } from './own-fields/discover-own-fields.ts';
export {
  connectorOf,
  noContent,
  type OwnConnectorParts,
  type OwnContent,
  requireInstalled,
} from './own-fields/own-connector.ts';
export { type ErasedPerson, type ErasePersonParts, erasePerson } from './person/erase-person.ts';
export type { MentionReason } from './person/mentions.ts';
export type { PersonCopiesParts, SkippedRecords } from './person/person-copies.ts';
export {
  type AskedId,
  type PersonChange,
  type PersonProgress,
  type PersonRecord,
  type PersonRequest,
  PersonSearch,
} from './person/person-search.ts';
export { createRegistry, type RegisteredConnector, type RegisteredEntity, type Registry } from './registry.ts';
export type { ExecuteRequest, ExecuteResult, HeldCall } from './request.ts';
export { effectIn, maySearch, offeredActions } from './resolve-action.ts';
export { requireSoundConnector } from './sound-connector.ts';
export { validSettings } from './valid-settings.ts';
export { VendorWebhooks } from './vendor-webhooks.ts';
