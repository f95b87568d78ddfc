import { createHash, randomBytes } from 'node:crypto';

/** What a code was given for, and what must be shown to exchange it. */
export interface ConsentedRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The S256 challenge; undefined where none was sent. */
  readonly challenge: string | undefined;
}

/** What comes with a code. */
export interface ShownCode {
  readonly code: unknown;
  readonly clientId: unknown;
  readonly redirectUri: unknown;
  readonly verifier: unknown;
}

const lifetimeMilliseconds = 60_000;
const mostCodes = 10_000;

/** The authorization codes of one OAuth client: each is valid once, for a minute, and for the request it was issued to. */
export class ConsentCodes {
  readonly #given = new Map<string, ConsentedRequest & { readonly endsAt: number }>();

  /** A new code for a request that was allowed. */
  give(request: ConsentedRequest): string {
    const [oldest] = this.#given.keys();
    if (this.#given.size >= mostCodes && oldest !== undefined) this.#given.delete(oldest);
    const code = `demo-code-${randomBytes(16).toString('hex')}`;
    this.#given.set(code, { ...request, endsAt: Date.now() + lifetimeMilliseconds });
    return code;
  }

  /**
   * Redeems a code. Returns the reason if it is rejected; undefined if it is valid. A code is used up by its first request, even a wrong
   * one.
   */
  take({ code, clientId, redirectUri, verifier }: ShownCode): string | undefined {
    const given = this.#given.get(String(code));
    if (given === undefined) return 'The code is unknown, or was used before.';
    this.#given.delete(String(code));
    if (Date.now() > given.endsAt) return 'The code has expired.';
    if (clientId !== given.clientId) return 'The code was given to another client.';
    if (redirectUri !== given.redirectUri) return 'The redirect_uri is not that of the consent.';
    if (given.challenge === undefined) return verifier === undefined ? undefined : 'There was no code_challenge.';
    return challengeOf(verifier) === given.challenge ? undefined : 'The code_verifier does not fit the code_challenge.';
  }
}

const challengeOf = (verifier: unknown) =>
  typeof verifier === 'string' && /^[\w.~-]{43,128}$/.test(verifier)
    ? createHash('sha256').update(verifier).digest('base64url')
    : undefined;
