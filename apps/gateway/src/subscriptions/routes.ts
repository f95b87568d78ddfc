import type { IncomingMessage } from 'node:http';
import type { FairTurns, FeedPosition } from '@connectory/context-store';
import {
  type ControlPlane,
  type Delivery,
  hasLifecycleEvents,
  includesType,
  type LifecycleEvents,
  type Subscription,
  type SubscriptionPosition,
  type SubscriptionPositions,
  subscriptionNotFound,
  type WorkspaceId,
} from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { EgressGuard, WebhookSender } from '@connectory/upstream';
import type { Router } from 'express';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { type AccessParts, policyOf, tokenIdOf } from '../http/authenticate.ts';
import { type OperationCall, OperationRouter } from '../http/operation-router.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { checkSelection, connectionsOf, maySeeSubscription, requireUnlimited } from './check-selection.ts';
import { sendTest } from './delivery-attempts.ts';
import { subscriptionOperations } from './operations.ts';
import type { DeliveryBody, SubscriptionBody } from './schemas.ts';

type OneCall = Pick<OperationCall<typeof subscriptionOperations.getSubscription>, 'workspace' | 'principal' | 'path'>;

/** Dependencies of the routes of subscriptions. */
export interface SubscriptionParts {
  readonly controlPlane: AccessParts &
    Pick<ControlPlane, 'audit' | 'connections' | 'subscriptions' | 'lifecycleEvents'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly origins: BrowserOrigins;
  /** Approves every URL that the gateway sends something to. */
  readonly guard: EgressGuard;
  readonly webhookSender: WebhookSender;
  /** Shares the sending of webhooks fairly among workspaces. */
  readonly webhookTurns: FairTurns;
}

/** `/api/v1/workspaces/{workspace}/subscriptions`: webhooks for changes, and their deliveries. */
export function subscriptionRoutes({
  controlPlane,
  copy,
  origins,
  guard,
  webhookSender,
  webhookTurns,
}: SubscriptionParts): Router {
  const { subscriptions } = controlPlane;
  const routes = new OperationRouter(controlPlane);

  const find = async ({ workspace, principal, path }: OneCall): Promise<Subscription> => {
    const found = await subscriptions.get(workspace.id, path.id);
    const all = await connectionsOf(controlPlane, workspace.id);
    if (found !== null && maySeeSubscription(principal, found, all)) return found;
    throw subscriptionNotFound();
  };

  routes.json(subscriptionOperations.listSubscriptions, async ({ workspace, principal, query }) => {
    const { items, nextCursor } = await subscriptions.list(workspace.id, query());
    const all = await connectionsOf(controlPlane, workspace.id);
    const visible = items.filter((one) => maySeeSubscription(principal, one, all));
    return { data: visible.map(toBody), meta: { next_cursor: nextCursor } };
  });

  routes.json(subscriptionOperations.createSubscription, async ({ request, workspace, principal, body }) => {
    const { name, url, from = 'now', reconnect_links: reconnectLinks, ...given } = await body();
    requireUnlimited(policyOf(principal));
    const copies = requireHosted(copy);
    checkUrl(guard, url);
    if (reconnectLinks === true) requireOrigin(origins, request);
    const parts = { controlPlane, copy: copies, workspaceId: workspace.id, policy: policyOf(principal) };
    const selection = await checkSelection(parts, { ...given, reconnectLinks });
    const { subscription, secret } = await subscriptions.create(
      workspace.id,
      { makerId: tokenIdOf(principal), name, url, ...selection },
      await positionsFrom(copies, selection, workspace.id, from),
    );
    await followAudit();
    return { ...toBody(subscription), secret: secret.reveal() };
  });

  routes.json(subscriptionOperations.getSubscription, async (call) => toBody(await find(call)));

  routes.json(subscriptionOperations.updateSubscription, async (call) => {
    const { name, url, state, reconnect_links: reconnectLinks, ...rest } = await call.body();
    const given = { ...rest, ...(reconnectLinks !== undefined && { reconnectLinks }) };
    const { workspace, principal } = call;
    const known = await find(call);
    requireUnlimited(policyOf(principal));
    if (url !== undefined) checkUrl(guard, url);
    if (reconnectLinks === true) requireOrigin(origins, call.request);
    const parts = { controlPlane, copy: requireHosted(copy), workspaceId: workspace.id, policy: policyOf(principal) };
    const selection =
      Object.keys(given).length === 0 ? {} : await checkSelection(parts, { ...(await left(known)), ...given });
    const change = {
      ...selection,
      makerId: tokenIdOf(principal),
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(state !== undefined && { state }),
    };
    await startNew(known, { ...known, ...selection });
    const changed = await subscriptions.change(workspace.id, known.id, change);
    await followAudit();
    return toBody(changed);
  });

  routes.json(subscriptionOperations.deleteSubscription, async (call) => {
    const { id } = await find(call);
    return toBody(await subscriptions.delete(call.workspace.id, id));
  });

  routes.json(subscriptionOperations.replaySubscription, async (call) => {
    const { from } = await call.body();
    const known = await find(call);
    const positions = await positionsFrom(requireHosted(copy), known, call.workspace.id, from);
    await subscriptions.replay(call.workspace.id, known.id, positions);
    return toBody(known);
  });

  routes.json(subscriptionOperations.testSubscription, async (call) => {
    const { id } = await find(call);
    const used = await subscriptions.used(call.workspace.id, id);
    if (used === null) throw subscriptionNotFound();
    const turn = await webhookTurns.take(call.workspace.id, AbortSignal.timeout(maxTestWait)).catch(() => null);
    if (turn === null) throw deliveriesRunning();
    try {
      return await sendTest(webhookSender, used);
    } finally {
      turn.end();
    }
  });

  routes.json(subscriptionOperations.rotateSubscriptionSecret, async (call) => {
    const { id } = await find(call);
    return { secret: (await subscriptions.rotateSecret(call.workspace.id, id)).reveal() };
  });

  routes.json(subscriptionOperations.listDeliveries, async (call) => {
    const { id } = await find(call);
    const { items, nextCursor } = await subscriptions.deliveries.list(id, call.query());
    return { data: items.map(toDeliveryBody), meta: { next_cursor: nextCursor } };
  });

  routes.json(subscriptionOperations.retryDelivery, async (call) => {
    const { id } = await find(call);
    const delivery = await subscriptions.deliveries.retry(id, call.path.delivery);
    if (delivery === null) throw subscriptionNotFound();
    return toDeliveryBody(delivery);
  });

  // Deleted connections are no longer selected.
  const left = async ({ connections, ...known }: Subscription) => {
    const ids = new Set((await connectionsOf(controlPlane, known.workspaceId)).map(({ id }) => id));
    return { ...known, connections: connections?.filter((id) => ids.has(id)) ?? null };
  };

  const positionsFrom = async (
    copies: ContextCopy,
    { connections }: Pick<Subscription, 'connections'>,
    workspaceId: WorkspaceId,
    from: string,
  ): Promise<Required<SubscriptionPositions>> => ({
    positions: await positionsAt(copies, await chosenIds(connections, workspaceId), workspaceId, from),
    eventPosition: await eventPositionAt(controlPlane.lifecycleEvents, workspaceId, from),
    auditPosition: auditPositionAt(from),
  });

  // Other processes notice within five seconds.
  const followAudit = async () => controlPlane.audit.stream(await subscriptions.followingAudit());

  // What a change adds starts with what happens next.
  const startNew = async (before: Subscription, after: Subscription) => {
    const hasRecords = ({ events }: Subscription) => includesType(events, 'record.changed');
    const startsRecords = hasRecords(after) && !hasRecords(before);
    const startsEvents = hasLifecycleEvents(after.events) && !hasLifecycleEvents(before.events);
    const hasAudit = ({ events }: Subscription) => includesType(events, 'audit.recorded');
    const startsAudit = hasAudit(after) && !hasAudit(before);
    if (!startsRecords && !startsEvents && !startsAudit) return;
    const { positions, eventPosition, auditPosition } = await positionsFrom(
      requireHosted(copy),
      after,
      after.workspaceId,
      'now',
    );
    const from = {
      ...(startsRecords && { positions }),
      ...(startsEvents && { eventPosition }),
      ...(startsAudit && { auditPosition }),
    };
    await subscriptions.replay(after.workspaceId, after.id, from);
  };

  const chosenIds = async (chosen: readonly string[] | null, workspaceId: WorkspaceId): Promise<readonly string[]> =>
    chosen ?? (await connectionsOf(controlPlane, workspaceId)).map(({ id }) => id);

  return routes.router;
}

const maxTestWait = 10_000;
const deliveriesRunning = () =>
  new GatewayError('rate_limited', 'Too many deliveries of the workspace are running. Try again in a moment.', {
    retryAfterSeconds: 10,
  });

async function eventPositionAt(events: LifecycleEvents, workspaceId: WorkspaceId, from: string): Promise<number> {
  if (from === 'beginning') return 0;
  return events.head(workspaceId, from === 'now' ? undefined : new Date(from).toISOString());
}

function auditPositionAt(from: string): string {
  if (from === 'beginning') return '';
  return from === 'now' ? new Date().toISOString() : new Date(from).toISOString();
}

/** Start position for each connection; absent if it starts from the beginning. */
async function positionsAt(
  copy: ContextCopy,
  connectionIds: readonly string[],
  workspaceId: WorkspaceId,
  from: string,
): Promise<readonly SubscriptionPosition[]> {
  if (from === 'beginning') return [];
  const positions = await Promise.all(
    connectionIds.map(async (connectionId) => ({
      connectionId,
      ...(await positionAt(copy, workspaceId, connectionId, from)),
    })),
  );
  // A copy that does not exist yet starts from its beginning.
  return positions.filter(({ feed }) => feed !== '');
}

async function positionAt(
  copy: ContextCopy,
  workspaceId: WorkspaceId,
  connectionId: string,
  from: string,
): Promise<FeedPosition> {
  if (from === 'now') return copy.feedHead(connectionId);
  return copy.feedAt(workspaceId, connectionId, Date.parse(from));
}

function requireOrigin(origins: BrowserOrigins, request: IncomingMessage): void {
  if (originFor(origins, request) !== undefined) return;
  const message = 'requires CONNECTORY_PUBLIC_URL, the address of this gateway in links';
  throw new GatewayError('invalid_params', `reconnect_links ${message}.`, {
    errors: [{ field: '/reconnect_links', message, error_code: 'not_allowed' }],
  });
}

/** Rejects a URL that the egress guard does not allow, with a pointer to the field. */
function checkUrl(guard: EgressGuard, url: string): void {
  try {
    guard.check(new URL(url), 'receiver');
  } catch (error) {
    if (!GatewayError.is(error, 'address_not_allowed')) throw error;
    const { code, message } = error;
    throw new GatewayError(code, message, { errors: [{ field: '/url', message, error_code: 'not_allowed' }] });
  }
}

function toBody(subscription: Subscription): SubscriptionBody {
  const { id, name, url, connections, entities, filter, fields, events, state } = subscription;
  return {
    id,
    name,
    url,
    connections: connections && [...connections],
    entities: entities && [...entities],
    filter: filter && { ...filter },
    fields: fields && [...fields],
    events: events && [...events],
    reconnect_links: subscription.reconnectLinks,
    state,
    state_reason: subscription.stateReason,
    token_id: subscription.makerId,
    created_at: subscription.createdAt,
    updated_at: subscription.updatedAt,
  };
}

function toDeliveryBody(delivery: Delivery): DeliveryBody {
  const { id, type, body, state, attempts } = delivery;
  return {
    id,
    type,
    body,
    state,
    attempts,
    created_at: delivery.createdAt,
    next_attempt_at: state === 'waiting' ? delivery.nextAttemptAt : null,
    ended_at: delivery.endedAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
  };
}
