import type { ErrorCode } from '@connectory/errors';

/** Problems that any call to an upstream can have. */
export const upstreamFailures: readonly ErrorCode[] = [
  'address_not_allowed',
  'upstream_rejected',
  'credential_rejected',
  'reauthorization_required',
  'upstream_rate_limited',
  'upstream_unavailable',
  'gateway_busy',
  'circuit_open',
  'upstream_timeout',
];
