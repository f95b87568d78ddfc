import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { hasConsent } from '@connectory/upstream';
import { linkAuthentication, requireSamePlace } from './link-inputs.ts';

/** Dependencies of links that the gateway makes itself. */
export interface ReconnectLinkParts {
  readonly controlPlane: Pick<ControlPlane, 'connectLinks' | 'oauthApps'>;
  readonly registry: Registry;
  /** The origin at which browsers reach the gateway. */
  readonly origin: string | undefined;
}

/** A link with which a person can connect an account again, as events show it. */
export interface ReconnectLink {
  readonly url: string;
  readonly expires_at: string;
}

const lifetimeSeconds = 24 * 60 * 60;

/**
 * Makes a link with which a person can connect the account of a connection again, on behalf of the token that made it. Null if the gateway
 * does not know its public address, or no link can be made for the connection now.
 */
export async function reconnectLink(
  { controlPlane: { connectLinks, oauthApps }, registry, origin }: ReconnectLinkParts,
  { id, workspaceId, connector: connectorId, name, settings, authentication: named }: Connection,
  makerId: string | null,
): Promise<ReconnectLink | null> {
  const connector = registry.get(connectorId)?.connector;
  if (origin === undefined || connector === undefined) return null;
  try {
    const app = await oauthApps.find(workspaceId, connectorId);
    const authentication = linkAuthentication(connector, named, app);
    const consents = hasConsent(connector.upstream.authentication[authentication]);
    if (consents && app !== null) requireSamePlace(connector, app, settings);
    const { link, token } = await connectLinks.create(workspaceId, {
      makerId,
      connector: connectorId,
      connectionId: id,
      name,
      settings,
      authentication,
      expiresInSeconds: lifetimeSeconds,
    });
    return { url: `${origin}/connect/${token.reveal()}`, expires_at: link.expiresAt };
  } catch (error) {
    if (GatewayError.is(error, 'invalid_params') || GatewayError.is(error, 'conflict')) return null;
    throw error;
  }
}
