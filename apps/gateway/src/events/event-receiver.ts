import { timingSafeEqual } from 'node:crypto';
import type { ConnectorEvents, EventRequest, HandshakeResponse } from '@connectory/connector-sdk';
import { readEvent, verifyEvent } from '@connectory/connector-sdk/engine';
import type { ControlPlane, EventEndpoint } from '@connectory/control-plane';
import type { ContextCopy, Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { requireBodyBounds } from '../http/body.ts';
import { OpenRequests } from '../http/limits.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { eventDigest, handshakeResponse, hintsOf } from './event-meaning.ts';

/** A request to an event URL. The body is read only if the URL is valid. */
export interface ArrivingEvent extends Omit<EventRequest, 'body'> {
  readonly connectionId: string;
  readonly urlSecret: string;
  body(): Promise<Buffer>;
}

/** The response to a vendor; an accepted event gets an empty one. */
export type EventResponse = HandshakeResponse | 'accepted';

/** An endpoint whose URL is valid, with its connector's declaration. */
interface Opened {
  readonly endpoint: EventEndpoint;
  readonly connector: string;
  readonly events: ConnectorEvents;
  readonly copy: ContextCopy;
}

/** Dependencies of receiving events of vendors. */
export interface EventReceiverParts {
  readonly controlPlane: Pick<ControlPlane, 'connections' | 'eventEndpoints'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly metrics: Metrics;
}

const limitsOf = ({ connectionId, workspaceId }: EventEndpoint) => ({
  perMinute: [
    { subject: `connection ${connectionId}`, perMinute: 1_200 },
    { subject: `workspace ${workspaceId}`, perMinute: 6_000 },
  ],
  concurrent: { subject: connectionId, max: 8 },
});

/** Receives vendors' events: verifies them, drops duplicates, and reports which records they are about. */
export class EventReceiver {
  readonly #services: EventReceiverParts;
  readonly #limits = new OpenRequests(64, 'Too many events are arriving right now.');

  constructor(services: EventReceiverParts) {
    this.#services = services;
  }

  /**
   * Receives a request. Throws the same `unauthenticated` for every invalid URL and for every request that the vendor did not sign,
   * `rate_limited` and `gateway_busy`, `payload_too_large`, and `internal` if the connector fails on the event.
   */
  async receive(arriving: ArrivingEvent): Promise<EventResponse> {
    const { eventEndpoints } = this.#services.controlPlane;
    const endpoint = await eventEndpoints.find(arriving.connectionId);
    if (endpoint === null) throw refused();
    const opened = isSame(arriving.urlSecret, endpoint.urlSecret.reveal()) ? await this.#open(endpoint) : null;
    if (opened === null) {
      this.#count(endpoint.connectionId, null, 'refused');
      throw refused();
    }
    return this.#limits.within(limitsOf(endpoint), async () => {
      const { method, url, headers } = arriving;
      return this.#read(opened, { method, url, headers, body: await arriving.body() });
    });
  }

  async #open(endpoint: EventEndpoint): Promise<Opened | null> {
    const { controlPlane, copy } = this.#services;
    const connection = await controlPlane.connections.get(endpoint.workspaceId, endpoint.connectionId);
    const events = connection && this.#services.registry.get(connection.connector)?.connector.events;
    return copy === undefined || !events ? null : { endpoint, connector: connection.connector, events, copy };
  }

  async #read({ endpoint, connector, events, copy }: Opened, request: EventRequest): Promise<EventResponse> {
    const { eventEndpoints, connections } = this.#services.controlPlane;
    const { connectionId, workspaceId } = endpoint;
    if (request.body.length > 0) requireBodyBounds(request.body);
    const event = readEvent(request, parseExactly);
    const response = await handshakeResponse(events, event);
    if (response !== undefined) return response;
    if (request.method !== 'POST' || !isSigned(endpoint, events, request)) {
      this.#count(connectionId, connector, 'refused');
      throw refused();
    }
    const digest = eventDigest(events, request, event);
    if (!(await eventEndpoints.receipts.note(connectionId, digest))) {
      this.#count(connectionId, connector, 'repeated');
      return 'accepted';
    }
    try {
      const hints = await hintsOf(events, event);
      const connection = await connections.get(workspaceId, connectionId);
      if (connection !== null && hints.length > 0) await copy.hint(connection, hints);
    } catch (error) {
      await eventEndpoints.receipts.forget(connectionId, digest);
      throw error;
    }
    this.#count(connectionId, connector, 'received');
    return 'accepted';
  }

  #count(connectionId: string, connector: string | null, outcome: 'received' | 'repeated' | 'refused'): void {
    this.#services.controlPlane.eventEndpoints.count(connectionId, outcome);
    this.#services.metrics.observeVendorEvent(connector, outcome);
  }
}

function isSigned({ secret }: EventEndpoint, { signature }: ConnectorEvents, request: EventRequest): boolean {
  if (signature.kind === 'url') return true;
  if (secret === null) return false;
  try {
    return verifyEvent(signature, request, secret.reveal(), Date.now());
  } catch {
    // A connector that throws on a forged request must not make its response distinguishable.
    return false;
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const refused = () =>
  new GatewayError(
    'unauthenticated',
    'There is no such URL for events, or the vendor of its connection did not sign this request a moment ago.',
  );
