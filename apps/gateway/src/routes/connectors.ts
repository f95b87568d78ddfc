import { listQuerySchema } from '@connectory/openapi';
import { Router } from 'express';
import {
  restrictManifest,
  visibleConnector,
  visibleConnectors,
  visibleEntity,
} from '../discovery/visible-connectors.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate } from '../http/authenticate.ts';
import { readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `GET /api/v1/connectors`, `/{id}` and `/{id}/entities/{entity}`: what is installed, without what the token's policy forbids. */
export function connectorRoutes(services: GatewayServices): Router {
  const { controlPlane } = services;
  const router = Router();
  router.get('/api/v1/connectors', async (request, response) => {
    const principal = await authenticate(controlPlane, request);
    const { limit, cursor } = readQueryAs(request, listQuerySchema);
    const { all: visible } = await visibleConnectors(services, principal);
    const all = visible.map(({ manifest }) => manifest).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const rest = cursor === undefined ? all : all.filter(({ id }) => id > cursor);
    const page = rest.slice(0, limit);
    const next = rest.length > limit ? (page.at(-1)?.id ?? null) : null;
    const data = page.map(({ auth: _auth, settings: _settings, entities: _entities, ...summary }) => summary);
    sendJson(request, response, 200, { data, meta: { next_cursor: next } });
  });

  router.get('/api/v1/connectors/:id', async (request, response) => {
    const visible = await visibleConnectors(services, await authenticate(controlPlane, request));
    const { manifest } = visibleConnector(visible, request.params.id);
    sendJson(request, response, 200, restrictManifest(manifest, visible.allows));
  });

  router.get('/api/v1/connectors/:id/entities/:entity', async (request, response) => {
    const visible = await visibleConnectors(services, await authenticate(controlPlane, request));
    const registered = visibleConnector(visible, request.params.id);
    sendJson(request, response, 200, visibleEntity(registered, request.params.entity, visible.allows));
  });
  return router;
}
