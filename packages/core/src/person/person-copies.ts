import { type EntityPlan, entityPlans } from '@connectory/context-store';
import type { Connection, ControlPlane, Policy, WorkspaceId } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { ContextCopy } from '../hosted/context-copy.ts';
import { connectorOf } from '../own-fields/own-connector.ts';
import type { Registry } from '../registry.ts';
import { maySearch } from '../resolve-action.ts';

/** The copy of one entity. */
export interface PersonCopy {
  readonly connection: Connection;
  readonly plan: EntityPlan;
  /** Names of all entities of the connector. */
  readonly entities: readonly string[];
}

/** Why records were not searched: they have no copy, it is not ready or not allowed, or the connector is not installed. */
export interface SkippedRecords {
  readonly connection: string;
  /** Null for all entities of the connection. */
  readonly entity: string | null;
  readonly reason: 'not_ready' | 'too_slow' | 'no_copy' | 'not_allowed' | 'not_installed';
}

/** Dependencies of finding copies. */
export interface PersonCopiesParts {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  readonly copy: ContextCopy;
}

/** The copies of a workspace in which a person is searched for. */
export interface PersonCopies {
  readonly copies: readonly PersonCopy[];
  /** The connections that the policy allows, also those without a copy. */
  readonly connections: readonly Connection[];
  readonly skipped: readonly SkippedRecords[];
}

const maxConnections = 1_000;

/** Finds the copies that a policy allows to search. Throws `invalid_params` for more than 1,000 connections. */
export async function personCopies(
  parts: PersonCopiesParts,
  workspaceId: WorkspaceId,
  policy: Policy,
): Promise<PersonCopies> {
  const { items, nextCursor } = await parts.controlPlane.connections.list(workspaceId, {
    policy,
    limit: maxConnections,
  });
  if (nextCursor !== null)
    throw new GatewayError(
      'invalid_params',
      `This token may search more than ${maxConnections} connections, which is too many at once. Use tokens whose policies allow fewer.`,
    );
  const copies: PersonCopy[] = [];
  const skipped: SkippedRecords[] = [];
  for (const connection of items) {
    const { name } = connection;
    const skip = (entity: string | null, reason: SkippedRecords['reason']) =>
      skipped.push({ connection: name, entity, reason });
    const registered = await connectorOf(parts, connection);
    if (registered === undefined) {
      skip(null, 'not_installed');
      continue;
    }
    const plans = new Map(entityPlans(registered.connector).map((plan) => [plan.entity.name, plan]));
    const states = new Map((await parts.copy.states(connection)).map((state) => [state.entity, state]));
    const entities = [...registered.entities.keys()];
    for (const entity of entities) {
      const plan = plans.get(entity);
      if (!maySearch(policy, connection, entity)) skip(entity, 'not_allowed');
      else if (plan === undefined) skip(entity, 'no_copy');
      else if (states.get(entity)?.ready === true) copies.push({ connection, plan, entities });
      else skip(entity, 'not_ready');
    }
  }
  return { copies, connections: items, skipped };
}
