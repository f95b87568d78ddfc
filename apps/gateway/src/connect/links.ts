import type { IncomingMessage } from 'node:http';
import type { ConnectLink, ControlPlane, Principal } from '@connectory/control-plane';
import { type Registry, validSettings } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { BodyOf, ResponseOf } from '@connectory/openapi';
import { hasConsent } from '@connectory/upstream';
import type { Router } from 'express';
import { installedConnector, isAllowed, requireAllowed } from '../connections/find-connection.ts';
import { type AccessParts, policyOf, tokenIdOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { type BrowserOrigins, mayReturnTo, originFor } from './browser-origins.ts';
import { linkAuthentication, requireSamePlace } from './link-inputs.ts';
import { connectLinkOperations } from './operations.ts';
import type { ConnectLinkBody } from './schemas.ts';
import { makerOf } from './usable-link.ts';

/** What links are made with. */
export interface LinkMakingParts {
  readonly controlPlane: Pick<ControlPlane, 'connections' | 'connectLinks' | 'oauthApps'>;
  readonly registry: Registry;
  readonly origins: BrowserOrigins;
}

/** Dependencies of the routes of connect links. */
export interface ConnectLinkParts extends LinkMakingParts {
  readonly controlPlane: AccessParts & LinkMakingParts['controlPlane'];
}

/** `/api/v1/workspaces/{workspace}/connect-links`: links with which people connect accounts. A URL is shown once. */
export function connectLinkRoutes({ controlPlane, origins, registry }: ConnectLinkParts): Router {
  const { connectLinks } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  routes.json(connectLinkOperations.createConnectLink, async ({ request, workspace: { id }, principal, body }) =>
    createLink({ controlPlane, origins, registry }, request, { id, principal }, await body()),
  );
  routes.json(connectLinkOperations.listConnectLinks, async ({ workspace, principal, query }) => {
    const page = await connectLinks.listOpen(workspace.id, { ...query(), policy: policyOf(principal) });
    const links = await Promise.all(page.items.map((link) => linkBody(controlPlane, link)));
    return { data: links.filter(({ state }) => state === 'open'), meta: { next_cursor: page.nextCursor } };
  });

  routes.json(connectLinkOperations.getConnectLink, async ({ workspace, principal, path }) =>
    linkBody(controlPlane, await linkOf(controlPlane, workspace.id, path.id, principal)),
  );

  routes.json(connectLinkOperations.revokeConnectLink, async ({ workspace, principal, path }) => {
    const link = await linkOf(controlPlane, workspace.id, path.id, principal);
    await connectLinks.revoke(workspace.id, link.id);
    return linkBody(controlPlane, (await connectLinks.get(workspace.id, link.id)) ?? link);
  });
  return routes.router;
}

/** Makes a link, as far as the policy of its maker allows it. Throws what the creation of a link documents. */
export async function createLink(
  { controlPlane: { connections, connectLinks, oauthApps }, origins, registry }: LinkMakingParts,
  request: IncomingMessage,
  { id, principal }: { readonly id: ConnectLink['workspaceId']; readonly principal: Principal },
  body: BodyOf<typeof connectLinkOperations.createConnectLink>,
): Promise<ResponseOf<typeof connectLinkOperations.createConnectLink>> {
  const connector = installedConnector(registry, body.connector);
  const policy = policyOf(principal);
  const origin = originFor(origins, request);
  if (origin === undefined) throw originUnknown();
  if (body.return_url !== undefined && !mayReturnTo(origins, origin, body.return_url)) throw returnForbidden();
  const again =
    body.connection_id === undefined ? null : await connections.get(id, body.connection_id, { fresh: true });
  if (body.connection_id !== undefined && (again === null || !isAllowed(policy, again))) throw connectionUnknown();
  if (again !== null && again.connector !== connector.id) throw otherConnector(again.connector);
  const name = again?.name ?? body.name ?? connector.id;
  requireAllowed(policy, { connector: connector.id, name });
  if (again === null && (await connections.findByName(id, name)) !== null) throw nameTaken();
  const app = await oauthApps.find(id, connector.id);
  const authentication = linkAuthentication(connector, body.authentication ?? again?.authentication, app);
  const given = { ...(again?.settings ?? body.settings) };
  const consents = hasConsent(connector.upstream.authentication[authentication]);
  if (consents && app?.baseUrl && again === null) given.base_url ??= app.baseUrl;
  if (consents && app !== null) requireSamePlace(connector, app, given);
  const fixed = await validSettings(connector, given, Object.keys(connector.upstream.settings.shape));
  const { link, token } = await connectLinks.create(id, {
    makerId: tokenIdOf(principal),
    connector: connector.id,
    connectionId: again?.id,
    name,
    // Defaults are not fixed: the page lets the person choose.
    settings: Object.fromEntries(Object.entries(fixed).filter(([setting]) => Object.hasOwn(given, setting))),
    authentication,
    returnUrl: body.return_url,
    expiresInSeconds: body.expires_in,
  });
  return { id: link.id, url: `${origin}/connect/${token.reveal()}`, expires_at: link.expiresAt };
}

/** A link of the workspace that the policy of the principal allows. Throws `not_found`. */
export async function linkOf(
  { connectLinks }: Pick<ControlPlane, 'connectLinks'>,
  workspaceId: ConnectLink['workspaceId'],
  id: string,
  principal: Principal,
): Promise<ConnectLink> {
  const link = await connectLinks.get(workspaceId, id);
  if (link === null || !isAllowed(policyOf(principal), link)) throw linkUnknown();
  return link;
}

/** A link as the API shows it. */
export async function linkBody(
  controlPlane: Pick<ControlPlane, 'tokens'>,
  link: ConnectLink,
): Promise<ConnectLinkBody> {
  return {
    id: link.id,
    state: await stateOf(controlPlane, link),
    connector: link.connector,
    authentication: link.authentication,
    name: link.name,
    connection_id: link.connectionId,
    connections: [...link.made],
    last_problem: link.problem,
    return_url: link.returnUrl,
    created_by: link.makerId,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    used_at: link.usedAt,
  };
}

async function stateOf(
  controlPlane: Pick<ControlPlane, 'tokens'>,
  link: ConnectLink,
): Promise<ConnectLinkBody['state']> {
  if (link.usedAt !== null) return 'connected';
  if (link.revokedAt !== null) return 'revoked';
  if (Date.parse(link.expiresAt) <= Date.now()) return 'expired';
  return (await makerOf(controlPlane, link)) === null ? 'revoked' : 'open';
}

const originUnknown = () =>
  new GatewayError('conflict', 'This gateway does not know its public address. Set CONNECTORY_PUBLIC_URL.');

const linkUnknown = () => new GatewayError('not_found', 'The workspace has no connect link with that id.');

const connectionUnknown = () =>
  new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');

const nameTaken = () =>
  new GatewayError(
    'conflict',
    'The workspace already has a connection with that name. Choose another name, or send its connection_id to connect it again.',
  );

function otherConnector(connector: string): GatewayError {
  const message = `is not the connector of that connection, which is ${connector}`;
  return new GatewayError('invalid_params', `connector ${message}.`, {
    errors: [{ field: '/connector', message, error_code: 'not_allowed' }],
  });
}

function returnForbidden(): GatewayError {
  const message = 'must have an origin of CONNECTORY_RETURN_ORIGINS, or that of the gateway';
  return new GatewayError('invalid_params', `return_url ${message}.`, {
    errors: [{ field: '/return_url', message, error_code: 'not_allowed' }],
  });
}
