import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, directActions, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import type { z } from 'zod';
import { actionWords } from './action-words.ts';
import { wordsOf } from './words.ts';

/** An action by its names, with what it does to the upstream. */
export interface ActionAddress {
  readonly connector: string;
  readonly entity: string;
  readonly action: DirectActionName | 'context_store_search';
  readonly effect: Effect;
}

/** What the ranking needs to know of an action. */
export interface IndexedAction {
  readonly address: ActionAddress;
  readonly nameWords: readonly string[];
  /** Whether it requires a parameter, such as the parent of what it lists. */
  readonly isOfOne: boolean;
}

/** The texts by which an action is found. */
export interface ActionTexts {
  readonly vendor: string;
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly verbs: string;
  readonly params: string;
  readonly fields: string;
}

interface ActionWithTexts {
  readonly action: IndexedAction;
  readonly texts: ActionTexts;
}

/**
 * Every action of connectors with the texts by which it is found, in the order of their manifests. Reads the declarations: a manifest
 * would make the schemas of everything.
 */
export function indexActions(connectors: readonly Connector[]): readonly ActionWithTexts[] {
  return connectors.flatMap((connector) =>
    connector.entities.flatMap((entity) => {
      const texts = textsOfEntity(connector, entity);
      return [
        ...directActions.flatMap((name) => {
          const action = entity.actions[name];
          return action === undefined ? [] : [directAction(connector, entity, texts, name, action)];
        }),
        ...(entity.search === null ? [] : [searchAction(connector, entity, texts)]),
      ];
    }),
  );
}

function directAction(
  connector: Connector,
  entity: Entity,
  texts: TextsOfEntity,
  name: DirectActionName,
  action: Action,
): ActionWithTexts {
  const { summary, params } = action;
  const members = Object.values<z.ZodType>(params.shape);
  return {
    action: {
      address: { connector: connector.id, entity: entity.name, action: name, effect: effectOf(name, action) },
      nameWords: wordsOf(entity.name),
      isOfOne: members.some(({ _zod }) => _zod.optin === undefined),
    },
    texts: {
      ...texts,
      summary,
      verbs: `${actionWords[name]} ${/^\S+/.exec(summary)?.[0] ?? ''}`,
      params: textOf(params, 2),
    },
  };
}

function searchAction(connector: Connector, entity: Entity, texts: TextsOfEntity): ActionWithTexts {
  const action = 'context_store_search';
  return {
    action: {
      address: { connector: connector.id, entity: entity.name, action, effect: 'read' },
      nameWords: wordsOf(entity.name),
      isOfOne: false,
    },
    texts: { ...texts, summary: '', verbs: actionWords[action], params: '' },
  };
}

type TextsOfEntity = ReturnType<typeof textsOfEntity>;

const textsOfEntity = ({ id, vendor, kind }: Connector, { name, summary, record, search }: Entity) => ({
  vendor,
  kind: `${kind} ${id}`,
  name,
  about: summary,
  fields: [...new Set(wordsOf([fieldsOf(record, 3), ...Object.keys(search?.derived ?? {})].join(' ')))].join(' '),
});

/** Names of fields and of those within them. */
function fieldsOf(schema: z.ZodType, depth: number): string {
  const shape = objectIn(schema)?.shape as Readonly<Record<string, z.ZodType>> | undefined;
  if (shape === undefined) return '';
  return Object.entries(shape)
    .map(([name, member]) => `${name} ${depth > 1 ? fieldsOf(member, depth - 1) : ''}`)
    .join(' ');
}

/** Names and descriptions of parameters, and of members of those that are objects. */
function textOf({ shape }: z.ZodObject, depth: number): string {
  return Object.entries<z.ZodType>(shape)
    .map(([name, member]) => {
      const inner = depth > 1 ? objectIn(member) : undefined;
      return `${name} ${member.description ?? ''} ${inner === undefined ? '' : textOf(inner, depth - 1)}`;
    })
    .join(' ');
}

interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
}

// Plugins may bring their own copy of zod, so classes are not compared.
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const { type, innerType, element } = schema._zod.def as SchemaDefinition;
  if (type === 'object') return schema as z.ZodObject;
  const inner = innerType ?? element;
  return inner === undefined ? undefined : objectIn(inner);
}
