import { colored } from './json-text.ts';
import type { Problem } from './problem-error.ts';
import { printable } from './table.ts';

/** The next command to suggest, by problem code. */
const nextSteps: Readonly<Record<string, string>> = {
  unauthenticated: 'Log in with: connectory login',
  forbidden: 'See what the token may do with: connectory doctor',
  connection_paused: 'Resume it with: connectory connections resume <connection>',
  gateway_unreachable: 'Find out why with: connectory doctor',
  credential_rejected: 'Store new credentials with: connectory connections update <connection> --credentials -',
  reauthorization_required: 'Connect the account again with: connectory connections connect --connection <connection>',
  context_store_not_ready: 'See the progress with: connectory sync status <connection>',
  internal: 'Give the request ID to the people who run the gateway: its log says more.',
};

/** Formats a problem for people: what is wrong, where, what the vendor said, what to do next, and the request ID. */
export function problemText(problem: Problem, isColored: boolean): string {
  const { message, code, errors = [], upstream, outcome, retryable, request_id: requestId } = problem;
  const color = (format: 'red' | 'dim' | 'bold', text: string) => (isColored ? colored(format, text) : text);
  const faint = (text: string) => color('dim', text);
  const next = nextSteps[code];
  // A single error is part of the message already.
  const fields = errors.length < 2 ? [] : errors.map((error) => `  ${fieldText(error)}`);
  return [
    `${color('red', 'Error:')} ${color('bold', printable(message))}`,
    ...fields,
    ...(upstream === undefined ? [] : [`Vendor: ${vendorText(upstream, message)}`]),
    ...(outcome === 'unknown' ? ['The write may have been carried out. Check the record before you repeat it.'] : []),
    ...(retryable === true ? ['The same command may succeed later.'] : []),
    ...(next === undefined ? [] : [next]),
    ...(requestId === undefined ? [] : [faint(`Request ID: ${printable(requestId)}`)]),
  ].join('\n');
}

/** Formats a usage error for people. */
export function usageText(text: string, isColored: boolean): string {
  const [first = '', ...others] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const head = isColored ? `${colored('red', 'Error:')} ${colored('bold', first)}` : `Error: ${first}`;
  return [head, ...others].join('\n');
}

function fieldText({ field, message, did_you_mean: near }: NonNullable<Problem['errors']>[number]): string {
  const place = field.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return printable(`${place} ${message}${near === undefined ? '' : ` (did you mean ${near}?)`}`);
}

function vendorText(
  { status, code, message, request_id: requestId }: NonNullable<Problem['upstream']>,
  said: string,
): string {
  const more = message === undefined || said.includes(message) ? undefined : message;
  const parts = [`status ${status}`, code, more, requestId === undefined ? undefined : `request ID ${requestId}`];
  return printable(parts.filter((part) => part !== undefined).join(', '));
}
