export { operationsById } from './generated/operations.generated.ts';
export type { OperationRequest, RequestMember } from './operation-requests.ts';
