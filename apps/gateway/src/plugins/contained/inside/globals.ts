/** What the interpreter's host offers: pure functions of texts. */
export interface Host {
  /** The parts of a URL as JSON text; undefined for a text that is none. */
  readonly parseUrl: (text: string, base: string | undefined) => string | undefined;
  /** A digest in hexadecimal digits. Throws for an unknown algorithm. */
  readonly digest: (algorithm: string, text: string) => string;
}

const { host } = globalThis as unknown as { readonly host: Host };

/** The part of `URLSearchParams` that reads and writes a query in memory. */
class SearchParams {
  #pairs: [string, string][];

  constructor(query: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>> = '') {
    if (typeof query === 'string') this.#pairs = pairsOf(query);
    else {
      const pairs = Symbol.iterator in query ? query : Object.entries(query);
      this.#pairs = [...pairs].map(([name, value]) => [String(name), String(value)]);
    }
  }

  append(name: string, value: string): void {
    this.#pairs.push([name, String(value)]);
  }

  delete(name: string): void {
    this.#pairs = this.#pairs.filter(([own]) => own !== name);
  }

  get(name: string): string | null {
    return this.#pairs.find(([own]) => own === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#pairs.filter(([own]) => own === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#pairs.some(([own]) => own === name);
  }

  set(name: string, value: string): void {
    const at = this.#pairs.findIndex(([own]) => own === name);
    this.#pairs = this.#pairs.filter(([own], index) => own !== name || index === at);
    if (at < 0) this.append(name, value);
    else this.#pairs[at] = [name, String(value)];
  }

  *entries(): Generator<[string, string]> {
    for (const [name, value] of this.#pairs) yield [name, value];
  }

  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map((pair) => pair.map(encoded).join('=')).join('&');
  }
}

function pairsOf(query: string): [string, string][] {
  const parts = query.replace(/^\?/, '').split('&');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.includes('=') ? part.indexOf('=') : part.length;
      return [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
    });
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** A URL that can be read, but not changed. */
class ReadableUrl {
  static parse(text: string, base?: string): ReadableUrl | null {
    return ReadableUrl.canParse(text, base) ? new ReadableUrl(text, base) : null;
  }

  static canParse(text: string, base?: string): boolean {
    return partsOf(text, base) !== undefined;
  }

  declare readonly href: string;
  declare readonly search: string;
  readonly searchParams: SearchParams;

  constructor(text: string, base?: string) {
    const parts = partsOf(text, base);
    if (parts === undefined) throw new TypeError('Invalid URL');
    Object.assign(this, JSON.parse(parts));
    this.searchParams = new SearchParams(this.search);
    Object.freeze(this);
  }

  toString(): string {
    return this.href;
  }

  toJSON(): string {
    return this.href;
  }
}

const partsOf = (text: string, base?: string) =>
  host.parseUrl(String(text), base === undefined ? undefined : String(base));

const drop = () => undefined;
const console = { debug: drop, error: drop, info: drop, log: drop, trace: drop, warn: drop };
Object.assign(globalThis, { console, URL: ReadableUrl, URLSearchParams: SearchParams });
