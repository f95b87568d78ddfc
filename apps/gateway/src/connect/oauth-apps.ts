import type { Connector } from '@connectory/connector-sdk';
import {
  type ControlPlane,
  type OAuthApp,
  oauthAppNotFound,
  type Policy,
  type Principal,
  policyAllowsConnection,
} from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { type FieldError, GatewayError, jsonPointer, nearestName } from '@connectory/errors';
import { hasConsent } from '@connectory/upstream';
import type { Request, Router } from 'express';
import { installedConnector } from '../connections/find-connection.ts';
import { type AccessParts, policyOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { pageById } from '../http/page-by-id.ts';
import { type BrowserOrigins, originFor, redirectUrlAt } from './browser-origins.ts';
import { oauthAppOperations } from './operations.ts';
import type { ConsentConnectorBody, OAuthAppBody } from './schemas.ts';

/** Fields that come from the application and the consent; others may belong to the application. */
const givenFields = ['access_token', 'refresh_token', 'client_id', 'client_secret'];

/** Dependencies of the routes of OAuth applications. */
export interface OAuthAppParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'oauthApps'>;
  readonly registry: Registry;
  readonly origins: BrowserOrigins;
}

/** `/api/v1/workspaces/{workspace}/oauth-apps`, `/{connector}`: applications registered with vendors. Secrets are write-only. */
export function oauthAppRoutes({ controlPlane, origins, registry }: OAuthAppParts): Router {
  const { oauthApps } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  const connectorOf = (principal: Principal, id: string): Connector => {
    const connector = installedConnector(registry, id);
    requireConnector(policyOf(principal), connector);
    return connector;
  };
  const redirectUrlFor = (request: Request<object>): string | null => {
    const origin = originFor(origins, request);
    return origin === undefined ? null : redirectUrlAt(origin);
  };
  const toBody = (request: Request<object>, app: OAuthApp): OAuthAppBody => {
    return {
      connector: app.connector,
      client_id: app.clientId,
      base_url: app.baseUrl,
      redirect_url: redirectUrlFor(request),
      created_at: app.createdAt,
      updated_at: app.updatedAt,
    };
  };

  routes.json(oauthAppOperations.listOAuthApps, async ({ request, workspace, principal, query }) => {
    const policy = policyOf(principal);
    const consenting = registry
      .all()
      .map(({ connector }) => connector)
      .filter((connector) => consentsOf(connector).length > 0 && isUsable(policy, connector));
    const { page, nextCursor } = pageById(consenting, ({ id }) => id, query());
    const apps = await oauthApps.all(workspace.id);
    const data = page.map((connector): ConsentConnectorBody => {
      const app = apps.get(connector.id);
      return {
        connector: connector.id,
        vendor: connector.vendor,
        documentation: connector.upstream.documentation,
        fields: applicationFields(connector),
        redirect_url: redirectUrlFor(request),
        app: app === undefined ? null : toBody(request, app),
      };
    });
    return { data, meta: { next_cursor: nextCursor } };
  });

  routes.json(oauthAppOperations.getOAuthApp, async ({ request, workspace, principal, path }) => {
    const connector = connectorOf(principal, path.connector);
    const app = await oauthApps.find(workspace.id, connector.id);
    if (app === null) throw oauthAppNotFound();
    return toBody(request, app);
  });

  routes.json(oauthAppOperations.putOAuthApp, async ({ request, workspace, principal, path, body }) => {
    const connector = connectorOf(principal, path.connector);
    const { client_id: clientId, client_secret: clientSecret, credentials, base_url: baseUrl } = await body();
    requireFields(connector, credentials ?? {});
    const app = { clientId, clientSecret, fields: credentials, baseUrl };
    return toBody(request, await oauthApps.put(workspace.id, connector.id, app));
  });

  routes.json(oauthAppOperations.deleteOAuthApp, async ({ request, workspace, principal, path }) => {
    const connector = connectorOf(principal, path.connector);
    return toBody(request, await oauthApps.delete(workspace.id, connector.id));
  });
  return routes.router;
}

// The application is used by all connections of the connector, so a policy that names individual connections does not cover it.
const isUsable = (policy: Policy, { id }: Connector) =>
  policyAllowsConnection(policy, { connector: id, connection: id });

function requireConnector(policy: Policy, connector: Connector): void {
  if (isUsable(policy, connector)) return;
  throw new GatewayError('forbidden', `The policy of this token does not allow connections of ${connector.id}.`);
}

const consentsOf = ({ upstream }: Connector) => Object.values(upstream.authentication).filter(hasConsent);

function applicationFields(connector: Connector): ConsentConnectorBody['fields'] {
  const fields = new Map(consentsOf(connector).flatMap((scheme) => Object.entries(scheme.fields)));
  return [...fields]
    .filter(([name]) => !givenFields.includes(name))
    .map(([name, { description, secret, required }]) => ({ name, description, secret, required }));
}

function requireFields(connector: Connector, given: Readonly<Record<string, string>>): void {
  if (consentsOf(connector).length === 0) {
    const message = 'has no consent page: its accounts are connected with keys';
    throw new GatewayError('invalid_params', `${connector.vendor} ${message}.`, {
      errors: [{ field: '/client_id', message, error_code: 'not_allowed' }],
    });
  }
  const known = applicationFields(connector).map(({ name }) => name);
  const errors = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name): FieldError => {
      const near = nearestName(name, known);
      const field = jsonPointer(['credentials', name]);
      const message = 'is not a field of the application';
      return { field, message, error_code: 'unknown_name', ...(near !== undefined && { did_you_mean: near }) };
    });
  if (errors.length === 0) return;
  const names = known.length === 0 ? 'none' : known.join(', ');
  throw new GatewayError('invalid_params', `credentials can have these fields of an application: ${names}.`, {
    errors,
  });
}
