export {
  type Action,
  type ActionOptions,
  type DirectActionName,
  directActions,
  isRead,
  type ResultKind,
  resultKind,
} from './action.ts';
export {
  type Authentication,
  type AuthorizationEndpoint,
  auth,
  type CredentialField,
  type CredentialFields,
  type TokenEndpoint,
} from './authentication.ts';
export {
  type ConnectionCheck,
  type Connector,
  type ConnectorDefinition,
  contractVersion,
  defineConnector,
} from './connector.ts';
export type { Deprecation } from './deprecation.ts';
export { defineEntity, type Entity, type EntityActions, type EntityDefinition } from './entity.ts';
export {
  type ErrorCode,
  type ErrorOrigin,
  errorTable,
  type FieldError,
  GatewayError,
  type GatewayErrorOptions,
  type UpstreamFailure,
} from './errors.ts';
export { type FieldPath, type FieldPathTo, type ValueAt, valueAt } from './field-path.ts';
export {
  type DocumentWith,
  type GraphqlActionOptions,
  type GraphqlApi,
  type GraphqlApiOptions,
  graphqlApi,
} from './graphql-api.ts';
export {
  type ActionManifest,
  type AuthenticationManifest,
  type ConnectorManifest,
  describeConnector,
  type EntityManifest,
  type JsonSchema,
  jsonSchema,
  type SearchFieldManifest,
} from './manifest.ts';
export { fromBody, fromLink, type MetaField, type MetaFields, type Page, type Paging, page } from './page.ts';
export type { NoParams, ParamsOf, ParamsSchema } from './params.ts';
export type { RawValue } from './raw-value.ts';
export { type RestActionOptions, type RestApi, type RestApiOptions, restApi, type Wire } from './rest-api.ts';
export type { ParsedRoute, Placeholder, Route, RouteWith } from './route.ts';
export type { Sample, SampleSource } from './sample.ts';
export { absent, type DerivedField, from, fromParam, type SearchDefinition } from './search.ts';
export { searchParamsSchema } from './search-params.ts';
export { Secret } from './secret.ts';
export { type SelectedField, type Selection, selection } from './selection.ts';
export {
  eachOfSetting,
  type ParentEntity,
  type SettingPartitions,
  type SyncDefinition,
  type SyncPlan,
} from './sync.ts';
export {
  defineUpstream,
  type FailureRules,
  type LimitHeaders,
  type Upstream,
  type UpstreamDefinition,
  type UpstreamFault,
  type UpstreamVersion,
} from './upstream.ts';
export type { ArrayStyle, BodyEncoding, HttpMethod, UpstreamRequest } from './upstream-request.ts';
