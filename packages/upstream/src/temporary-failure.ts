import { GatewayError } from '@connectory/errors';

/** Whether a status means a temporary failure of the vendor and not a wrong request: 408, 429 and 5xx. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** The `upstream_unavailable` error of a vendor that failed with a status. `purpose` completes "<vendor> could not …". */
export function temporaryFailure(vendor: string, purpose: string, status: number): GatewayError {
  return new GatewayError('upstream_unavailable', `${vendor} could not ${purpose} (${status}).`, {
    upstream: { status },
  });
}
