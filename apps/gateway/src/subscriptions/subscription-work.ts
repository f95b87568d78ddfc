import type { Clock, FairTurns, FeedPosition } from '@connectory/context-store';
import type { Connection, Delivery, Subscription, UsedSubscription } from '@connectory/control-plane';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { WebhookSender } from '@connectory/upstream';
import type { ReconnectLink } from '../connect/reconnect-link.ts';
import { connectionsOf, makerError } from './check-selection.ts';
import { attempt, isTaken, outcomeOf } from './delivery-attempts.ts';
import { SubscriptionReader, type SubscriptionReaderParts } from './subscription-reader.ts';

/** Dependencies of the work on subscriptions. */
export interface SubscriptionParts extends SubscriptionReaderParts {
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly random: () => number;
  /** Shares the sending slots fairly among workspaces. */
  readonly turns: FairTurns;
  /** Makes a link to connect an account again; null if none can be made. */
  readonly reconnectLink: (connection: Connection, makerId: string | null) => Promise<ReconnectLink | null>;
  /** Called after each attempt. */
  readonly observe: (outcome: 'delivered' | 'retried' | 'failed') => void;
}

const sentAtOnce = 8;
/** A link that ends sooner is replaced at the next attempt. */
const minLinkMilliseconds = 60 * 60_000;
const lookMilliseconds = 1_000;
/** Connections may be added and removed at any time. */
const relistMilliseconds = 5_000;
/** A gateway on another machine changes copies without notifying this process. */
const rereadMilliseconds = 30_000;
/** After this many consecutive failures the receiver is paused, twice as long each time. */
const patience = 5;
const maxRest = 5 * 60_000;

/** Works on one subscription: reads changes and delivers them until it is paused or deleted, or the signal aborts. */
export class SubscriptionWork {
  readonly #parts: SubscriptionParts;
  readonly #id: string;
  readonly #workspaceId: Subscription['workspaceId'];
  readonly #signal: AbortSignal;
  #wake = new AbortController();
  #changed = new Set<string>();
  #connections: readonly Connection[] = [];
  /** Why its maker may not receive the changes; null while it may. */
  #makerError: string | null = null;
  #positions = new Map<string, FeedPosition>();
  #version = '';
  #listedAt = Number.NEGATIVE_INFINITY;
  #rereadAt = Number.NEGATIVE_INFINITY;
  /** Links that were sent with deliveries that wait for another attempt. */
  readonly #links = new Map<string, ReconnectLink>();
  #failures = 0;
  #restsUntil = 0;

  constructor(parts: SubscriptionParts, { id, workspaceId }: Subscription, signal: AbortSignal) {
    this.#parts = parts;
    this.#id = id;
    this.#workspaceId = workspaceId;
    this.#signal = signal;
  }

  /** Called when the copy of a connection has changed. */
  changed(connectionId: string): void {
    this.#changed.add(connectionId);
    this.#wake.abort();
  }

  async run(): Promise<void> {
    const { controlPlane, clock } = this.#parts;
    const { subscriptions } = controlPlane;
    while (!this.#signal.aborted) {
      const subscription = await subscriptions.used(this.#workspaceId, this.#id);
      if (subscription === null || subscription.state !== 'active') return;
      await this.#list(subscription);
      if (this.#makerError !== null) return subscriptions.pause(this.#workspaceId, this.#id, this.#makerError);
      const reader = new SubscriptionReader(this.#parts, subscription, this.#signal);
      const hasRead = await this.#read(reader);
      const hasEvents = await reader.readEvents(subscription.eventPosition);
      const hasEntries = await reader.readAudit(subscription.auditPosition);
      const hasSent = await this.#send(subscription);
      if (hasRead || hasEvents || hasEntries || hasSent) continue;
      await subscriptions.deliveries.removeOld(this.#id);
      await clock.sleep(lookMilliseconds, AbortSignal.any([this.#signal, this.#wake.signal]));
      this.#wake = new AbortController();
    }
  }

  async #read(reader: SubscriptionReader): Promise<boolean> {
    let hasMore = false;
    for (const connection of this.#connections) {
      if (this.#signal.aborted) return false;
      if (!this.#changed.delete(connection.id)) continue;
      const page = await reader.read(connection, this.#positions.get(connection.id) ?? null);
      if (page.position !== null) this.#positions.set(connection.id, page.position);
      if (!page.hasMore) continue;
      this.#changed.add(connection.id);
      hasMore = true;
    }
    return hasMore;
  }

  async #list(subscription: Subscription): Promise<void> {
    const { connections: chosen, updatedAt } = subscription;
    const { controlPlane, clock } = this.#parts;
    const now = clock.now();
    const isOther = updatedAt !== this.#version;
    if (!isOther && now - this.#listedAt < relistMilliseconds) return;
    this.#listedAt = now;
    const known = new Set(this.#connections.map(({ id }) => id));
    const all = await connectionsOf(controlPlane, this.#workspaceId);
    this.#makerError = await makerError(controlPlane, subscription, all);
    this.#connections = all.filter(({ id }) => chosen === null || chosen.includes(id));
    const rereads = isOther || now - this.#rereadAt >= rereadMilliseconds;
    if (rereads) this.#rereadAt = now;
    if (isOther) {
      this.#version = updatedAt;
      this.#positions = new Map(await controlPlane.subscriptions.positions(this.#id));
    }
    for (const { id } of this.#connections) if (rereads || !known.has(id)) this.#changed.add(id);
  }

  async #send(subscription: UsedSubscription): Promise<boolean> {
    const { controlPlane, clock } = this.#parts;
    if (clock.now() < this.#restsUntil) return false;
    const now = new Date(clock.now()).toISOString();
    const due = await controlPlane.subscriptions.deliveries.due(this.#id, now, sentAtOnce);
    await Promise.all(due.map((delivery) => this.#sendOne(subscription, delivery)));
    return due.length > 0;
  }

  async #sendOne(subscription: UsedSubscription, delivery: Delivery): Promise<void> {
    const { controlPlane, sender, clock, random, turns, observe } = this.#parts;
    const { subscriptions } = controlPlane;
    const turn = await turns.take(this.#workspaceId, this.#signal).catch(() => undefined);
    if (turn === undefined) return;
    try {
      const { id } = delivery;
      const body = await this.#bodyOf(subscription, delivery);
      const responded = await attempt(sender, subscription, { id, body }, clock.now(), this.#signal);
      // An attempt cut off by shutdown says nothing about the receiver.
      if (this.#signal.aborted && 'error' in responded) return;
      const outcome = outcomeOf(delivery, responded, clock.now(), random);
      await subscriptions.deliveries.attempted(delivery, outcome);
      if (outcome.state !== 'waiting') this.#links.delete(id);
      observe(outcome.state === 'waiting' ? 'retried' : outcome.state);
      if (isTaken(responded)) this.#failures = 0;
      else this.#restAfter(this.#failures + 1);
      if ('status' in responded && responded.status === 410) {
        await subscriptions.pause(this.#workspaceId, this.#id, 'The receiver responded with 410 Gone.');
      }
    } finally {
      turn.end();
    }
  }

  /** The text to send. A link is made when it is sent, and is not stored. */
  async #bodyOf(subscription: UsedSubscription, { id, type, body }: Delivery): Promise<string> {
    if (!subscription.reconnectLinks || type !== 'connection.reauthorization_required') return body;
    const { controlPlane, clock, reconnectLink } = this.#parts;
    const event = parseExactly(body) as { readonly data: { readonly connection_id: string } };
    const { connection_id: connectionId } = event.data;
    const connection = await controlPlane.connections.get(this.#workspaceId, connectionId, { fresh: true });
    let link = this.#links.get(id) ?? null;
    if (link === null || Date.parse(link.expires_at) < clock.now() + minLinkMilliseconds) {
      const isNeeded = connection?.state === 'reauthorization_required';
      link = isNeeded ? await reconnectLink(connection, subscription.makerId) : null;
      if (link !== null) this.#links.set(id, link);
    }
    return writeExactly({ ...event, data: { ...event.data, reconnect_link: link } });
  }

  #restAfter(failures: number): void {
    this.#failures = failures;
    if (failures < patience) return;
    const rest = Math.min(maxRest, 1_000 * 2 ** Math.min(failures - patience, 20));
    this.#restsUntil = this.#parts.clock.now() + rest;
  }
}
