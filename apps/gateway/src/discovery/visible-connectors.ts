import { type ConnectorManifest, type EntityManifest, effectOf } from '@connectory/connector-sdk/engine';
import { type ControlPlane, type PolicyRequest, type Principal, policyAllows } from '@connectory/control-plane';
import type { RegisteredConnector, RegisteredEntity, Registry } from '@connectory/core';
import { GatewayError, nearestName } from '@connectory/errors';

/** Whether the caller may see an action of a connector, through any connection. */
export type AllowsAction = (action: Omit<PolicyRequest, 'connection'>) => boolean;

/** The installed connectors as visible to the caller. */
export interface VisibleConnectors {
  /** Connectors with at least one visible action. */
  readonly all: readonly RegisteredConnector[];
  readonly allows: AllowsAction;
}

/** Returns the installed connectors without what the policy of a token forbids; all of them for the admin. */
export async function visibleConnectors(
  { controlPlane, registry }: { readonly controlPlane: Pick<ControlPlane, 'connections'>; readonly registry: Registry },
  principal: Principal,
): Promise<VisibleConnectors> {
  const allows = await allowsOf(controlPlane, principal);
  return { all: registry.all().filter((registered) => entityNames(registered, allows).length > 0), allows };
}

async function allowsOf(controlPlane: Pick<ControlPlane, 'connections'>, principal: Principal): Promise<AllowsAction> {
  if (principal.kind === 'admin') return () => true;
  const { policy, workspaceId } = principal;
  const named =
    policy.connectors === undefined
      ? []
      : (await controlPlane.connections.list(workspaceId, { limit: 1_000, policy })).items;
  return (action) => {
    const ownNames = named.filter(({ connector }) => connector === action.connector).map(({ name }) => name);
    return [action.connector, ...ownNames].some((connection) => policyAllows(policy, { ...action, connection }));
  };
}

/**
 * Returns the connector with this id. Throws `connector_not_found`, also for a connector that may not be seen, with the most similar
 * visible id.
 */
export function visibleConnector({ all }: VisibleConnectors, id: string): RegisteredConnector {
  const found = all.find(({ connector }) => connector.id === id);
  if (found !== undefined) return found;
  const near = nearestName(
    id,
    all.map(({ connector }) => connector.id),
  );
  throw new GatewayError('connector_not_found', `This gateway has no connector with that ID.${question(near)}`);
}

/**
 * Returns an entity with its visible actions. Throws `unknown_entity` if there are none, with the most similar name of an entity that has
 * some.
 */
export function visibleEntity(registered: RegisteredConnector, name: string, allows: AllowsAction): EntityManifest {
  const names = entityNames(registered, allows);
  const found = names.includes(name) ? registered.manifest.entities.find((entity) => entity.name === name) : undefined;
  if (found !== undefined) return { ...found, actions: allowedActions(registered.connector.id, found, allows) };
  const near = nearestName(name, names);
  const message = `The connector ${registered.connector.id} has no entity with that name.${question(near)}`;
  throw new GatewayError('unknown_entity', message, {
    errors: [
      {
        field: '/entity',
        message: 'is not an entity of this connector',
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      },
    ],
  });
}

/** Restricts a manifest to visible entities and actions. */
export function restrictManifest(manifest: ConnectorManifest, allows: AllowsAction): ConnectorManifest {
  const entities = manifest.entities.flatMap((entity) => {
    const actions = allowedActions(manifest.id, entity, allows);
    return actions.length === 0 ? [] : [{ ...entity, actions }];
  });
  return { ...manifest, entities };
}

const allowedActions = (connector: string, { name, actions }: EntityManifest, allows: AllowsAction) =>
  actions.filter(({ action, effect }) => allows({ connector, entity: name, action, effect }));

// Uses the declarations, because a manifest builds the schemas it is asked for.
function entityNames({ connector, entities }: RegisteredConnector, allows: AllowsAction): readonly string[] {
  return [...entities]
    .filter(([entity, registered]) =>
      offered(registered).some((action) => allows({ connector: connector.id, entity, ...action })),
    )
    .map(([name]) => name);
}

function offered({ entity, actions }: RegisteredEntity): readonly Pick<PolicyRequest, 'action' | 'effect'>[] {
  const direct = [...actions.values()].map(({ name, action }) => ({ action: name, effect: effectOf(name, action) }));
  return entity.search === null ? direct : [...direct, { action: 'context_store_search', effect: 'read' }];
}

const question = (near: string | undefined) => (near === undefined ? '' : ` Did you mean "${near}"?`);
