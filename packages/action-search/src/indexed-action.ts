import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, directActions, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import type { z } from 'zod';
import { actionWords } from './action-words.ts';

/** An action by its names. */
export interface ActionAddress {
  readonly connector: string;
  readonly entity: string;
  readonly action: DirectActionName | 'context_store_search';
  readonly effect: Effect;
}

/** The texts by which an action is found, by the fields of the index. */
export interface IndexedAction extends ActionAddress {
  readonly id: number;
  readonly vendor: string;
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly verbs: string;
  readonly params: string;
  readonly fields: string;
}

/** The fields of the index, with how much a word in each of them counts. */
export const fieldWeights = {
  vendor: 3,
  kind: 2,
  name: 4,
  summary: 3,
  about: 2,
  verbs: 1,
  params: 0.5,
  fields: 0.3,
} as const;

/** Every action of connectors with the texts by which it is found, in the order of their manifests. */
export function indexedActions(connectors: readonly Connector[]): readonly IndexedAction[] {
  const found: IndexedAction[] = [];
  for (const connector of connectors) {
    for (const entity of connector.entities) {
      for (const [action, declared] of actionsOf(entity)) {
        found.push({ id: found.length, ...describe(connector, entity, action, declared) });
      }
    }
  }
  return found;
}

function actionsOf({ actions, search }: Entity): readonly (readonly [ActionAddress['action'], Action | undefined])[] {
  const direct = directActions.flatMap((name) => {
    const action = actions[name];
    return action === undefined ? [] : [[name, action] as const];
  });
  return search === null ? direct : [...direct, ['context_store_search', undefined]];
}

function describe(
  { id, vendor, kind }: Connector,
  entity: Entity,
  name: ActionAddress['action'],
  action: Action | undefined,
): Omit<IndexedAction, 'id'> {
  const summary = action?.summary ?? '';
  return {
    connector: id,
    entity: entity.name,
    action: name,
    effect: action === undefined || name === 'context_store_search' ? 'read' : effectOf(name, action),
    vendor,
    kind: `${kind} ${id}`,
    name: entity.name,
    summary,
    about: entity.summary,
    verbs: `${actionWords[name] ?? ''} ${/^\S+/.exec(summary)?.[0] ?? ''}`,
    params: action === undefined ? '' : textOf(action.params, 2),
    fields: namesOf(entity.record),
  };
}

const namesOf = ({ shape }: z.ZodObject): string => Object.keys(shape).join(' ');

/** Names and descriptions of parameters, and of members of those that are objects. */
function textOf(schema: z.ZodObject, depth: number): string {
  return Object.entries<z.ZodType>(schema.shape)
    .map(([name, member]) => {
      const inner = depth > 1 ? objectIn(member) : undefined;
      return `${name} ${member.description ?? ''} ${inner === undefined ? '' : textOf(inner, depth - 1)}`;
    })
    .join(' ');
}

// Plugins bring a copy of zod of their own, so that no class is asked for.
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const { def } = schema._zod as unknown as { readonly def: SchemaDefinition };
  if (def.type === 'object') return schema as z.ZodObject;
  const inner = def.innerType ?? def.element;
  return inner === undefined ? undefined : objectIn(inner);
}

interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
}
