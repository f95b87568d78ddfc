import type { EntityLayout } from '@connectory/context-store';
import { type Connection, type Policy, policyAllows } from '@connectory/control-plane';
import type { ChangesAnswer, ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';

/** Whose changes to read, and which of them the token may see. */
export interface WantedChanges {
  readonly connection: Connection;
  readonly policy: Policy;
  /** Names of entities; by default, all that the policy allows to search. */
  readonly entities: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a page after a cursor, or since a time (milliseconds since 1970). */
export type ChangesReader = (from: string | number | null, limit: number) => Promise<ChangesAnswer>;

/**
 * Returns a reader of the changes that a policy allows; a page has at most the policy's maximum of records. Throws `forbidden`,
 * `unknown_entity` and `connector_not_found`.
 */
export function changesReader(
  copies: ContextCopy,
  { connection, policy, entities, signal }: WantedChanges,
): ChangesReader {
  const layouts = wantedLayouts(copies, connection, policy, entities);
  const most = policy.maxRecords ?? Number.POSITIVE_INFINITY;
  const { id: connectionId, workspaceId } = connection;
  return (from, limit) =>
    copies.changes(workspaceId, { connectionId, layouts, from, limit: Math.min(limit, most) }, signal);
}

function wantedLayouts(
  copies: ContextCopy,
  connection: Connection,
  policy: Policy,
  wanted: readonly string[] | undefined,
): readonly EntityLayout[] {
  const all = copies.layouts(connection);
  const { connector, name } = connection;
  const isAllowed = (entity: string) =>
    policyAllows(policy, { connector, connection: name, entity, action: 'context_store_search', effect: 'read' });
  for (const entity of wanted ?? []) {
    if (!isAllowed(entity)) {
      throw new GatewayError('forbidden', `The policy of this token does not allow searching ${entity} on "${name}".`);
    }
    if (all.some((layout) => layout.entity === entity)) continue;
    const known = all.map((layout) => layout.entity).join(', ');
    throw new GatewayError('unknown_entity', `The entity "${entity}" has no copy. Entities with a copy: ${known}.`);
  }
  return all.filter(({ entity }) => (wanted === undefined ? isAllowed(entity) : wanted.includes(entity)));
}
