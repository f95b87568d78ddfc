import { Router } from 'express';
import { metadataPaths } from '../mcp/own-address.ts';
import { type ClientRouteParts, oauthClientRoutes, oauthPreflight } from './client-routes.ts';
import { type ConsentParts, consentPages } from './consent-routes.ts';
import { type ClientParts, Clients } from './find-client.ts';
import { authorizationPaths, serverMetadataPaths } from './server-metadata.ts';

/** Dependencies of the authorization server. */
export type AuthorizationParts = ClientParts & Omit<ConsentParts, 'clients'> & Omit<ClientRouteParts, 'clients'>;

/** The authorization server: clients ask people for access, and get tokens of kind `agent`. */
export function authorizationRoutes(services: AuthorizationParts): Router {
  const parts = { ...services, clients: new Clients(services) };
  return Router().use(oauthClientRoutes(parts)).use(consentPages(parts));
}

const { authorize: _page, ...called } = authorizationPaths;

/** Lets pages of any origin call what clients call. It belongs in front of other handlers of OPTIONS. */
export const authorizationPreflight = oauthPreflight([
  ...Object.values(called),
  ...serverMetadataPaths,
  ...metadataPaths,
]);
