import { randomBytes } from 'node:crypto';
import { type ConnectorEvents, type EventRegistration, type RawValue, valueAt } from '@connectory/connector-sdk';
import { type EventSignature, type SecretSource, secretSourceOf } from '@connectory/connector-sdk/engine';
import {
  type Connection,
  type ControlPlane,
  type EventEndpoints,
  LeaseUnavailableError,
} from '@connectory/control-plane';
import { type ContextCopy, type Executor, toGatewayError, type VendorWebhooks } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { eventPath, eventUrl, type Place, placesOf } from './event-url.ts';

/** Outcome of registering or removing the webhooks of a connection. */
export interface RegistrationOutcome {
  created: number;
  unchanged: number;
  removed: number;
  readonly failed: { for: string | null; detail: string }[];
}

/** Whose webhooks to register or remove, and where the vendor reaches the gateway. */
export interface RegistrationRequest {
  readonly connection: Connection;
  readonly events: ConnectorEvents;
  readonly registration: EventRegistration;
  readonly origin: string;
  /** Parameters of the records to register at; by default all records of the copy. */
  readonly each?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** Dependencies of registering webhooks. */
export interface EventRegistrarParts {
  readonly controlPlane: Pick<ControlPlane, 'eventEndpoints' | 'connections' | 'leases'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
}

const maxRun = 120_000;
const maxWait = 10;
const atOnce = 4;
const notReached = 'Not reached within two minutes. Repeat the request: what is registered stays.';

/** Registers the URLs of connections at their vendors, and removes them. One process at a time works on a connection. */
export class EventRegistrar {
  readonly #services: EventRegistrarParts;

  constructor(services: EventRegistrarParts) {
    this.#services = services;
  }

  /**
   * Registers the URL of a connection: keeps webhooks that have it, creates missing ones, and removes those with a former URL. What the
   * vendor refuses is listed in `failed`. Throws `conflict` while another request is doing the same.
   */
  register(request: RegistrationRequest): Promise<RegistrationOutcome> {
    return this.#exclusively(request, async (run) => {
      const { source, endpoints, connection } = run;
      const endpoint = await endpoints.get(connection.workspaceId, connection.id);
      const { secret } = endpoint;
      const url = eventUrl(request.origin, endpoint);
      const isKnown = secret !== null;
      // A webhook whose secret is unknown is useless.
      const keeps = source === 'none' || source === 'user' || isKnown;
      const chosen = source === 'gateway' ? (secret?.reveal() ?? newSecret(request.events.signature)) : undefined;
      if (chosen !== undefined && !isKnown) await run.storeSecret(chosen);
      await run.each(async (place) => {
        const own = await run.ownWebhooks(place);
        const wanted = (request.registration.topics?.all ?? [undefined]).map((topic) => ({
          topic,
          same: own.find((one) => keeps && run.urlOf(one) === url && run.topicOf(one) === topic),
        }));
        const kept = new Set(wanted.map(({ same }) => same));
        run.outcome.unchanged += wanted.filter(({ same }) => same !== undefined).length;
        // Removed first, because some vendors allow only a few webhooks, or one per URL. No event is lost: the gateway already rejects
        // events of these webhooks.
        for (const webhook of own) if (!kept.has(webhook)) await run.remove(place, webhook);
        for (const { topic, same } of wanted)
          if (same === undefined) await run.create(place, { url, secret: chosen, topic });
      });
    });
  }

  /** Removes all webhooks of a connection from the vendor, and deletes their signing secret, unless the user provided it. */
  unregister(request: RegistrationRequest): Promise<RegistrationOutcome> {
    return this.#exclusively(request, async (run) => {
      await run.each(async (place) => {
        for (const webhook of await run.ownWebhooks(place)) await run.remove(place, webhook);
      });
      const isOurs = run.source === 'vendor' || run.source === 'gateway';
      if (isOurs && run.outcome.failed.length === 0) await run.storeSecret(null);
    });
  }

  async #exclusively(
    request: RegistrationRequest,
    work: (run: RegistrationRun) => Promise<void>,
  ): Promise<RegistrationOutcome> {
    const { controlPlane, executor } = this.#services;
    const { connection } = request;
    const webhooks = await executor.webhooks(connection.workspaceId, connection.id);
    const places = await placesOf(this.#services, request);
    const lease = `event-registration/${connection.id}`;
    try {
      return await controlPlane.leases.withLease(lease, { waitSeconds: maxWait }, async (lost) => {
        const signal = AbortSignal.any([lost, AbortSignal.timeout(maxRun)]);
        const run = new RegistrationRun(request, controlPlane.eventEndpoints, webhooks, places, signal);
        await work(run);
        return run.outcome;
      });
    } catch (error) {
      if (!(error instanceof LeaseUnavailableError)) throw error;
      throw new GatewayError('conflict', 'Webhooks of this connection are being registered or removed right now.', {
        retryAfterSeconds: maxWait,
        cause: error,
      });
    }
  }
}

/** One run over the places where a connection has webhooks. */
class RegistrationRun {
  readonly outcome: RegistrationOutcome = { created: 0, unchanged: 0, removed: 0, failed: [] };
  readonly connection: Connection;
  readonly endpoints: EventEndpoints;
  readonly source: SecretSource;
  readonly #request: RegistrationRequest;
  readonly #webhooks: VendorWebhooks;
  readonly #places: readonly Place[];
  readonly #signal: AbortSignal;

  constructor(
    request: RegistrationRequest,
    endpoints: EventEndpoints,
    webhooks: VendorWebhooks,
    places: readonly Place[],
    signal: AbortSignal,
  ) {
    this.#request = request;
    this.connection = request.connection;
    this.endpoints = endpoints;
    this.source = secretSourceOf(request.registration, request.events.signature);
    this.#webhooks = webhooks;
    this.#places = places;
    this.#signal = signal;
  }

  /** Runs the work at all places, four at a time. A failure at one does not stop the others. */
  async each(work: (place: Place) => Promise<void>): Promise<void> {
    const left = this.#places.values();
    const worker = async () => {
      for (const place of left) {
        if (this.#signal.aborted) this.#fail(place.name, notReached);
        else await this.#failing(place.name, () => work(place));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** The webhooks at a place that send to a current or former URL of the connection. */
  async ownWebhooks({ params }: Place): Promise<readonly RawValue[]> {
    const listed = await this.#webhooks.list(params, this.#signal);
    return listed.filter((webhook) => {
      const url = URL.parse(String(this.urlOf(webhook)));
      return url?.origin === this.#request.origin && url.pathname.startsWith(eventPath(this.connection.id));
    });
  }

  urlOf(webhook: RawValue): unknown {
    return valueAt(webhook, this.#request.registration.url);
  }

  topicOf(webhook: RawValue): unknown {
    const { topics } = this.#request.registration;
    return topics && valueAt(webhook, topics.at);
  }

  async create(
    { name, params }: Place,
    { url, secret, topic }: { url: string; secret: string | undefined; topic: string | undefined },
  ): Promise<void> {
    const what = [name ?? [], topic ?? []].flat().join(' ') || null;
    await this.#failing(what, async () => {
      // If the process ends before the vendor's secret is stored, the next registration replaces the webhook.
      if (this.source === 'vendor') await this.storeSecret(null);
      const given = { ...params, url, ...(secret !== undefined && { secret }), ...(topic !== undefined && { topic }) };
      const created = await this.#webhooks.create(given, this.#signal);
      const { secretAt } = this.#request.registration;
      if (secretAt !== undefined) {
        const holder = await this.#webhooks.secretHolder(created, params, this.#signal);
        await this.storeSecret(requireSecret(valueAt(holder, secretAt)));
      }
      this.outcome.created += 1;
    });
  }

  async remove({ name, params }: Place, webhook: RawValue): Promise<void> {
    await this.#failing(name, async () => {
      await this.#webhooks.delete(webhook, params, this.#signal);
      this.outcome.removed += 1;
    });
  }

  async storeSecret(secret: string | null): Promise<void> {
    const { id, workspaceId } = this.connection;
    await this.endpoints.change(workspaceId, id, { secret });
  }

  async #failing(what: string | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      const { code, message, upstream } = toGatewayError(thrown);
      // Some vendors refuse with another status.
      const isRefused = code === 'credential_rejected' || upstream?.status === 403;
      const { permission } = this.#request.registration;
      this.#fail(what, isRefused ? `${message} The credential needs ${permission}.` : message);
    }
  }

  #fail(what: string | null, detail: string): void {
    this.outcome.failed.push({ for: what, detail });
  }
}

function requireSecret(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new GatewayError('upstream_rejected', 'The vendor created the webhook, but returned no secret for it.');
}

function newSecret(signature: EventSignature): string {
  const bytes = randomBytes(32);
  if (signature.kind !== 'hmac') return bytes.toString('base64url');
  const { prefix, encoding } = signature.key;
  return prefix + bytes.toString(encoding === 'base64' ? 'base64' : 'base64url');
}
