const partOfAddress = /[\p{L}\p{N}._%+-]/u;
const escaped = /^%[0-9a-f]{2}$/;
const continuesDomain = /^[.-]?[\p{L}\p{N}]/u;

/** E-mail addresses, to find in texts without case, as they are and as in the query of a URL. */
export class Addresses {
  /** Texts in lower case of which every text with an address has one. */
  readonly needles: readonly string[];
  readonly #whole: ReadonlySet<string>;

  constructor(emails: readonly string[]) {
    this.#whole = new Set(emails.map((email) => email.toLowerCase()));
    this.needles = [...this.#whole].flatMap((email) => [email, email.replace('@', '%40')]);
  }

  /** Whether a text has one of the addresses: `linda@acme.example` does not have `da@acme.example`. */
  isIn(text: string): boolean {
    const lower = text.toLowerCase();
    return this.needles.some((needle) => hasWhole(lower, needle));
  }

  /** Whether a text is one of the addresses. */
  is(text: string): boolean {
    return this.#whole.has(text.trim().toLowerCase());
  }
}

function hasWhole(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (beginsAt(text, at) && !continuesDomain.test(text.slice(at + needle.length, at + needle.length + 3)))
      return true;
  }
  return false;
}

function beginsAt(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.slice(Math.max(0, at - 3), at);
  if (escaped.test(before)) return before !== '%2b';
  return !partOfAddress.test(text.slice(at - 1, at));
}
