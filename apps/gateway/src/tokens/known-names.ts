import { directActions, entitiesWithWebhooks } from '@connectory/connector-sdk/engine';
import {
  type RegisteredConnector,
  type RuleGiver,
  type RuleParts,
  requireReadableHold,
  unsoundRules,
} from '@connectory/core';
import { type FieldError, GatewayError, nearestName, shownPointer } from '@connectory/errors';
import { fromPolicyBody } from './policy-body.ts';
import type { PolicyBody } from './schemas.ts';

const allActions: readonly string[] = [...directActions, 'context_store_search'];

/**
 * Throws `invalid_params` if a policy names an entity or a field that no installed connector has, or an action there is not; or has a
 * condition that cannot be read. Connections are not checked, because a token may be created before its connection.
 */
export async function requireKnownNames(parts: RuleParts, giver: RuleGiver, policy: PolicyBody): Promise<void> {
  const { entities, actions, hold } = policy;
  requireReadableHold({ hold });
  const errors = [
    ...unknownNames('entities', entities, () => parts.registry.all().flatMap(entityNames)),
    ...unknownNames('actions', actions, () => allActions),
    ...(await unsoundRules(parts, giver, fromPolicyBody(policy))),
  ];
  const [first] = errors;
  if (first === undefined) return;
  const near = first.did_you_mean;
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw new GatewayError('invalid_params', `${shownPointer(first.field)} ${first.message}.${hint}`, { errors });
}

// Registering webhooks runs actions of an entity that is not among those for calls.
const entityNames = ({ connector }: RegisteredConnector) => entitiesWithWebhooks(connector).map(({ name }) => name);

function unknownNames(
  field: 'entities' | 'actions',
  names: readonly string[] = [],
  known: () => readonly string[],
): readonly FieldError[] {
  if (names.length === 0) return [];
  const all = new Set(known());
  return names
    .filter((name) => !all.has(name))
    .map((name) => {
      const near = nearestName(name, all);
      return {
        field: `/policy/${field}`,
        message: `has "${name}", which no installed connector has`,
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      };
    });
}
