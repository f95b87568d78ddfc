import { GatewayError } from '@connectory/errors';
import { ConsentRefusedError } from '@connectory/upstream';

const transient = new Set([
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_rate_limited',
  'circuit_open',
  'gateway_busy',
  'database_unavailable',
  'store_busy',
  'shutting_down',
]);

/** Thrown when an attempt ends for a reason that can be shown to the person. */
export class AttemptEndedError extends Error {}

/** Thrown when an attempt can continue once the person follows the instructions in the reason. */
export class AttemptPausedError extends AttemptEndedError {}

/** Thrown for a step that conflicts with a concurrent one, whose state stays unchanged. */
export class LinkInUseError extends AttemptEndedError {
  constructor() {
    super(
      'This link is in use in another window, or was tried too often. Check that window first, or load this page again in a moment.',
    );
  }
}

/** Whether the same input may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof AttemptPausedError || (GatewayError.is(error) && transient.has(error.code));

/** Returns why an attempt failed and what to do, in words for the person; undefined for unexpected errors. */
export function problemWords(error: unknown, vendor: string): string | undefined {
  if (error instanceof AttemptEndedError) return error.message;
  if (error instanceof ConsentRefusedError) return refusalWords(error, vendor);
  if (!GatewayError.is(error) || error.code === 'internal') return undefined;
  const said = error.upstream?.message === undefined ? '' : ` ${vendor} says: “${error.upstream.message}”`;
  if (isTransient(error)) return `${vendor} is not responding correctly right now. Try again in a few minutes.${said}`;
  switch (error.code) {
    case 'credential_rejected':
    case 'reauthorization_required':
      return `${vendor} rejected the credentials. Check that they are complete and that the account has the required permissions, then try again.${said}`;
    case 'conflict':
      return 'A connection with this name already exists, or the workspace has reached its limit. Ask the person who sent you the link for a new one.';
    case 'forbidden':
      return 'The person who created this link may not create this connection. Tell them.';
    case 'address_not_allowed':
      return 'The gateway may not call this server. Check the address, or tell the person who sent you the link.';
    case 'invalid_params':
      return 'Some of the values are not valid. Correct them and try again.';
    default:
      return `${vendor} rejected the test. Check your values, then try again.${said}`;
  }
}

function refusalWords({ reason, said }: ConsentRefusedError, vendor: string): string {
  const quoted = said === undefined ? '' : ` ${vendor} says: “${said}”`;
  switch (reason) {
    case 'denied':
      return `You did not consent, or ${vendor} did not allow it. Nothing was connected. You can start again.${quoted}`;
    case 'code_refused':
      return `${vendor} could not complete the authorization. Start again.${quoted}`;
    case 'client_refused':
      return `${vendor} does not accept the application of the person who sent you the link. Tell them that its client ID or secret is wrong.${quoted}`;
    case 'accounts_refused':
      return `${vendor} did not say which accounts you authorized. Start again, and grant everything that is requested.${quoted}`;
    case 'no_accounts':
      return `The account you signed in with has nothing that can be connected. Start again with another one.`;
    case 'not_genuine':
      return `The response does not belong to this request to ${vendor}, so it was not used. Start again.`;
    case 'unreadable':
      return `${vendor} sent an unexpected response. Start again; if the problem persists, tell the person who sent you the link.`;
  }
}
