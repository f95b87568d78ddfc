import type { Connector } from '@connectory/connector-sdk';
import { hasConsent } from '@connectory/consent';
import { type OAuthApp, oauthAppNotFound, type Policy, policyAllowsConnection } from '@connectory/control-plane';
import { jsonPointer, nearestName } from '@connectory/core';
import { type FieldError, GatewayError } from '@connectory/errors';
import { type OAuthAppBody, oauthAppChangeSchema } from '@connectory/openapi';
import { type Request, Router } from 'express';
import { originFor, redirectUrlAt } from '../consent/browser-origins.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeWorkspace, policyOf } from '../http/authenticate.ts';
import { installedConnector } from '../http/installed-connector.ts';
import { readBodyAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

const path = '/api/v1/workspaces/:workspace/oauth-apps/:connector';

/** What the application and the consent give; the rest may belong to the application. */
const givenFields = ['access_token', 'refresh_token', 'client_id', 'client_secret'];

/** `/api/v1/workspaces/{workspace}/oauth-apps/{connector}`: applications registered with vendors. Secrets go in and never come out. */
export function oauthAppRoutes({ controlPlane, origins, registry }: GatewayServices): Router {
  const { oauthApps } = controlPlane;
  const router = Router();

  const authorize = async (request: Request<{ workspace: string; connector: string }>) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const connector = installedConnector(registry, request.params.connector);
    requireConnector(policyOf(principal), connector);
    return { id, connector };
  };
  const toBody = (request: Request<object>, app: OAuthApp): OAuthAppBody => {
    const origin = originFor(origins, request);
    return {
      connector: app.connector,
      client_id: app.clientId,
      base_url: app.baseUrl,
      redirect_url: origin === undefined ? null : redirectUrlAt(origin),
      created_at: app.createdAt,
      updated_at: app.updatedAt,
    };
  };

  router.get(path, async (request, response) => {
    const { id, connector } = await authorize(request);
    const app = await oauthApps.find(id, connector.id);
    if (app === null) throw oauthAppNotFound();
    sendJson(request, response, 200, toBody(request, app));
  });

  router.put(path, async (request, response) => {
    const { id, connector } = await authorize(request);
    const body = await readBodyAs(request, oauthAppChangeSchema);
    requireFields(connector, body.credentials ?? {});
    const app = await oauthApps.put(id, connector.id, {
      clientId: body.client_id,
      clientSecret: body.client_secret,
      fields: body.credentials,
      baseUrl: body.base_url,
    });
    sendJson(request, response, 200, toBody(request, app));
  });

  router.delete(path, async (request, response) => {
    const { id, connector } = await authorize(request);
    sendJson(request, response, 200, toBody(request, await oauthApps.delete(id, connector.id)));
  });
  return router;
}

// The application is for all connections of the connector, so a policy that names single ones does not reach it.
function requireConnector(policy: Policy, { id }: Connector): void {
  if (policyAllowsConnection(policy, { connector: id, connection: id })) return;
  throw new GatewayError('forbidden', `The policy of this token does not allow connections of ${id}.`);
}

function requireFields(connector: Connector, given: Readonly<Record<string, string>>): void {
  const consenting = Object.values(connector.upstream.authentication).filter(hasConsent);
  if (consenting.length === 0) {
    const message = 'has no consent page: its accounts are connected with keys';
    throw new GatewayError('invalid_params', `${connector.vendor} ${message}.`, {
      errors: [{ field: '/client_id', message, error_code: 'not_allowed' }],
    });
  }
  const known = consenting.flatMap(({ fields }) => Object.keys(fields)).filter((name) => !givenFields.includes(name));
  const errors = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name): FieldError => {
      const near = nearestName(name, known);
      const field = jsonPointer(['credentials', name]);
      const message = 'is no field that belongs to the application';
      return { field, message, error_code: 'unknown_name', ...(near !== undefined && { did_you_mean: near }) };
    });
  if (errors.length === 0) return;
  const names = known.length === 0 ? 'none' : known.join(', ');
  throw new GatewayError('invalid_params', `credentials may have these fields of an application: ${names}.`, {
    errors,
  });
}
