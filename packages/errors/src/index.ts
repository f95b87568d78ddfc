export { type CalledConnection, connectionsCalled, connectionsMeant, shownConnections } from './called-connections.ts';
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
export { nearestName } from './nearest-name.ts';
export { asGatewayError, type Problem, problemOf } from './problem.ts';
