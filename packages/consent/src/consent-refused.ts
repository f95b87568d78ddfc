const longestWords = 300;

/**
 * Why a consent failed. `denied`: the user or the vendor declined. `not_genuine`: the response is not the vendor's response to this
 * request. `code_refused`, `client_refused`: the vendor rejected the code, or the application. `accounts_refused`: it did not list the
 * accounts. `no_accounts`: there are none. `unreadable`: the response is not as declared.
 */
export type RefusalReason =
  | 'denied'
  | 'not_genuine'
  | 'code_refused'
  | 'client_refused'
  | 'accounts_refused'
  | 'no_accounts'
  | 'unreadable';

/** A consent that failed. */
export class ConsentRefusedError extends Error {
  readonly reason: RefusalReason;
  /** The vendor's own message as plain text, at most 300 characters; never markup, never a secret. */
  readonly said: string | undefined;

  constructor(reason: RefusalReason, said?: string, cause?: unknown) {
    super(`the consent failed: ${reason}`, { cause });
    this.name = 'ConsentRefusedError';
    this.reason = reason;
    this.said = said;
  }
}

/** A vendor's message as plain text, without secrets; undefined if there is none. */
export function plainWords(words: readonly unknown[], secrets: readonly string[]): string | undefined {
  const text = words
    .filter((word) => typeof word === 'string' && word.trim() !== '')
    .join(': ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const masked = secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text);
  if (masked === '') return undefined;
  return masked.length > longestWords ? `${masked.slice(0, longestWords - 1).toWellFormed()}…` : masked;
}
