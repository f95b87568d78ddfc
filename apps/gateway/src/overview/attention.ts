import {
  type Connection,
  type ControlPlane,
  hidesData,
  type Policy,
  type Subscription,
} from '@connectory/control-plane';
import type { ContextCopy, Registry } from '@connectory/core';
import { isAllowed, shownConnection } from '../connections/find-connection.ts';
import type { UpstreamSunsetBody } from '../service/schemas.ts';
import { type ScheduledCopy, scheduledCopies } from '../syncs/scheduled-copies.ts';
import type { AttentionBody } from './schemas.ts';

/** Where everything is found that may need a person. */
export interface AttentionParts {
  readonly controlPlane: Pick<ControlPlane, 'subscriptions'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  /** Upstream API versions of connectors that are about to end. */
  readonly sunsets: () => readonly UpstreamSunsetBody[];
}

const hour = 3_600_000;
const staleIntervals = 3;
const maxMessage = 300;

const item = (
  kind: AttentionBody['kind'],
  about: Partial<AttentionBody> & Pick<AttentionBody, 'message' | 'since'>,
): AttentionBody => ({ kind, connection_id: null, subscription_id: null, entity: null, ...about });

/** What is wrong with connections and their copies, as far as the policy allows their entities: the gravest first. */
export async function connectionAttention(
  { registry, copy, sunsets }: AttentionParts,
  connections: readonly Connection[],
  policy: Policy,
  now: number,
): Promise<readonly AttentionBody[]> {
  const found: AttentionBody[] = [];
  for (const connection of connections) {
    // It needs no attention until it is resumed.
    if (connection.paused) continue;
    if (connection.state === 'reauthorization_required') found.push(rejected(shownConnection(connection, policy)));
    else if (copy !== undefined && registry.get(connection.connector) !== undefined) {
      const copies = await scheduledCopies(copy, connection, now);
      const allowed = copies.filter(({ state: { entity } }) => policy.entities?.includes(entity) ?? true);
      found.push(...copyAttention(connection, allowed, !hidesData(policy)));
    }
  }
  const used = new Set(connections.map(({ connector }) => connector));
  const ends = sunsets().filter(({ connector }) => used.has(connector));
  return [...found.sort(byGravity), ...ends.map((one) => versionEnds(one, registry, now))];
}

const gravity: readonly AttentionBody['kind'][] = ['reconnect', 'failing_sync', 'stale_copy'];

const byGravity = (one: AttentionBody, other: AttentionBody) =>
  gravity.indexOf(one.kind) - gravity.indexOf(other.kind) || one.since.localeCompare(other.since);

function rejected({ id, name, stateReason, stateSince }: Connection): AttentionBody {
  const message = `The vendor rejects the credentials of "${name}"${stateReason === null ? '' : `: ${stateReason}`}`;
  return item('reconnect', { connection_id: id, message: sentence(message), since: stateSince });
}

/** One item for all copies of a connection that fail, and one for those that are out of date without failing. */
function copyAttention(
  connection: Connection,
  copies: readonly ScheduledCopy[],
  showsErrors: boolean,
): readonly AttentionBody[] {
  const failing = copies.filter(({ isFailing }) => isFailing);
  const stale = copies.filter(({ isFailing, age, interval }) => !isFailing && (age ?? 0) > staleIntervals * interval);
  return [
    ...about('failing_sync', connection, failing, (names) => {
      const [error] = failing.flatMap(({ state: { errors } }) => errors);
      return `The last pass of ${names} failed${error === undefined ? '' : `: ${showsErrors ? error.message : error.code}`}`;
    }),
    ...about('stale_copy', connection, stale, (names) => `The copy of ${names} is out of date`),
  ];
}

function about(
  kind: AttentionBody['kind'],
  { id, name, createdAt }: Connection,
  copies: readonly ScheduledCopy[],
  messageOf: (names: string) => string,
): readonly AttentionBody[] {
  const [first, ...others] = copies.map(({ state }) => state);
  if (first === undefined) return [];
  const names = others.length === 0 ? `${first.entity} of "${name}"` : `${copies.length} entities of "${name}"`;
  const since = copies.map(({ state }) => state.synced_at ?? createdAt).toSorted()[0] ?? createdAt;
  const entity = others.length === 0 ? first.entity : null;
  return [item(kind, { connection_id: id, entity, message: sentence(messageOf(names)), since })];
}

function versionEnds(
  { connector, version, sunset, days_left: left }: UpstreamSunsetBody,
  registry: Registry,
  now: number,
): AttentionBody {
  const vendor = registry.get(connector)?.connector.vendor ?? connector;
  const message = `${vendor} ${left < 0 ? 'shut' : 'shuts'} down version ${version} of its API on ${sunset}: update Connectory`;
  return item('version_ends', { message: sentence(message), since: new Date(now).toISOString() });
}

/** Subscriptions whose receivers fail, or that the gateway paused. */
export async function subscriptionAttention(
  { controlPlane }: AttentionParts,
  subscriptions: readonly Subscription[],
  now: number,
): Promise<readonly AttentionBody[]> {
  const found: AttentionBody[] = [];
  for (const { id, name, state, stateReason, updatedAt } of subscriptions) {
    if (state === 'paused' && stateReason !== null) {
      const message = sentence(`The subscription "${name}" is paused: ${stateReason}`);
      found.push(item('failed_deliveries', { subscription_id: id, message, since: updatedAt }));
      continue;
    }
    const troubled = await controlPlane.subscriptions.deliveries.troubled(id, new Date(now - 24 * hour).toISOString());
    if (troubled === null) continue;
    const { count, since } = troubled;
    const message = `The receiver of "${name}" did not accept ${count} ${count === 1 ? 'delivery' : 'deliveries'}.`;
    found.push(item('failed_deliveries', { subscription_id: id, message, since }));
  }
  return found;
}

function sentence(text: string): string {
  const shown = text.slice(0, maxMessage).trim();
  return shown.endsWith('.') ? shown : `${shown}.`;
}

/** Connections that a policy allows. */
export const allowedOf = (policy: Policy, connections: readonly Connection[]): readonly Connection[] =>
  connections.filter((connection) => isAllowed(policy, connection));
