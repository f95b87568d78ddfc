export type { Action } from './action.ts';
export { allFields } from './all-fields.ts';
export {
  type AuthenticationExtras,
  auth,
  type ConsentedAccounts,
  type ConsentOptions,
  type CredentialField,
  type CredentialFields,
  type ResponseSignature,
} from './authentication.ts';
export { type Connector, type ConnectorDefinition, defineConnector, type Logo } from './connector.ts';
export { ConnectorError, type ConnectorErrorCode, type RejectedParam, refuseParam } from './connector-error.ts';
export type { ConstantHeaders } from './constant-headers.ts';
export { decimal } from './decimal.ts';
export { type EncodedText, encoded } from './encoded.ts';
export { defineEntity, type Entity, type EntityDefinition } from './entity.ts';
export type { ConnectorEvents } from './events/connector-events.ts';
export type { EventRegistration } from './events/event-registration.ts';
export type { EventHint, EventRequest, HandshakeResponse, VendorEvent } from './events/event-request.ts';
export { ecdsaSignature, hmacSignature, secretUrl, standardWebhooks } from './events/event-signature.ts';
export { hexDigest } from './events/hex-digest.ts';
export { type FieldPath, type FieldPathTo, type KeyPath, ownMember, valueAt } from './field-path.ts';
export {
  type DocumentWith,
  type GraphqlActionOptions,
  type GraphqlApi,
  type GraphqlApiOptions,
  graphqlApi,
} from './graphql-api.ts';
export type { Meanings } from './meanings.ts';
export { minorUnits } from './money.ts';
export type { DefinitionsRead, OwnEntities, OwnField, OwnFields } from './own-fields.ts';
export { fromBody, fromLink, type MetaField, type Page, type Paging, page } from './page.ts';
export type { NoParams, ParamsOf, ParamsSchema } from './params.ts';
export { eachOfSetting, type ParentEntity, type SettingPartitions } from './parent.ts';
export type { PersonalFields, PersonalKind } from './personal.ts';
export type { RawValue } from './raw-value.ts';
export { type RestActionOptions, type RestApi, type RestApiOptions, restApi, type Wire } from './rest-api.ts';
export type { Placeholder, PlaceholderOf, Route, RoutesWith, RouteWith } from './route.ts';
export { absent, type DerivedField, from, fromParam, type SearchDefinition } from './search.ts';
export { type Selection, selection } from './selection.ts';
export { type SelectionOptions, selectionOf } from './selection-of.ts';
export type { ParentFilter, SyncCursor, SyncDefinition } from './sync.ts';
export { type TimeForm, time } from './time.ts';
export { defineUpstream, type UpstreamDefinition } from './upstream.ts';
export { credential, day, type OrValue, setting, type Value } from './value.ts';
