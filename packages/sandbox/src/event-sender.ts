import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connector, type EventRequest, valueAt } from '@connectory/connector-sdk';
import { signEvent } from '@connectory/connector-sdk/engine';
import type { Collection, RecordChange } from './collection.ts';
import { type JsonObject, setAt } from './json.ts';
import type { RecordWorld } from './record-world.ts';
import type { SimulatedVendor } from './simulated-vendor.ts';
import type { SimulatedChange, SimulatedEvent } from './simulation.ts';

const maxWaiting = 10_000;
const maxUrls = 100;
const maxResponse = 10_000;
const tries = 3;
const betweenTries = 250;

/** The events of a simulated vendor: sends one for every change of its records to the URLs that were registered, in order. */
export class EventSender {
  readonly #connector: Connector;
  readonly #simulate: SimulatedVendor['events'];
  readonly #world: RecordWorld;
  readonly #urls = new Set<string>();
  readonly #givenSecrets = new Map<string, string>();
  readonly #waiting: { readonly url: string; readonly change: RecordChange }[] = [];
  #number = 0;
  #keyPair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;
  #sending: Promise<void> | null = null;

  constructor({ connector, events }: SimulatedVendor, world: RecordWorld) {
    this.#connector = connector;
    this.#simulate = events;
    this.#world = world;
    if (connector.events !== undefined) world.watch((change) => this.#changed(change));
  }

  /** What the vendor signs with and shows to its users; null for one that signs nothing. */
  get secret(): string | null {
    const signature = this.#connector.events?.signature;
    if (signature === undefined || signature.kind === 'url') return null;
    if (signature.kind === 'ecdsa')
      return this.#keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const { encoding, prefix } = signature.key;
    const digest = createHash('sha256').update(`events of ${this.#connector.id}`).digest();
    return prefix + digest.toString(encoding === 'base64' ? 'base64' : 'hex');
  }

  #signingKey(url: string): string {
    if (this.#connector.events?.signature.kind !== 'ecdsa') return this.#givenSecrets.get(url) ?? this.secret ?? '';
    return this.#keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  }

  get #keys() {
    this.#keyPair ??= generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return this.#keyPair;
  }

  /** Sends events to a URL from now on. Throws a `RangeError` for a vendor without events, and for one that is not on this machine. */
  register(url: string): void {
    const { id, events } = this.#connector;
    if (events === undefined) throw new RangeError(`${id} has no events`);
    if (!isHere(url)) throw new RangeError('the sandbox sends events to this machine only');
    if (this.#urls.size >= maxUrls) throw new RangeError(`there are ${maxUrls} URLs already`);
    this.#urls.add(url);
  }

  /**
   * The vendor's response to an action on webhooks, with its own secret if it returns it. Events for the URL of a webhook that was created
   * with a secret are signed with that secret from now on.
   */
  responded(action: string, { url, secret }: JsonObject, reply: JsonObject): JsonObject {
    const isCreated = action === 'create' && typeof url === 'string' && typeof secret === 'string';
    if (isCreated && this.#givenSecrets.size < maxUrls) this.#givenSecrets.set(url, secret);
    const { secretAt, secretBy = 'create' } = this.#connector.events?.registration ?? {};
    if (secretAt === undefined || action !== secretBy) return reply;
    const shown = structuredClone(reply);
    setAt(shown, secretAt, this.secret);
    return shown;
  }

  /** Resolves when everything was sent that had changed by now. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  /** The request for an event, signed now. */
  request(url: string, { headers = {}, body, encoding = 'json' }: SimulatedEvent): EventRequest {
    const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
    const text = encoding === 'json' ? JSON.stringify(body) : String(new URLSearchParams(body));
    const request = { method: 'POST', url, headers: { 'content-type': type, ...headers }, body: Buffer.from(text) };
    const signature = this.#connector.events?.signature ?? { kind: 'url' as const };
    const signed = signEvent(signature, request, this.#signingKey(url), Date.now());
    return { ...request, headers: { ...request.headers, ...signed } };
  }

  /** The event of a change; undefined where the vendor sends none. */
  eventOf({ collection, kind, record }: RecordChange): SimulatedEvent | undefined {
    this.#number += 1;
    const change: SimulatedChange = {
      entity: collection.entity.name,
      kind,
      record: structuredClone(record),
      number: this.#number,
      time: Date.now(),
      parent: (...path) => this.#parentOf(collection, record, path),
    };
    return this.#simulate?.(change);
  }

  #parentOf(collection: Collection, record: JsonObject, [entity, ...rest]: readonly string[]): JsonObject | undefined {
    if (entity === undefined) return structuredClone(record);
    const parents = this.#world.collectionOf(entity);
    const key = collection.parentage.keyOf(record, parents);
    const parent = key === undefined ? undefined : parents.withKey(key);
    return parent && this.#parentOf(parents, parent, rest);
  }

  #changed(change: RecordChange): void {
    for (const url of this.#targets()) {
      if (this.#waiting.length < maxWaiting) this.#waiting.push({ url, change });
    }
    if (this.#waiting.length === 0) return;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  // Each event is sent once to a URL, even if several webhooks have it, because every webhook has its own topics.
  #targets(): ReadonlySet<string> {
    const registration = this.#connector.events?.registration;
    if (registration === undefined) return this.#urls;
    const webhooks = this.#world.collectionOf(registration.webhooks.name).records();
    const registered = webhooks.map((webhook) => String(valueAt(webhook, registration.url))).filter(isHere);
    return new Set([...this.#urls, ...registered.slice(0, maxUrls)]);
  }

  async #sendAll(): Promise<void> {
    // What changes in this turn is not complete yet.
    await delay(0);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const event = this.eventOf(next.change);
      if (event === undefined) continue;
      for (let left = tries; left > 0 && !(await this.#send(next.url, event)); left--) await delay(betweenTries);
    }
  }

  #send(url: string, event: SimulatedEvent): Promise<boolean> {
    const { method, headers, body } = this.request(url, event);
    return new Promise((resolve) => {
      const options = { method, headers: { ...headers, 'content-length': body.length }, timeout: maxResponse };
      const sent = request(url, options, (response) => {
        response.resume().once('close', () => resolve((response.statusCode ?? 500) < 300));
      });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(false));
      sent.end(body);
    });
  }
}

const isHere = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
