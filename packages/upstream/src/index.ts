export { accountName } from './account-name.ts';
export { keyPathOf, type UpstreamCall, type UpstreamStep } from './call.ts';
export { createUpstreamClient, type UpstreamClient, type UpstreamClientOptions } from './client.ts';
export {
  type ConnectionLimits,
  type Credentials,
  credentialOrigins,
  haveSameOrigins,
  type OriginParts,
  resolveUrl,
  type TokenStore,
  type UpstreamConnection,
} from './connection.ts';
export { createEgressGuard, type EgressGuard } from './egress-guard.ts';
export type { ExchangeLimits, ExchangeResponse } from './exchange.ts';
export { isTemporary, temporaryFailure } from './failure.ts';
export type { FileResponse } from './file-download.ts';
export { maxFileBytes, type UploadedFile } from './file-upload.ts';
export {
  type Attempt,
  ConsentRefusedError,
  type ConsentTarget,
  consentUrl,
  hasConsent,
  newAttempt,
  type RefusalReason,
  readResponse,
} from './oauth/consent.ts';
export { exchangeCode } from './oauth/exchange-code.ts';
export { type ConsentedAccount, listAccounts } from './oauth/list-accounts.ts';
export type { PreparedRequest, RequestPreview } from './request.ts';
export type { RecordResponse, RecordsResponse } from './response.ts';
export { HeldResponses, type ResponseMemoryLimits } from './response-memory.ts';
export type { RetryPolicy } from './sender.ts';
export { createWebhookSender, type WebhookMessage, type WebhookSender } from './webhook-sender.ts';
