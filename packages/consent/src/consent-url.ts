import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import { type ConsentTarget, endpointsOf } from './consent-target.ts';

/** What binds one trip to the vendor together: the state its answer brings back, and the verifier its code is exchanged with. */
export interface Attempt {
  readonly state: string;
  readonly verifier: string;
}

/** A new attempt, of 32 random bytes each. */
export const newAttempt = (): Attempt => ({ state: generateRandomState(), verifier: generateRandomCodeVerifier() });

/** Where a person goes to consent. Throws `invalid_params` when the settings lead nowhere. */
export async function consentUrl(
  target: ConsentTarget,
  { state, verifier }: Attempt,
  redirectUrl: string,
): Promise<URL> {
  const { declared, consentPage: url, client } = endpointsOf(target);
  const { params, scopes, scopeSeparator, pkce } = declared.authorization;
  const query: Record<string, string> = {
    ...params,
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUrl,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(scopeSeparator) }),
    ...(pkce && { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
