import type { Action, Connector, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, directActions, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import MiniSearch from 'minisearch';
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
export interface IndexedAction extends ActionTexts {
  /** Position in the order of the manifests. */
  readonly id: number;
  readonly address: ActionAddress;
  readonly nameWords: readonly string[];
  /** Whether it requires a parameter, such as the parent of what it lists. */
  readonly needsParent: boolean;
}

/** The texts by which an action is found. */
interface ActionTexts {
  readonly kind: string;
  readonly name: string;
  readonly keywords: string;
  readonly summary: string;
  readonly about: string;
  readonly verbs: string;
  readonly params: string;
  readonly fields: string;
}

/** How much a word in each of the texts counts. */
const fieldWeights: Readonly<Record<keyof ActionTexts, number>> = {
  kind: 1,
  name: 3.5,
  keywords: 3,
  summary: 3,
  about: 3,
  verbs: 1,
  params: 0.25,
  fields: 1,
};

/** The actions of connectors with the index of their words. */
export class ActionIndex {
  /** In the order of their manifests. */
  readonly actions: readonly IndexedAction[];
  readonly #words: MiniSearch<IndexedAction>;
  readonly #known = new Set<string>();

  constructor(connectors: readonly Connector[]) {
    this.actions = connectors
      .flatMap((connector) => connector.entities.flatMap((entity) => actionsOf(connector, entity)))
      .map((action, id) => ({ id, ...action }));
    this.#words = new MiniSearch<IndexedAction>({
      fields: Object.keys(fieldWeights),
      tokenize: (text) => [...wordsOf(text)],
      processTerm: (term) => {
        this.#known.add(term);
        return term;
      },
    });
    this.#words.addAll(this.actions);
  }

  /** How well actions match words, by position; words have the weights that `weights` gives them, or 1. */
  scores(words: readonly string[], weights: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
    const hits = this.#words.search(words.join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost: fieldWeights,
      boostTerm: (term) => weights.get(term) ?? 1,
      prefix: (term) => term.length >= 5,
      // A word that occurs somewhere is not misspelled.
      fuzzy: (term) => (term.length >= 5 && !/\d/.test(term) && !this.#known.has(term) ? 0.2 : false),
      weights: { fuzzy: 0.3, prefix: 0.4 },
    });
    return new Map(hits.map(({ id, score }) => [id as number, score]));
  }
}

type ActionWithoutId = Omit<IndexedAction, 'id'>;

// Reads the declarations: a manifest would make the schemas of everything.
function actionsOf(connector: Connector, entity: Entity): readonly ActionWithoutId[] {
  const shared = {
    kind: `${connector.vendor} ${connector.kind} ${connector.id}`,
    name: entity.name,
    keywords: (entity.keywords ?? []).join(' '),
    about: entity.summary,
    fields: [fieldsOf(entity.record, 3), ...Object.keys(entity.search?.derived ?? {})].join(' '),
    nameWords: wordsOf(entity.name),
  };
  const address = { connector: connector.id, entity: entity.name };
  const direct = directActions.flatMap((name): ActionWithoutId[] => {
    const action: Action | undefined = entity.actions[name];
    if (action === undefined) return [];
    const { summary, params } = action;
    return [
      {
        ...shared,
        address: { ...address, action: name, effect: effectOf(name, action) },
        summary,
        verbs: `${actionWords[name]} ${/^\S+/.exec(summary)?.[0] ?? ''}`,
        params: textOf(params, 2),
        needsParent: Object.values<z.ZodType>(params.shape).some(({ _zod }) => _zod.optin === undefined),
      },
    ];
  });
  if (entity.search === null) return direct;
  const action = 'context_store_search';
  const search = { summary: '', verbs: actionWords[action], params: '', needsParent: false };
  return [...direct, { ...shared, ...search, address: { ...address, action, effect: 'read' } }];
}

/** Names of fields and of those within them. */
function fieldsOf(schema: z.ZodType, depth: number): string {
  const shape = objectIn(schema)?.shape as Readonly<Record<string, z.ZodType>> | undefined;
  return Object.entries(shape ?? {})
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
