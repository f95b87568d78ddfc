import { randomInt } from 'node:crypto';
import { createRandom } from './random.ts';

type TokenKind = 'access_token' | 'refresh_token';

/** A token in parts: the consent it came from, and its number among the tokens of that consent. */
interface Numbered {
  readonly consent: number;
  readonly number: number;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const maxConsents = 2 ** 31;

/** Initial tokens of a connection without a consent. */
const first = 0;

/**
 * The tokens of one OAuth client. They are numbered per consent and derived from the number, so that a restarted sandbox still accepts
 * tokens it issued before. Each refresh token is valid once: using it invalidates it and all earlier ones.
 */
export class AccessTokens {
  readonly #seed: readonly string[];
  readonly #expired = new Set<string>();
  readonly #nextRefresh = new Map<number, number>();
  readonly #nextAccess = new Map<number, number>();

  constructor(...seed: readonly string[]) {
    this.#seed = seed;
  }

  /** The token a new connection starts with; undefined for fields that are no token. */
  initial(field: string): string | undefined {
    return field === 'access_token' || field === 'refresh_token'
      ? this.#text(field, { consent: first, number: 0 })
      : undefined;
  }

  /** The tokens of a new consent. Those of other consents stay as they are. */
  grant(): { readonly accessToken: string; readonly refreshToken: string } {
    const consent = randomInt(first + 1, maxConsents);
    return {
      accessToken: this.#issue(consent),
      refreshToken: this.#text('refresh_token', { consent, number: 0 }),
    };
  }

  /** True for an access token that was given out and has not expired. */
  isValid(token: string): boolean {
    return this.#read('access_token', token) !== undefined && !this.#expired.has(token);
  }

  /** Makes an access token invalid from now on. */
  expire(token: string): void {
    if (this.isValid(token)) this.#expired.add(token);
  }

  /** A new access token for the client itself, without consent. */
  issue(): string {
    return this.#issue(first);
  }

  /** Exchanges a refresh token for new tokens; undefined for one that was used before or never given out. */
  rotate(refreshToken: string): { readonly accessToken: string; readonly refreshToken: string } | undefined {
    const read = this.#read('refresh_token', refreshToken);
    if (read === undefined) return undefined;
    const { consent, number } = read;
    if (number < (this.#nextRefresh.get(consent) ?? 0)) return undefined;
    this.#nextRefresh.set(consent, number + 1);
    this.#nextAccess.set(consent, Math.max(this.#nextAccess.get(consent) ?? 1, number + 1));
    return {
      accessToken: this.#issue(consent),
      refreshToken: this.#text('refresh_token', { consent, number: number + 1 }),
    };
  }

  #issue(consent: number): string {
    let token: string;
    do {
      const number = this.#nextAccess.get(consent) ?? 1;
      this.#nextAccess.set(consent, number + 1);
      token = this.#text('access_token', { consent, number });
    } while (this.#expired.has(token));
    return token;
  }

  #text(kind: TokenKind, { consent, number }: Numbered): string {
    const place = consent === first ? [number] : [consent, number];
    return `demo-${kind}-${place.join('-')}-${createRandom(...this.#seed, kind, ...place).text(24, alphabet)}`;
  }

  #read(kind: TokenKind, token: string): Numbered | undefined {
    const match = /^demo-\w+?-(?:(\d{1,10})-)?(\d{1,9})-\w+$/.exec(token);
    if (match === null) return undefined;
    const read = { consent: Number(match[1] ?? first), number: Number(match[2]) };
    return this.#text(kind, read) === token ? read : undefined;
  }
}
