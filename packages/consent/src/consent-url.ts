import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import { type ConsentTarget, endpointsOf } from './consent-target.ts';

/** Values that bind one trip to the vendor: the state that its response returns, and the verifier for exchanging its code. */
export interface Attempt {
  readonly state: string;
  readonly verifier: string;
}

/** A new attempt, of 32 random bytes each. */
export const newAttempt = (): Attempt => ({ state: generateRandomState(), verifier: generateRandomCodeVerifier() });

/** The URL of the consent page. Throws `invalid_params` if the settings do not result in a valid URL. */
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
