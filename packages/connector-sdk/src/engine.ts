export {
  type ActionOptions,
  type DirectActionName,
  directActions,
  effectOf,
  isRead,
  makesRecord,
  type ResultKind,
  resultKind,
} from './action.ts';
export type { Authentication, AuthorizationEndpoint, ConsentedAccounts, TokenEndpoint } from './authentication.ts';
export { type ConnectionCheck, contractVersion } from './connector.ts';
export type { Deprecation } from './deprecation.ts';
export { type Effect, effects } from './effects.ts';
export { EncodedText } from './encoded.ts';
export type { EntityActions } from './entity.ts';
export { brokenEventsRule, type RemoteEvents } from './events/connector-events.ts';
export { entitiesWithWebhooks, type SecretSource, secretSourceOf } from './events/event-registration.ts';
export type { EventSignature } from './events/event-signature.ts';
export { eventId, readEvent } from './events/read-event.ts';
export { signEvent, verifyEvent } from './events/verify-event.ts';
export type { ValueAt } from './field-path.ts';
export { type IdempotencyPath, idempotencyPathOf } from './idempotency-path.ts';
export { linkPlaces, settingPlace } from './link.ts';
export {
  type ActionManifest,
  type AuthenticationManifest,
  type ConnectorManifest,
  describeConnector,
  type EntityManifest,
  type JsonSchema,
  jsonSchema,
  jsonSchemaOfPaths,
  type SearchFieldManifest,
} from './manifest.ts';
export { type FoundField, type OwnDefinitions, withOwnEntities, withOwnFields } from './own-fields.ts';
export { endsAtMax, type MetaFields } from './page.ts';
export { withParamTypes } from './param-types.ts';
export {
  markedNames,
  type PersonalKind,
  type PersonalMark,
  type PersonalMarks,
  personalKinds,
  personalMarks,
} from './personal.ts';
export { knownValues, publishedRecord } from './published-record.ts';
export {
  ConnectorStopped,
  type RemoteAction,
  type RemotePage,
  type RemoteSettings,
  type ShapedPage,
} from './remote-action.ts';
export { type PlainRequest, restRequest } from './rest-api.ts';
export type { ParsedRoute } from './route.ts';
export { fieldsOfSchema, mayHaveField, type SchemaField } from './schema-fields.ts';
export type { DerivedField } from './search.ts';
export { searchBounds } from './search-bounds.ts';
export { searchParamsSchema } from './search-params.ts';
export { Secret } from './secret.ts';
export type { SelectedField } from './selection.ts';
export type { SyncPlan } from './sync.ts';
export { type SentParams, syncParams } from './sync-only.ts';
export { timeFormOf } from './time.ts';
export type { FileOfUpload, UploadTarget } from './uploaded-file.ts';
export {
  type FailureCondition,
  type FailureRules,
  failureConditions,
  failureMark,
  type LimitBucket,
  type LimitRules,
  type Quota,
  quotaOf,
  type Upstream,
  type UpstreamError,
  type UpstreamVersion,
} from './upstream.ts';
export type { ArrayStyle, BodyEncoding, HttpMethod, UpstreamRequest } from './upstream-request.ts';
export { isValue, resolveValue, type ValueContext, valuesIn } from './value.ts';
export { withoutNull } from './without-null.ts';
