import { ConsentRefusedError } from '@connectory/consent';
import { GatewayError } from '@connectory/errors';

const passing = new Set([
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_rate_limited',
  'circuit_open',
  'gateway_busy',
  'database_unavailable',
  'store_busy',
  'shutting_down',
]);

/** An attempt that ended for a reason that is ready to be read. */
export class AttemptEndedError extends Error {}

/** An attempt that can go on once the person does what the reason says. */
export class AttemptPausedError extends AttemptEndedError {}

/** A step that somebody else's step at the same time leaves no room for. What that one keeps is left alone. */
export class LinkInUseError extends AttemptEndedError {
  constructor() {
    super(
      'This link is being used in another window, or was tried too often. Look there first, or load this page again in a moment.',
    );
  }
}

/** Whether the same may succeed in a while, with what the person gave already. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AttemptPausedError || (GatewayError.is(error) && passing.has(error.code));

/** Why an attempt failed and what to do, in words for the person; undefined for what nobody foresaw. */
export function problemWords(error: unknown, vendor: string): string | undefined {
  if (error instanceof AttemptEndedError) return error.message;
  if (error instanceof ConsentRefusedError) return refusalWords(error, vendor);
  if (!GatewayError.is(error) || error.code === 'internal') return undefined;
  const said = error.upstream?.message === undefined ? '' : ` ${vendor} says: “${error.upstream.message}”`;
  if (isPassing(error))
    return `${vendor} does not answer as it should at the moment. Try again in a few minutes.${said}`;
  switch (error.code) {
    case 'credential_rejected':
    case 'reauthorization_required':
      return `${vendor} does not accept what it was given. Check that nothing is missing and that the account has the rights that are needed, then try again.${said}`;
    case 'conflict':
      return 'A connection of this name exists already, or there is no room for another one. Ask whoever sent you the link for a new one.';
    case 'forbidden':
      return 'Whoever made this link may not make this connection, or the gateway may not reach the address it leads to. Tell them.';
    case 'invalid_params':
      return 'Something you entered is not right. Correct it and try again.';
    default:
      return `${vendor} refused to be tried out. Check what you entered, then try again.${said}`;
  }
}

function refusalWords({ reason, said }: ConsentRefusedError, vendor: string): string {
  const quoted = said === undefined ? '' : ` ${vendor} says: “${said}”`;
  switch (reason) {
    case 'denied':
      return `You did not agree, or ${vendor} did not let you. Nothing was connected. You can begin again.${quoted}`;
    case 'code_refused':
      return `${vendor} did not complete what you agreed to. Begin again.${quoted}`;
    case 'client_refused':
      return `${vendor} does not accept the application of whoever sent you the link. Tell them: its client id or secret is wrong.${quoted}`;
    case 'accounts_refused':
      return `${vendor} did not say which accounts you agreed to. Begin again, and agree to all that is asked.${quoted}`;
    case 'no_accounts':
      return `Nothing that can be connected belongs to the account you signed in with. Begin again with another one.`;
    case 'not_genuine':
      return `What came back is not the answer of ${vendor} to this request, so it was not used. Begin again.`;
    case 'unreadable':
      return `${vendor} gave an answer that was not understood. Begin again; if it stays like this, tell whoever sent you the link.`;
  }
}
