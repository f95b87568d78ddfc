import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { type Policy, type Principal, policyAllows } from '@connectory/control-plane';
import { nearestName } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { listQuerySchema } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate } from '../http/authenticate.ts';
import { readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `GET /api/v1/connectors` and `/api/v1/connectors/{id}`: what is installed, without what the token's policy forbids. */
export function connectorRoutes({ controlPlane, registry }: GatewayServices): Router {
  const router = Router();
  const visible = async (principal: Principal): Promise<readonly ConnectorManifest[]> => {
    const manifests = registry.all().map(({ manifest }) => manifest);
    if (principal.kind === 'admin') return manifests;
    const { policy, workspaceId } = principal;
    const named =
      policy.connectors === undefined
        ? []
        : (await controlPlane.connections.list(workspaceId, { limit: 1_000, policy })).items;
    return manifests
      .map((manifest) => {
        const ownNames = named.filter(({ connector }) => connector === manifest.id).map(({ name }) => name);
        return restrictManifest(manifest, policy, [manifest.id, ...ownNames]);
      })
      .filter(({ entities }) => entities.length > 0);
  };

  router.get('/api/v1/connectors', async (request, response) => {
    const principal = await authenticate(controlPlane, request);
    const { limit, cursor } = readQueryAs(request, listQuerySchema);
    const all = (await visible(principal)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const rest = cursor === undefined ? all : all.filter(({ id }) => id > cursor);
    const page = rest.slice(0, limit);
    const next = rest.length > limit ? (page.at(-1)?.id ?? null) : null;
    const data = page.map(({ auth: _auth, settings: _settings, entities: _entities, ...summary }) => summary);
    sendJson(request, response, 200, { data, meta: { next_cursor: next } });
  });

  router.get('/api/v1/connectors/:id', async (request, response) => {
    const shown = await visible(await authenticate(controlPlane, request));
    const manifest = shown.find(({ id }) => id === request.params.id);
    if (manifest === undefined) {
      const near = nearestName(
        request.params.id,
        shown.map(({ id }) => id),
      );
      const question = near === undefined ? '' : ` Did you mean "${near}"?`;
      throw new GatewayError('connector_not_found', `This gateway has no connector of that id.${question}`);
    }
    sendJson(request, response, 200, manifest);
  });
  return router;
}

/** What a manifest shows to a token: entities and actions its policy allows. `names` are those its policy may call the connector by. */
export function restrictManifest(
  manifest: ConnectorManifest,
  policy: Policy,
  names: readonly string[],
): ConnectorManifest {
  const entities = manifest.entities.flatMap((entity) => {
    const actions = entity.actions.filter(({ action, effect }) =>
      names.some((connection) =>
        policyAllows(policy, { connector: manifest.id, connection, entity: entity.name, action, effect }),
      ),
    );
    return actions.length === 0 ? [] : [{ ...entity, actions }];
  });
  return { ...manifest, entities };
}
