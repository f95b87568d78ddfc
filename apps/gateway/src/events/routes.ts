import type { ConnectorEvents, EventRegistration } from '@connectory/connector-sdk';
import { effectOf } from '@connectory/connector-sdk/engine';
import {
  type Connection,
  type ControlPlane,
  type EventEndpoint,
  type Policy,
  policyAllows,
} from '@connectory/control-plane';
import type { ContextCopy, Executor, Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { findConnection, installedConnector } from '../connections/find-connection.ts';
import type { AccessParts } from '../http/authenticate.ts';
import { type OperationCall, OperationRouter } from '../http/operation-router.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { EventRegistrar, type RegistrationOutcome, type RegistrationRequest } from './event-registrar.ts';
import { eventUrl } from './event-url.ts';
import { eventOperations } from './operations.ts';
import type { EventEndpointBody } from './schemas.ts';

/** Dependencies of the routes of event endpoints. */
export interface EventParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'eventEndpoints' | 'leases'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
  readonly origins: BrowserOrigins;
  readonly registry: Registry;
}

/** `/api/v1/workspaces/{workspace}/connections/{id}/events`: the URL to which the vendor of a connection sends events. */
export function eventRoutes(services: EventParts): Router {
  const { controlPlane, copy, origins, registry } = services;
  const { eventEndpoints } = controlPlane;
  const routes = new OperationRouter(controlPlane);
  const registrar = new EventRegistrar(services);

  const eventsOf = ({ connector }: Connection): ConnectorEvents => {
    requireHosted(copy);
    const { events, vendor } = installedConnector(registry, connector);
    if (events !== undefined) return events;
    throw new GatewayError('not_found', `No events of ${vendor} are used. Only passes update its copies.`);
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

  const requestOf = async (
    call: OperationCall<typeof eventOperations.registerEventEndpoint | typeof eventOperations.unregisterEventEndpoint>,
  ): Promise<RegistrationRequest> => {
    const { connection, policy } = await findConnection(controlPlane, call);
    const events = eventsOf(connection);
    const registration = requireRegistration(events);
    requireWebhooks(policy, connection, registration);
    return { connection, events, registration, origin: requireOrigin(originFor(origins, call.request)) };
  };

  const outcomeOf = async ({ connection, events }: RegistrationRequest, outcome: RegistrationOutcome) => {
    const { secret } = await eventEndpoints.get(connection.workspaceId, connection.id);
    return { ...outcome, state: stateOf(events, secret) };
  };

  routes.json(eventOperations.registerEventEndpoint, async (call) => {
    const request = await requestOf(call);
    const { each } = await call.body();
    return outcomeOf(request, await registrar.register({ ...request, each }));
  });

  routes.json(eventOperations.unregisterEventEndpoint, async (call) => {
    const request = await requestOf(call);
    return outcomeOf(request, await registrar.unregister(request));
  });
  return routes.router;
}

function requireRegistration({ registration }: ConnectorEvents): EventRegistration {
  if (registration !== undefined) return registration;
  const message = 'The webhooks of this vendor are created by hand. The README of the connector lists the steps.';
  throw new GatewayError('invalid_params', message);
}

// What is done at the vendor is within the policy, whoever may manage.
function requireWebhooks(policy: Policy, { connector, name: connection }: Connection, registration: EventRegistration) {
  const { webhooks, each, secretBy } = registration;
  const needed = (['list', 'create', 'delete', ...(secretBy ? [secretBy] : [])] as const).flatMap((action) => {
    const declared = webhooks.actions[action];
    return declared === undefined ? [] : [{ entity: webhooks.name, action, effect: effectOf(action, declared) }];
  });
  const read = { entity: each?.entity ?? '', action: 'context_store_search', effect: 'read' } as const;
  for (const { entity, action, effect } of each === undefined ? needed : [...needed, read]) {
    if (policyAllows(policy, { connector, connection, entity, action, effect })) continue;
    throw new GatewayError(
      'forbidden',
      `The policy of this token does not allow ${action} on ${entity}, which registering webhooks requires.`,
    );
  }
}

function requireOrigin(origin: string | undefined): string {
  if (origin !== undefined) return origin;
  const message = 'The gateway does not know its public address. Set CONNECTORY_PUBLIC_URL and start it again.';
  throw new GatewayError('invalid_params', message);
}

const stateOf = ({ signature }: ConnectorEvents, secret: EventEndpoint['secret']): EventEndpointBody['state'] =>
  signature.kind === 'url' || secret !== null ? 'ready' : 'secret_missing';

const nothingSigned = () =>
  new GatewayError('invalid_params', 'The vendor signs no events: its URL is the secret. Omit "secret".');

function toBody(endpoint: EventEndpoint, events: ConnectorEvents, origin: string | undefined): EventEndpointBody {
  const { secret, received, repeated, refused, applied, lastReceivedAt } = endpoint;
  const { documentation, entities, secret: description, registration } = events;
  return {
    url: origin === undefined ? null : eventUrl(origin, endpoint),
    documentation,
    entities: [...entities],
    secret_description: description ?? null,
    state: stateOf(events, secret),
    registration: registration === undefined ? 'manual' : 'automatic',
    received,
    repeated,
    refused,
    applied,
    last_received_at: lastReceivedAt,
  };
}
