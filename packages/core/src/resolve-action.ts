import { type Action, type DirectActionName, GatewayError } from '@connectory/connector-sdk';
import { type Connection, type Policy, policyAllows } from '@connectory/control-plane';
import { nearestName } from './nearest-name.ts';
import type { RegisteredConnector, RegisteredEntity } from './registry.ts';

/** The action an execute call names, in the connector it is for. */
export interface ResolvedAction {
  readonly entity: RegisteredEntity;
  readonly name: DirectActionName;
  readonly action: Action;
}

/**
 * Finds entity and action, and checks the token's policy. Throws `unknown_entity`, `action_not_available`, `forbidden`,
 * `hosted_mode_required`. What a policy forbids is not suggested either.
 */
export function resolveAction(
  registered: RegisteredConnector,
  connection: Connection,
  policy: Policy,
  entityName: string,
  actionName: string,
): ResolvedAction {
  const { connector, entities } = registered;
  const allows = (entity: string, action: string) =>
    policyAllows(policy, { connector: connector.id, connection: connection.name, entity, action });
  const entity = entities.get(entityName);
  if (entity === undefined) {
    const visible = [...entities].filter(([name, { actions }]) =>
      [...actions.keys()].some((action) => allows(name, action)),
    );
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
  if (actionName === 'context_store_search' && entity.entity.search !== null) {
    throw new GatewayError(
      'hosted_mode_required',
      'context_store_search needs a gateway in hosted mode; this one runs in direct mode. Use list or api_search.',
    );
  }
  const found = entity.actions.get(actionName);
  if (found === undefined) {
    const offered = [...entity.actions.keys()].filter((name) => allows(entityName, name));
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
  if (!allows(entityName, actionName)) {
    throw new GatewayError('forbidden', `The policy of this token does not allow ${actionName} on ${entityName}.`);
  }
  return { entity, name: found.name, action: found.action };
}

const question = (near: string | undefined) => (near === undefined ? '' : ` Did you mean "${near}"?`);
const didYouMean = (near: string | undefined) => (near === undefined ? {} : { did_you_mean: near });
