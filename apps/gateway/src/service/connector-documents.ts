import type { Registry } from '@connectory/core';
import { GatewayError, nearestName } from '@connectory/errors';
import { type OpenApiDocument, openApi30 } from '@connectory/openapi';
import type { Request, Router } from 'express';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { sendJsonText } from '../http/respond.ts';
import { connectorDocument } from '../operations.ts';
import { serviceOperations } from './operations.ts';

/** Dependencies of the routes of documents. */
export interface DocumentParts {
  readonly controlPlane: AccessParts;
  readonly registry: Registry;
  /** The document served at `/openapi.json`. */
  readonly document: () => OpenApiDocument;
}

/**
 * `GET /openapi/{connector}.json`, and the same below `/openapi/3.0` in the older format: the OpenAPI document of an installed connector,
 * open like `/openapi.json`.
 */
export function connectorDocumentRoutes({ controlPlane, registry, document }: DocumentParts): Router {
  const { getConnectorDocument, getOpenApi30Document, getConnectorOpenApi30Document } = serviceOperations;
  const routes = new OperationRouter(controlPlane);
  // Built on first use: most processes never need one, and it takes some milliseconds.
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
    return new GatewayError('connector_not_found', `This gateway has no connector with that ID.${question}`);
  };

  const idOf = (request: Request) => String(request.params.connector);
  routes.raw(getOpenApi30Document, (request, response) => {
    sendJsonText(request, response, 200, [once('3.0', () => openApi30(document()))]);
  });
  routes.raw(getConnectorOpenApi30Document, (request, response) => {
    const id = idOf(request);
    sendJsonText(request, response, 200, [once(`3.0/${id}`, () => openApi30(documentOf(id)))]);
  });
  routes.raw(getConnectorDocument, (request, response) => {
    const id = idOf(request);
    sendJsonText(request, response, 200, [once(id, () => documentOf(id))]);
  });
  return routes.router;
}
