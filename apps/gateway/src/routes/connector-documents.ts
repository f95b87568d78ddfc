import { nearestName } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { connectorDocument } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { sendJsonText } from '../http/send-json.ts';

/** `GET /openapi/{connector}.json`: the OpenAPI document of an installed connector, open like `/openapi.json`. */
export function connectorDocumentRoutes({ registry }: GatewayServices): Router {
  const router = Router();
  // Made when first asked for: most processes are asked for none, and making one takes some milliseconds.
  const texts = new Map<string, Buffer>();

  const textOf = (id: string): Buffer => {
    const known = texts.get(id);
    if (known !== undefined) return known;
    const registered = registry.get(id);
    if (registered === undefined) throw unknownConnector(id);
    const text = Buffer.from(JSON.stringify(connectorDocument(registered.connector)));
    texts.set(id, text);
    return text;
  };

  const unknownConnector = (id: string): GatewayError => {
    const near = nearestName(
      id,
      registry.all().map(({ connector }) => connector.id),
    );
    const question = near === undefined ? '' : ` Did you mean "${near}"?`;
    return new GatewayError('connector_not_found', `This gateway has no connector of that id.${question}`);
  };

  router.get('/openapi/:connector.json', (request, response) => {
    sendJsonText(request, response, 200, [textOf(request.params.connector)]);
  });
  return router;
}
