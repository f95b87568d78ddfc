import type { ControlPlane, Principal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { ApplicationTokenBody } from './schemas.ts';

/** Seconds after which clients of the hosted service request a new token, regardless of the response. */
const longestValidity = 900;

/**
 * Returns the bearer token for a client secret: the secret itself, which is the text of a workspace token. Throws `unauthenticated` if it
 * is not a token, and `forbidden` for the admin token. `onKnown` is called with the token's principal, and may refuse the exchange.
 */
export async function exchangeToken(
  controlPlane: ControlPlane,
  clientSecret: string,
  onKnown: (principal: Principal) => Promise<void>,
): Promise<ApplicationTokenBody> {
  const principal = await controlPlane.tokens.authenticate(clientSecret);
  if (principal === null) {
    throw new GatewayError(
      'unauthenticated',
      'The client secret is not a valid token. Use the text of a workspace token (cty_…) as the client secret.',
    );
  }
  await onKnown(principal);
  if (principal.kind === 'admin') {
    throw new GatewayError(
      'forbidden',
      'The admin token only manages workspaces; use a workspace token as the client secret.',
    );
  }
  const { workspaceId, expiresAt } = principal;
  const left = expiresAt === null ? longestValidity : Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000);
  return {
    access_token: clientSecret,
    token_type: 'bearer',
    expires_in: Math.max(1, Math.min(longestValidity, left)),
    organization_id: workspaceId,
  };
}
