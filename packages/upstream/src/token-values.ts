const longestLifetimeSeconds = 10 * 365 * 24 * 60 * 60;

/** The credential with the expiry of the access token: an ISO time, or the empty string if unknown. */
export const expiryField = 'access_token_expires_at';

/** The credentials in a token response; undefined if it has no access token. */
export function tokenValues(answer: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime } = answer;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  // The empty text replaces the expiry of the token before, where the new one has none.
  const values: Record<string, string> = { access_token: accessToken, [expiryField]: expiryOf(lifetime) };
  if (typeof refreshToken === 'string' && refreshToken !== '') values.refresh_token = refreshToken;
  return values;
}

function expiryOf(lifetime: unknown): string {
  const seconds = typeof lifetime === 'string' && lifetime !== '' ? Number(lifetime) : lifetime;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return '';
  return new Date(Date.now() + Math.min(Math.max(seconds, 0), longestLifetimeSeconds) * 1000).toISOString();
}
