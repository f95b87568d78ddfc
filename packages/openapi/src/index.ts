export { componentReference } from './component-reference.ts';
export { operationIdOf } from './connector-document/component-names.ts';
export { describeConnectorApi } from './connector-document/connector-document.ts';
export { distinctNames } from './connector-document/distinct-names.ts';
export { errorsPage } from './errors-page.ts';
export { describeOperations, type OpenApiDocument } from './gateway-document.ts';
export { openApi30 } from './openapi-3-0/convert-document.ts';
export {
  type Access,
  type BodyOf,
  executePath,
  type Operation,
  operations,
  type PathOf,
  type QueryOf,
  type ResponseOf,
} from './operation.ts';
export { type ProblemBody, problemSchema } from './problem.ts';
export { upstreamFailures } from './upstream-failures.ts';
