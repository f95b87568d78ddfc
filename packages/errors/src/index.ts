export {
  type ErrorCode,
  type ErrorOrigin,
  errorTable,
  type FieldError,
  GatewayError,
  type GatewayErrorOptions,
  type UpstreamFailure,
} from './errors.ts';
export { dottedPath, executeActionRequestSchema, executeBounds, executeRequestSchema } from './execute-schema.ts';
export { jsonPointer, shownPointer } from './json-pointer.ts';
export { nearestName } from './nearest-name.ts';
export { asGatewayError, type Problem, problemOf } from './problem.ts';
export { schemaFault } from './schema-issue.ts';
export { refusedParams, validateInput, validateParams } from './validate-input.ts';
