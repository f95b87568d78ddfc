import type { ConnectorEvents } from '@connectory/connector-sdk';
import type { Connection, EventEndpoint } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { type EventEndpointBody, eventOperations } from '@connectory/openapi';
import type { Router } from 'express';
import { originFor } from '../consent/browser-origins.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { findConnection } from '../http/find-connection.ts';
import { installedConnector } from '../http/installed-connector.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requireHosted } from '../http/require-hosted.ts';

/** `/api/v1/workspaces/{workspace}/connections/{id}/events`: where the vendor of a connection sends events. */
export function eventRoutes({ controlPlane, copy, origins, registry }: GatewayServices): Router {
  const { eventEndpoints } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  const eventsOf = ({ connector }: Connection): ConnectorEvents => {
    requireHosted(copy);
    const { events, vendor } = installedConnector(registry, connector);
    if (events !== undefined) return events;
    throw new GatewayError('not_found', `No events of ${vendor} are used. Its copies are right after each pass.`);
  };

  routes.json(eventOperations.getEventEndpoint, async (call) => {
    const { connection } = await findConnection(controlPlane, call);
    const events = eventsOf(connection);
    const endpoint = await eventEndpoints.get(connection.workspaceId, connection.id);
    return toBody(endpoint, events, originFor(origins, call.request));
  });

  routes.json(eventOperations.putEventEndpoint, async (call) => {
    const { connection } = await findConnection(controlPlane, call);
    const events = eventsOf(connection);
    const { secret, new_url: newUrl } = await call.body();
    if (events.signature.kind === 'url' && typeof secret === 'string') throw nothingSigned();
    const change = { newUrl, ...(secret !== undefined && { secret }) };
    const endpoint = await eventEndpoints.change(connection.workspaceId, connection.id, change);
    return toBody(endpoint, events, originFor(origins, call.request));
  });
  return routes.router;
}

const nothingSigned = () =>
  new GatewayError('invalid_params', 'The vendor signs no events: its URL is the secret. Omit "secret".');

function toBody(
  { connectionId, urlSecret, secret, received, repeated, refused, applied, lastReceivedAt }: EventEndpoint,
  { documentation, entities, signature, secret: description }: ConnectorEvents,
  origin: string | undefined,
): EventEndpointBody {
  return {
    url: origin === undefined ? null : `${origin}/events/${connectionId}/${urlSecret.reveal()}`,
    documentation,
    entities: [...entities],
    secret_description: description ?? null,
    state: signature.kind === 'url' || secret !== null ? 'ready' : 'secret_missing',
    received,
    repeated,
    refused,
    applied,
    last_received_at: lastReceivedAt,
  };
}
