import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import {
  type Connection,
  type ControlPlane,
  type Principal,
  policyAllows,
  type Workspace,
} from '@connectory/control-plane';
import type { ContextCopy, Registry } from '@connectory/core';
import { GatewayError, nearestName } from '@connectory/errors';
import type { Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { noteActor } from '../audit/audit-management.ts';
import { isAllowed, shownConnection } from '../connections/find-connection.ts';
import { restrictManifest } from '../discovery/visible-connectors.ts';
import {
  type AccessParts,
  authenticate,
  authenticateToken,
  authorizeWorkspace,
  policyOf,
} from '../http/authenticate.ts';
import { readQueryAs } from '../http/body.ts';
import type { CallLimiter } from '../http/limits.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { sendJson } from '../http/respond.ts';
import { isAirbyteClient } from './client.ts';
import { airbyteConnections } from './connections.ts';
import { airbyteOperations } from './operations.ts';
import type { ApplicationTokenBody } from './schemas.ts';
import { skillDocs } from './skill-docs.ts';

/** The workspace name that clients of the hosted service send by default. */
const defaultName = 'default';
const short = z.string().min(1).max(64);
const lookupSchema = z.strictObject({
  workspace_name: short.default(defaultName),
  workspace_id: short.optional(),
  definition_id: short.optional(),
});
const workspacesSchema = z.strictObject({
  name_contains: z.string().max(64).default(''),
  limit: z.coerce.number().int().min(1).optional(),
});
const docsSchema = z.strictObject({
  id: z.string().min(1).max(128),
  section: z.string().max(128).optional(),
  workspace_id: short.optional(),
  organization_id: short.optional(),
});
const skillsSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).optional(),
  cursor: z.string().max(512).optional(),
  workspace_id: short.optional(),
  organization_id: short.optional(),
});

const docsPrefix = 'connector-source:';
/** The prefix the SDK's own examples use for the section of an entity. */
const sectionPrefix = 'entity:';

/** Dependencies of the routes for existing clients of the hosted service. */
export interface AirbyteParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly callLimiter: CallLimiter;
}

/**
 * The routes existing clients of the hosted service need in addition to execute (spec/drop-in.md): the exchange of a client secret and, for
 * requests of such clients, lookups in the shape they read. Mounted before the routes with the same paths.
 */
export function airbyteRoutes(services: AirbyteParts): Router {
  const { callLimiter, controlPlane } = services;
  const routes = new OperationRouter(controlPlane);
  const { router } = routes;
  routes.json(airbyteOperations.exchangeApplicationToken, async ({ request, response, body }) => {
    const { client_secret: clientSecret } = await body();
    return exchangeToken(controlPlane, clientSecret, async (principal) => {
      // The limits could not attribute this request, because its token is not in a header.
      await callLimiter.count(principal, response);
      noteActor(request, principal);
    });
  });
  router.get('/api/v1/integrations/connectors', forAgents(connectionsResponse(services)));
  router.get('/api/v1/integrations/connectors/:id/inspect', forAgents(inspectResponse(services)));
  router.get('/api/v1/skills', forAgents(skillsResponse(services)));
  router.get('/api/v1/skills/docs', forAgents(docsResponse(services)));
  router.get('/api/v1/workspaces', forAgents(workspacesResponse(services)));
  router.get('/api/v1/workspaces/:workspace', forAgents(workspaceResponse(services)));
  return router;
}

type Response = (request: Request) => Promise<object>;

function forAgents(reply: Response): RequestHandler {
  return async (request, response, next) => {
    if (isAirbyteClient(request)) sendJson(request, response, 200, await reply(request));
    else next();
  };
}

function connectionsResponse({ controlPlane, registry }: AirbyteParts): Response {
  return async (request) => {
    const principal = await authenticate(controlPlane, request);
    const query = readQueryAs(request, lookupSchema);
    const { workspace_id: name = query.workspace_name, definition_id: definitionId } = query;
    // A token belongs to one workspace, so its default workspace can only be that one.
    const named = principal.kind === 'token' && name === defaultName ? principal.workspaceId : name;
    const workspace = await authorizeWorkspace(controlPlane, request, named, 'use');
    return { data: await airbyteConnections(controlPlane, registry, policyOf(principal), workspace, definitionId) };
  };
}

function inspectResponse(services: AirbyteParts): Response {
  return async (request) => {
    const { connection, warnings } = await describeConnection(services, request, String(request.params.id));
    const { id, name, connector } = connection;
    return { id, connector_id: id, name, connector, docs_skill_id: `${docsPrefix}${id}`, warnings };
  };
}

// There are none: the documentation of a connection has an ID of its own, which `inspect` names.
function skillsResponse({ controlPlane }: AirbyteParts): Response {
  return async (request) => {
    await authenticateToken(controlPlane, request);
    readQueryAs(request, skillsSchema);
    return { data: [], next_cursor: null };
  };
}

function docsResponse(services: AirbyteParts): Response {
  return async (request) => {
    const { id, section = '' } = readQueryAs(request, docsSchema);
    const { manifest, warnings } = await describeConnection(services, request, id.slice(docsPrefix.length));
    const named = section.startsWith(sectionPrefix) ? section.slice(sectionPrefix.length) : section;
    const entity = manifest.entities.find(({ name }) => name === named);
    if (section !== '' && entity === undefined) throw unknownSection(named, manifest.entities);
    return skillDocs(id, manifest, warnings, entity);
  };
}

function unknownSection(section: string, entities: readonly { readonly name: string }[]): GatewayError {
  const near = nearestName(
    section,
    entities.map(({ name }) => name),
  );
  const hint = near === undefined ? 'Request the documentation without a section first.' : `Did you mean "${near}"?`;
  return new GatewayError('not_found', `There is no section with that name. ${hint}`);
}

function workspacesResponse({ controlPlane }: AirbyteParts): Response {
  return async (request) => {
    const { workspaceId } = await authenticateToken(controlPlane, request);
    const { name_contains: part } = readQueryAs(request, workspacesSchema);
    const own = await controlPlane.workspaces.find(workspaceId);
    const name = own === null ? undefined : nameOf(own, part.toLowerCase());
    if (own === null || name === undefined) return { data: [], next: null };
    return { data: [{ ...workspaceBody(own), name }], next: null };
  };
}

function workspaceResponse({ controlPlane }: AirbyteParts): Response {
  return async (request) => {
    const principal = await authenticateToken(controlPlane, request);
    const named = String(request.params.workspace);
    const id = named === defaultName ? principal.workspaceId : named;
    return workspaceBody(await authorizeWorkspace(controlPlane, request, id, 'use'));
  };
}

const workspaceBody = ({ id, name, createdAt }: Workspace) => ({ id, name, status: 'active', created_at: createdAt });

// Clients look for the name they requested, and every workspace is the default one of its tokens.
function nameOf({ name }: Workspace, part: string): string | undefined {
  if (name.includes(part)) return name;
  return part === defaultName ? defaultName : undefined;
}

/** A connection, with what a token can use of its connector. */
interface DescribedConnection {
  readonly connection: Connection;
  readonly manifest: ConnectorManifest;
  /** Warnings about the state and the limitations of the connection. */
  readonly warnings: readonly string[];
}

/**
 * Describes a connection in the workspace of the token that sends the request. Throws `unauthenticated`, `forbidden` for the admin token,
 * and `connector_not_found`, also for a connection the token's policy forbids.
 */
async function describeConnection(
  { controlPlane, registry, copy }: AirbyteParts,
  request: Request,
  id: string,
): Promise<DescribedConnection> {
  const principal = await authenticateToken(controlPlane, request);
  const connection = await controlPlane.connections.get(principal.workspaceId, id);
  const registered = connection === null ? undefined : registry.get(connection.connector);
  if (connection === null || registered === undefined || !isAllowed(principal.policy, connection)) {
    throw new GatewayError(
      'connector_not_found',
      'The workspace has no connection with that id. List its connections.',
    );
  }
  const manifest = restrictManifest(registered.manifest, (action) =>
    policyAllows(principal.policy, { ...action, connection: connection.name }),
  );
  return {
    connection,
    manifest,
    warnings: warningsOf(shownConnection(connection, principal.policy), copy !== undefined),
  };
}

function warningsOf({ state, stateReason }: Connection, isHosted: boolean): string[] {
  const warnings: string[] = [];
  if (state !== 'active') warnings.push(`The connection is ${state}${stateReason === null ? '' : `: ${stateReason}`}.`);
  if (!isHosted) warnings.push('This gateway keeps no copies, so context_store_search is not available.');
  return warnings;
}

/** Seconds after which clients of the hosted service request a new token, regardless of the response. */
const maxValidity = 900;

/**
 * Returns the bearer token for a client secret: the secret itself, which is the text of a workspace token. Throws `unauthenticated` if it
 * is not a token, and `forbidden` for the admin token. `onKnown` is called with the token's principal, and may refuse the exchange.
 */
async function exchangeToken(
  controlPlane: Pick<ControlPlane, 'tokens'>,
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
  const left = expiresAt === null ? maxValidity : Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000);
  return {
    access_token: clientSecret,
    token_type: 'bearer',
    expires_in: Math.max(1, Math.min(maxValidity, left)),
    organization_id: workspaceId,
  };
}
