export type { RetryPolicy } from './call-sender.ts';
export type { Credentials, TokenStore, UpstreamConnection } from './connection.ts';
export { createEgressGuard, type EgressGuard } from './egress-guard.ts';
export type { ExchangeLimits } from './exchange.ts';
export type { FileAnswer } from './file-download.ts';
export type { RequestPreview } from './prepared-request.ts';
export type { RecordAnswer, RecordsAnswer } from './read-answer.ts';
export type { UpstreamCall } from './upstream-call.ts';
export { createUpstreamClient, type UpstreamClient, type UpstreamClientOptions } from './upstream-client.ts';
