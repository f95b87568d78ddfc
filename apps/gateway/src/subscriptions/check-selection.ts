import { type EntityLayout, parseSearch } from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  hidesData,
  includesType,
  type Policy,
  type Principal,
  policyAllows,
  type Subscription,
  type SubscriptionSelection,
  type WorkspaceId,
} from '@connectory/control-plane';
import type { ContextCopy, VisibleCopy } from '@connectory/core';
import { type FieldError, GatewayError } from '@connectory/errors';
import { isAllowed } from '../connections/find-connection.ts';
import { policyOf, tokenIdOf } from '../http/authenticate.ts';

/** What a caller selects; connections by name or ID. */
export type GivenSelection = {
  readonly [Member in keyof SubscriptionSelection]?: SubscriptionSelection[Member] | undefined;
};

/** Services that check a selection. */
export interface SelectionParts {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly copy: ContextCopy;
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
}

/**
 * Returns a selection as it is stored, with the ids of its connections. Throws `connector_not_found`, `unknown_entity`, `invalid_query`,
 * `invalid_params` for a filter without exactly one entity or for unknown fields, and `forbidden` for what the policy does not allow.
 */
export async function checkSelection(
  { controlPlane, copy, workspaceId, policy }: SelectionParts,
  { connections = null, entities = null, filter = null, fields = null, events = null, ...given }: GivenSelection,
): Promise<SubscriptionSelection> {
  const all = await connectionsOf(controlPlane, workspaceId);
  const chosen = connections === null ? all : connections.map((name) => chosenFrom(all, name));
  const selection: SubscriptionSelection = {
    connections: connections === null ? null : [...new Set(chosen.map(({ id }) => id))],
    entities,
    filter,
    fields,
    events,
    reconnectLinks: given.reconnectLinks ?? false,
  };
  requireAllowed(policy, selection, chosen);
  const copies = (await Promise.all(chosen.map((connection) => copy.visible(connection, policy)))).flat();
  requireEntities(
    entities,
    copies.map(({ layout }) => layout),
  );
  const wanted = copies.filter(({ layout }) => entities === null || entities.includes(layout.entity));
  requireFields(
    fields,
    wanted.map(({ layout, view }) => view?.layout ?? layout),
  );
  requireFilter(filter, entities, wanted);
  return selection;
}

/**
 * Why the token that made a subscription may not receive what it delivers any more; null while it may. A limit of records or requests cannot
 * be kept by deliveries, which nobody asks for one by one.
 */
export async function makerError(
  { tokens }: Pick<ControlPlane, 'tokens'>,
  subscription: Subscription,
  all: readonly Connection[],
): Promise<string | null> {
  const { workspaceId, makerId } = subscription;
  if (makerId === null) return null;
  const token = await tokens.valid(workspaceId, makerId);
  if (token === null) return endedMaker;
  if (token.policy.manage !== true) return 'The token that made it may not manage the workspace.';
  if (isLimited(token.policy)) return `The token that made it ${limited}.`;
  return allowsSelection(token.policy, subscription, all)
    ? null
    : 'The policy of the token that made it does not allow all that it delivers.';
}

/** Why a subscription is paused whose maker was revoked or has expired. */
export const endedMaker = 'The token that made it was revoked or has expired. Set it to active with another token.';

const isLimited = ({ maxRecords, callsPerMinute, callsPerDay }: Policy) =>
  maxRecords !== undefined || callsPerMinute !== undefined || callsPerDay !== undefined;

const limited = 'has max_records, calls_per_minute or calls_per_day, which deliveries do not keep';

/** Throws `forbidden` for a policy whose limits the deliveries of a subscription would exceed. */
export function requireUnlimited(policy: Policy): void {
  if (isLimited(policy))
    throw new GatewayError('forbidden', `A subscription needs another token: this one ${limited}.`);
}

/**
 * Whether a policy allows everything that a subscription may deliver, or has delivered. Nobody can tell of which connector a deleted
 * connection was, so a policy that names connectors does not allow it.
 */
function allowsSelection(
  policy: Policy,
  { connections, entities, events }: Pick<SubscriptionSelection, 'connections' | 'entities' | 'events'>,
  all: readonly Connection[],
): boolean {
  if (policy.connectors !== undefined && connections === null) return false;
  if (policy.entities !== undefined && entities === null) return false;
  const chosen = connections === null ? all : all.filter(({ id }) => connections.includes(id));
  if (policy.connectors !== undefined && chosen.length < (connections?.length ?? 0)) return false;
  // Tokens, and many requests of the audit, belong to no connection.
  const isPartial = policy.connectors !== undefined || policy.entities !== undefined;
  if (hidesData(policy) && includesType(events, 'audit.recorded')) return false;
  if (isPartial && ['token.created', 'audit.recorded'].some((type) => includesType(events, type))) return false;
  const ofEntities = { ...policy, connectors: undefined, ...(entities === null && { entities: undefined }) };
  const search = { connector: '', connection: '', action: 'context_store_search', effect: 'read' } as const;
  return (
    chosen.every((connection) => isAllowed(policy, connection)) &&
    (policy.entities === undefined || entities?.every((entity) => policy.entities?.includes(entity)) === true) &&
    (!includesType(events, 'record.changed') ||
      (entities ?? ['']).every((entity) => policyAllows(ofEntities, { ...search, entity })))
  );
}

/**
 * Whether a principal sees a subscription with its deliveries. One whose policy hides data sees only its own: those of others have delivered
 * what it hides, and would do so again to another URL.
 */
export function maySeeSubscription(
  principal: Principal,
  subscription: Subscription,
  all: readonly Connection[],
): boolean {
  const policy = policyOf(principal);
  const isShown = !hidesData(policy) || subscription.makerId === tokenIdOf(principal);
  return isShown && allowsSelection(policy, subscription, all);
}

/** Returns all connections of a workspace. */
export async function connectionsOf(
  { connections }: Pick<ControlPlane, 'connections'>,
  workspaceId: WorkspaceId,
): Promise<readonly Connection[]> {
  const found: Connection[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { items, nextCursor } = await connections.list(workspaceId, { limit: 1_000, cursor });
    found.push(...items);
    cursor = nextCursor ?? undefined;
  }
  return found;
}

function chosenFrom(all: readonly Connection[], name: string): Connection {
  const found = all.find((connection) => connection.id === name || connection.name === name);
  if (found !== undefined) return found;
  throw new GatewayError('connector_not_found', `The workspace has no connection "${name}". List its connections.`);
}

function requireAllowed(policy: Policy, selection: SubscriptionSelection, all: readonly Connection[]): void {
  if (allowsSelection(policy, selection, all)) return;
  throw new GatewayError(
    'forbidden',
    'The policy of this token does not allow everything that the subscription would deliver. Name connections, entities and events that it allows.',
  );
}

function requireEntities(entities: readonly string[] | null, layouts: readonly EntityLayout[]): void {
  const known = new Set(layouts.map(({ entity }) => entity));
  for (const entity of entities ?? []) {
    if (known.has(entity)) continue;
    const names = [...known].join(', ');
    throw new GatewayError('unknown_entity', `The entity "${entity}" has no copy. Entities with a copy: ${names}.`);
  }
}

function requireFields(fields: readonly string[] | null, layouts: readonly EntityLayout[]): void {
  const known = new Set(layouts.flatMap((layout) => layout.fields.map(({ name }) => name)));
  const errors = (fields ?? []).flatMap((name, index): FieldError[] =>
    known.has(name)
      ? []
      : [{ field: `/fields/${index}`, message: 'is not a search field of the entities', error_code: 'unknown_name' }],
  );
  if (errors.length > 0)
    throw new GatewayError('invalid_params', 'fields has names that no selected entity has as a search field.', {
      errors,
    });
}

function requireFilter(
  filter: SubscriptionSelection['filter'],
  entities: readonly string[] | null,
  copies: readonly VisibleCopy[],
): void {
  if (filter === null) return;
  if (entities?.length !== 1) {
    const message = 'requires exactly one entity';
    throw new GatewayError('invalid_params', `filter ${message}: its fields are those of the entity.`, {
      errors: [{ field: '/filter', message, error_code: 'not_allowed' }],
    });
  }
  for (const { layout, view } of copies) {
    const params = { query: { filter } };
    if (view === undefined) parseSearch(params, layout);
    else view.parseSearch(params);
  }
}
