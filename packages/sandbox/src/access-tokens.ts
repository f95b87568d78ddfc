import { createRandom } from './random.ts';

type TokenKind = 'access_token' | 'refresh_token';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The tokens of one OAuth client. They are numbered and their text follows from the number, so that a sandbox that was restarted
 * still knows the tokens it gave out before. Each refresh token is valid once: using it ends it and those before it.
 */
export class AccessTokens {
  readonly #seed: readonly string[];
  readonly #expired = new Set<string>();
  #nextRefresh = 0;
  #nextAccess = 1;

  constructor(...seed: readonly string[]) {
    this.#seed = seed;
  }

  /** The token a new connection starts with; undefined for fields that are no token. */
  initial(field: string): string | undefined {
    return field === 'access_token' || field === 'refresh_token' ? this.#text(field, 0) : undefined;
  }

  /** True for an access token that was given out and has not expired. */
  isValid(token: string): boolean {
    return this.#numberOf('access_token', token) !== undefined && !this.#expired.has(token);
  }

  /** Makes an access token invalid from now on. */
  expire(token: string): void {
    if (this.isValid(token)) this.#expired.add(token);
  }

  /** A new access token. */
  issue(): string {
    let token: string;
    do token = this.#text('access_token', this.#nextAccess++);
    while (this.#expired.has(token));
    return token;
  }

  /** Exchanges a refresh token for the next one; undefined for one that was used before or never given out. */
  rotate(refreshToken: string): string | undefined {
    const number = this.#numberOf('refresh_token', refreshToken);
    if (number === undefined || number < this.#nextRefresh) return undefined;
    this.#nextRefresh = number + 1;
    this.#nextAccess = Math.max(this.#nextAccess, number + 1);
    return this.#text('refresh_token', this.#nextRefresh);
  }

  #text(kind: TokenKind, number: number): string {
    return `demo-${kind}-${number}-${createRandom(...this.#seed, kind, number).text(24, alphabet)}`;
  }

  #numberOf(kind: TokenKind, token: string): number | undefined {
    const match = /^demo-\w+-(\d{1,9})-\w+$/.exec(token);
    const number = Number(match?.[1]);
    return match !== null && this.#text(kind, number) === token ? number : undefined;
  }
}
