import { linkPlaces } from '@connectory/connector-sdk/engine';
import {
  type EntityLayout,
  type EntityPlan,
  entityPlans,
  type LayoutField,
  parseSearch,
  type SearchQuery,
  words,
} from '@connectory/context-store';
import type { Connection, Policy } from '@connectory/control-plane';
import { type DataViewParts, viewOf } from '../data-view/data-views.ts';
import type { EntityView } from '../data-view/entity-view.ts';
import { searchFieldPath } from '../fields.ts';
import { stopWords } from '../find-actions/action-words.ts';
import { wordsOf } from '../find-actions/words.ts';
import type { RegisteredConnector, RegisteredEntity } from '../registry.ts';
import { maySearch } from '../resolve-action.ts';
import { textFields, timeField } from './text-fields.ts';

/** The copy of an entity with text, which the token may search. */
export interface TextCopy {
  readonly connection: Connection;
  readonly registered: RegisteredConnector;
  readonly entity: RegisteredEntity;
  readonly layout: EntityLayout;
  readonly plan: EntityPlan;
  readonly texts: readonly string[];
  readonly time: LayoutField | undefined;
  /** What the policy shows of it; undefined for everything. */
  readonly view: EntityView | undefined;
}

/** The copies of a connection that have text fields and that a policy allows to search. */
export async function textCopies(
  parts: DataViewParts,
  connection: Connection,
  registered: RegisteredConnector,
  policy: Policy,
): Promise<readonly TextCopy[]> {
  const copies: TextCopy[] = [];
  for (const plan of entityPlans(registered.connector)) {
    const { layout } = plan;
    const entity = registered.entities.get(layout.entity);
    if (entity === undefined || !maySearch(policy, connection, layout.entity)) continue;
    const view = await viewOf(parts, policy, connection, entity);
    const pathOf = searchFieldPath(layout);
    const isShown = (name: string) => view?.fields.showsInSearch(pathOf(name)) ?? true;
    const texts = textFields(layout, plan.entity.search?.title).filter(isShown);
    if (texts.length === 0 || view?.isReadable === false) continue;
    const time = timeField({ ...layout, fields: layout.fields.filter(({ name }) => isShown(name)) });
    copies.push({ connection, registered, entity, layout, plan, texts, time, view });
  }
  return copies;
}

/** The words of a search. */
export interface SaidWords {
  /** All of them, folded. */
  readonly said: readonly string[];
  /** Those that a record must have: without the ones that say nothing, unless there are no others. */
  readonly wanted: readonly string[];
}

const maxWords = 10;
const meaningless: ReadonlySet<string> = new Set(stopWords.split(/\s+/));

/** The words of a text; those beyond the first ten that say something are ignored. */
export function saidWords(text: string): SaidWords {
  const said = [...new Set(words(text))];
  const meaningful = said.filter((word) => !meaningless.has(word));
  return { said: said.slice(0, 4 * maxWords), wanted: (meaningful.length > 0 ? meaningful : said).slice(0, maxWords) };
}

/** Those of the words that name the connection, its system, or the kind of record. */
export function namingWords({ connection, registered: { connector }, layout }: TextCopy, said: readonly string[]) {
  const { id, vendor, kind } = connector;
  const names = new Set(wordsOf(`${id} ${vendor} ${kind} ${layout.entity} ${connection.name}`));
  return said.filter((word) => wordsOf(word).some((stem) => names.has(stem)));
}

/** How many of the words a record must have: all, all but one, or any. */
export const stages = ['all', 'all but one', 'any'] as const;

/** How many of the words a record must have. */
export type Stage = (typeof stages)[number];

/** The search language allows so many words to be looked for in texts. */
const maxConditions = 100;

/** The search for candidates in a copy, latest change first; null for a stage that finds no more than the one before. */
export function candidateQuery(copy: TextCopy, { wanted }: SaidWords, stage: Stage, limit: number): SearchQuery | null {
  const { layout, texts, time } = copy;
  const named = namingWords(copy, wanted);
  const required = named.length < wanted.length ? wanted.filter((word) => !named.includes(word)) : wanted;
  const count = required.length;
  if (count < { all: 1, 'all but one': 3, any: 2 }[stage]) return null;
  const tried = { all: count, 'all but one': count * (count - 1), any: 1 }[stage];
  const fields = texts.slice(0, Math.floor(maxConditions / tried));
  const inSome = (operator: 'fuzzy' | 'keyword', operand: string) => ({
    or: fields.map((field) => ({ [operator]: { [field]: operand } })),
  });
  const haveAll = (list: readonly string[]) => ({ and: list.map((word) => inSome('fuzzy', word)) });
  const filter = {
    all: () => haveAll(required),
    'all but one': () => ({ or: required.map((left) => haveAll(required.filter((word) => word !== left))) }),
    any: () => inSome('keyword', required.join(' ')),
  }[stage]();
  const sort = time === undefined ? [] : [{ [time.name]: 'desc' }];
  return parseSearch({ query: { filter, sort }, limit, fields: neededFields(copy) }, layout);
}

/** The fields of which title, link, texts and calls are made. */
function neededFields({ plan, layout, texts, time }: TextCopy): readonly string[] {
  const { search, key, actions } = plan.entity;
  const keyFields = [key ?? []].flat();
  const named = [
    ...(search?.title ?? []),
    ...linkPlaces(search?.link ?? '').map(({ name }) => name),
    ...texts,
    ...(time === undefined ? [] : [time.name]),
    ...keyFields,
    ...plan.partitionParams,
    ...Object.values(search?.get ?? {}),
    ...Object.keys(actions.get?.params.shape ?? {}),
  ];
  const names = new Set(layout.fields.map(({ name }) => name));
  // Without its key, a record is found again by its values.
  const isKeyed = keyFields.some((name) => names.has(name));
  const values = isKeyed ? [] : layout.fields.filter(({ type }) => type.startsWith('string')).map(({ name }) => name);
  const isKnown = (path: string): boolean =>
    names.has(path) || (path.includes('.') && isKnown(path.slice(0, path.lastIndexOf('.'))));
  return [...new Set([...named, ...values])].filter(isKnown);
}
