export { type ConnectionDraft, checkDraft } from './connection-check.ts';
export type { ExecuteRequest, ExecuteResult } from './execute-request.ts';
export { type ExecuteObservation, Executor, type ExecutorParts } from './executor.ts';
export { jsonPointer } from './json-pointer.ts';
export { nearestName } from './nearest-name.ts';
export { type Problem, problemOf } from './problem.ts';
export { createRegistry, type RegisteredConnector, type RegisteredEntity, type Registry } from './registry.ts';
export { toGatewayError } from './to-gateway-error.ts';
export { validateInput } from './validate-params.ts';
