/**
 * The target of the first link with that relation in a `Link` header; null if there is none. Follows RFC 8288 section 3, in one pass: a
 * vendor may send 64 KiB of anything.
 */
export function linkTarget(header: string | undefined, relation: string): string | null {
  const text = header ?? '';
  const wanted = relation.toLowerCase();
  for (let start = text.indexOf('<'); start !== -1; ) {
    const end = text.indexOf('>', start);
    if (end === -1) return null;
    const parameters = new LinkParameters(text, end + 1);
    if (parameters.relations().includes(wanted)) return text.slice(start + 1, end);
    start = text.indexOf('<', parameters.end);
  }
  return null;
}

/** The parameters of one link: `; name="value"` and so on, up to a comma outside of quotes. */
class LinkParameters {
  readonly #text: string;
  #at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  /** The position after what was read. */
  get end(): number {
    return this.#at;
  }

  /** Reads all parameters; returns the relations of the first `rel`, in lower case. */
  relations(): readonly string[] {
    let found: string | undefined;
    while (this.#at < this.#text.length && this.#char() !== ',') {
      // Text that no parameter begins with is skipped.
      if (this.#char() === '"') this.#quoted();
      else if (this.#char() !== ';') this.#at += 1;
      else {
        const [name, value] = this.#parameter();
        if (name.toLowerCase() === 'rel') found ??= value;
      }
    }
    return (found ?? '').toLowerCase().split(/\s/);
  }

  #char(): string {
    return this.#text.charAt(this.#at);
  }

  #parameter(): readonly [name: string, value: string] {
    this.#at += 1;
    this.#skipSpace();
    const name = this.#token();
    this.#skipSpace();
    if (name === '' || this.#char() !== '=') return [name, ''];
    this.#at += 1;
    this.#skipSpace();
    return [name, this.#char() === '"' ? this.#quoted() : this.#token()];
  }

  #skipSpace(): void {
    while (/\s/.test(this.#char())) this.#at += 1;
  }

  #token(): string {
    const start = this.#at;
    while (/[^\s=;,"]/.test(this.#char())) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  // A quote that is not closed ends with the header.
  #quoted(): string {
    const start = this.#at + 1;
    this.#at = start;
    while (this.#at < this.#text.length && this.#char() !== '"') this.#at += this.#char() === '\\' ? 2 : 1;
    const value = this.#text.slice(start, this.#at);
    this.#at += 1;
    return value;
  }
}
