import type { ErrorCode } from '@connectory/errors';

/** What any call to an upstream may run into, whatever it asks for. */
export const upstreamFailures: readonly ErrorCode[] = [
  'upstream_rejected',
  'credential_rejected',
  'reauthorization_required',
  'upstream_rate_limited',
  'upstream_unavailable',
  'gateway_busy',
  'circuit_open',
  'upstream_timeout',
];
