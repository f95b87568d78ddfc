import { nearestName } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { connectorDocument, type OpenApiDocument, openApi30 } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { sendJsonText } from '../http/send-json.ts';

/**
 * `GET /openapi/{connector}.json`, and the same below `/openapi/3.0` in the older form: the OpenAPI document of an installed connector,
 * open like `/openapi.json`.
 */
export function connectorDocumentRoutes({ registry, document }: GatewayServices): Router {
  const router = Router();
  // Made when first asked for: most processes are asked for none, and making one takes some milliseconds.
  const texts = new Map<string, Buffer>();
  const once = (name: string, make: () => unknown): Buffer => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = Buffer.from(JSON.stringify(make()));
    texts.set(name, text);
    return text;
  };
  const documentOf = (id: string): OpenApiDocument => {
    const registered = registry.get(id);
    if (registered === undefined) throw unknownConnector(id);
    return connectorDocument(registered.connector);
  };

  const unknownConnector = (id: string): GatewayError => {
    const near = nearestName(
      id,
      registry.all().map(({ connector }) => connector.id),
    );
    const question = near === undefined ? '' : ` Did you mean "${near}"?`;
    return new GatewayError('connector_not_found', `This gateway has no connector of that id.${question}`);
  };

  router.get('/openapi/3.0.json', (request, response) => {
    sendJsonText(request, response, 200, [once('3.0', () => openApi30(document))]);
  });
  router.get('/openapi/3.0/:connector.json', (request, response) => {
    const { connector } = request.params;
    sendJsonText(request, response, 200, [once(`3.0/${connector}`, () => openApi30(documentOf(connector)))]);
  });
  router.get('/openapi/:connector.json', (request, response) => {
    const { connector } = request.params;
    sendJsonText(request, response, 200, [once(connector, () => documentOf(connector))]);
  });
  return router;
}
