export {
  type ErrorCode,
  type ErrorOrigin,
  errorTable,
  type FieldError,
  GatewayError,
  type GatewayErrorOptions,
  type UpstreamFailure,
} from './errors.ts';
export { jsonPointer, shownPointer } from './json-pointer.ts';
export { schemaFault } from './schema-fault.ts';
