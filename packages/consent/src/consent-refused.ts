const longestWords = 300;

/**
 * Why a consent came to nothing. `denied`: the person, or the vendor for them, said no. `not_genuine`: the answer is not the vendor's to
 * this request. `code_refused` and `client_refused`: the vendor does not take the code, or the application. `accounts_refused`: it does
 * not list the accounts. `no_accounts`: what was consented to has none. `unreadable`: it answered something else than is declared.
 */
export type RefusalReason =
  | 'denied'
  | 'not_genuine'
  | 'code_refused'
  | 'client_refused'
  | 'accounts_refused'
  | 'no_accounts'
  | 'unreadable';

/** A consent that came to nothing. */
export class ConsentRefusedError extends Error {
  readonly reason: RefusalReason;
  /** The vendor's own words as plain text, at most 300 characters; never markup, never a secret. */
  readonly said: string | undefined;

  constructor(reason: RefusalReason, said?: string, cause?: unknown) {
    super(`the consent failed: ${reason}`, { cause });
    this.name = 'ConsentRefusedError';
    this.reason = reason;
    this.said = said;
  }
}

/** Words of a vendor as plain text, without the secrets among them; undefined when there are none. */
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
