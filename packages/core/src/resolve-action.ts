import type { Action } from '@connectory/connector-sdk';
import { type DirectActionName, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import type { EntityLayout } from '@connectory/context-store';
import { type Connection, type Policy, policyAllows } from '@connectory/control-plane';
import { GatewayError, nearestName } from '@connectory/errors';
import type { ContextCopy } from './hosted/context-copy.ts';
import type { RegisteredConnector, RegisteredEntity } from './registry.ts';

/** The name of the action that searches the synchronized copy. */
export const searchAction = 'context_store_search';

/**
 * The name of the action that runs SQL over the copies of a connection. It needs the right to search an entity, and stands in no manifest:
 * every entity has the same.
 */
export const sqlAction = 'context_store_sql_query';

/** Whether a policy allows to search the copy of an entity of a connection, by any way. */
export const maySearch = (
  policy: Policy,
  { connector, name }: Pick<Connection, 'connector' | 'name'>,
  entity: string,
) => policyAllows(policy, { connector, connection: name, entity, action: searchAction, effect: 'read' });

/** An action that is run upstream. */
export interface DirectAction {
  readonly kind: 'direct';
  readonly entity: RegisteredEntity;
  readonly name: DirectActionName;
  readonly action: Action;
}

/** A search of the copy of an entity. */
export interface SearchAction {
  readonly kind: 'search';
  readonly layout: EntityLayout;
  readonly copy: ContextCopy;
}

/** SQL over the copies of a connection. */
interface SqlAction {
  readonly kind: 'sql';
}

/** The entity and action that an execute call names. */
export type ResolvedAction = DirectAction | SearchAction | SqlAction;

/**
 * Finds entity and action, and checks the token's policy. Throws `unknown_entity`, `action_not_available`, `forbidden`,
 * `hosted_mode_required`. What a policy forbids is not suggested either.
 * `copy` is undefined in direct mode. With `hidesForbidden`, what the policy forbids is treated as if it did not exist.
 */
export function resolveAction(
  registered: RegisteredConnector,
  connection: Connection,
  policy: Policy,
  { entity: entityName, action: actionName }: { readonly entity: string; readonly action: string },
  copy: ContextCopy | undefined,
  hidesForbidden = false,
): ResolvedAction {
  const { connector, entities } = registered;
  const allows = (registeredEntity: RegisteredEntity, action: string) =>
    policyAllows(policy, {
      connector: connector.id,
      connection: connection.name,
      entity: registeredEntity.entity.name,
      action: action === sqlAction ? searchAction : action,
      effect: effectIn(registeredEntity, action),
    });
  const isVisible = (registeredEntity: RegisteredEntity) =>
    offeredActions(registeredEntity, copy).some((action) => allows(registeredEntity, action));
  const entity = entities.get(entityName);
  if (entity === undefined || (hidesForbidden && !isVisible(entity))) {
    const visible = [...entities].filter(([, registeredEntity]) => isVisible(registeredEntity));
    const near = nearestName(
      entityName,
      visible.map(([name]) => name),
    );
    throw new GatewayError(
      'unknown_entity',
      `The connector ${connector.id} has no entity "${entityName}".${question(near)}`,
      {
        errors: [
          {
            field: '/entity',
            message: 'is not an entity of this connector',
            error_code: 'unknown_name',
            ...didYouMean(near),
          },
        ],
      },
    );
  }
  const readsCopy = actionName === searchAction || actionName === sqlAction;
  if (readsCopy && copy === undefined && entity.entity.search !== null) {
    throw new GatewayError(
      'hosted_mode_required',
      `${actionName} requires a gateway in hosted mode; this one runs in direct mode. Use list or api_search.`,
    );
  }
  const found = actionOf(entity, actionName, copy);
  const isAllowed = allows(entity, actionName);
  if (found === undefined || (hidesForbidden && !isAllowed)) {
    const offered = offeredActions(entity, copy).filter((name) => allows(entity, name));
    const near = nearestName(actionName, offered);
    throw new GatewayError(
      'action_not_available',
      `${entityName} offers ${offered.join(', ') || 'no action this token may use'}, not "${actionName}".${question(near)}`,
      {
        errors: [
          {
            field: '/action',
            message: offered.length === 0 ? 'is not available' : `must be one of ${offered.join(', ')}`,
            error_code: 'unknown_name',
            ...didYouMean(near),
          },
        ],
      },
    );
  }
  if (!isAllowed) {
    throw new GatewayError('forbidden', `The policy of this token does not allow ${actionName} on ${entityName}.`);
  }
  return found;
}

function actionOf(entity: RegisteredEntity, name: string, copy: ContextCopy | undefined): ResolvedAction | undefined {
  if (name === searchAction || name === sqlAction) {
    if (copy === undefined || entity.copy === null) return undefined;
    return name === sqlAction ? { kind: 'sql' } : { kind: 'search', layout: entity.copy, copy };
  }
  const direct = entity.actions.get(name);
  return direct && { kind: 'direct', entity, ...direct };
}

/** The effect of an action of an entity on the upstream; the only indirect action, the search of the copy, is a read. */
export function effectIn({ actions }: RegisteredEntity, name: string): Effect {
  const direct = actions.get(name);
  return direct === undefined ? 'read' : effectOf(direct.name, direct.action);
}

/** Names of the actions that can be called on an entity; `copy` is undefined in direct mode, which has no search. */
export function offeredActions(
  { actions, copy: layout }: RegisteredEntity,
  copy: ContextCopy | undefined,
): readonly OfferedAction[] {
  const direct = [...actions.values()].map(({ name }) => name);
  return copy === undefined || layout === null ? direct : [...direct, searchAction];
}

/** An action that can be called. */
type OfferedAction = DirectActionName | typeof searchAction;

const question = (near: string | undefined) => (near === undefined ? '' : ` Did you mean "${near}"?`);
const didYouMean = (near: string | undefined) => (near === undefined ? {} : { did_you_mean: near });
