import type { ServerResponse } from 'node:http';

/** The last tokens that a simulated token endpoint issued for a connector. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Whether a call with the token has arrived. The gateway then has received the token and must not lose it. */
  wasUsed: boolean;
}

/** Watches token endpoints, so that a rehearsal knows whether the response to a refresh has reached the gateway. */
export class IssuedTokens {
  readonly #last = new Map<string, IssuedToken>();
  readonly #refused = new Map<string, number>();

  /** The newest tokens of a connector; undefined before the first refresh. */
  lastOf(connector: string): IssuedToken | undefined {
    return this.#last.get(connector);
  }

  /** Number of rejected token requests, such as those with a refresh token that was already used. */
  refusedOf(connector: string): number {
    return this.#refused.get(connector) ?? 0;
  }

  /** Reads the response of a token request as it is sent. */
  watch(connector: string, response: ServerResponse): void {
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.end = ((...parts: unknown[]) => {
      this.#take(connector, response.statusCode, parts[0]);
      return end(...parts);
    }) as typeof response.end;
  }

  /** Records that a call arrived with these headers. */
  arrived(connector: string, headers: Readonly<Record<string, unknown>>): void {
    const last = this.#last.get(connector);
    if (last === undefined || last.wasUsed) return;
    last.wasUsed = Object.values(headers).some((value) => String(value).includes(last.accessToken));
  }

  #take(connector: string, status: number, body: unknown): void {
    if (status !== 200) {
      this.#refused.set(connector, this.refusedOf(connector) + 1);
      return;
    }
    const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(String(body));
    this.#last.set(connector, { accessToken, refreshToken, wasUsed: false });
  }
}
