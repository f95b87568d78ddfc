import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@connectory/connector-sdk/engine';
import { type Alternative, type AlternativeType, alternativesOf } from './alternatives.ts';
import { type KeywordChange, keywordChanges } from './keyword-changes.ts';

/** How the set of allowed values at a path, or a field of an object, changed. */
export type Effect =
  | KeywordChange['effect']
  | 'member added'
  | 'required member added'
  | 'member gone'
  | 'required'
  | 'no longer required'
  | 'marked';

/** One difference of two schemas: its path, its effect, and a description as a clause. */
export interface SchemaChange {
  readonly where: string;
  readonly effect: Effect;
  readonly what: string;
}

/** Returns the differences of two schemas, regardless of who produces the values. Undecidable ones are `unclear`. */
export function schemaChanges(before: JsonSchema, after: JsonSchema, where: string): readonly SchemaChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const changes = [...alternativeChanges(before, after, where), ...defaultChanges(before, after, where)];
  if (!isDeepStrictEqual(before.deprecated, after.deprecated)) {
    const what = after.deprecated === true ? 'is marked as deprecated' : 'is no longer marked as deprecated';
    changes.push({ where, effect: 'marked', what });
  }
  if (!isDeepStrictEqual(before.$defs, after.$defs)) {
    changes.push({ where, effect: 'unclear', what: 'refers to definitions that changed' });
  }
  return changes;
}

function defaultChanges(before: JsonSchema, after: JsonSchema, where: string): readonly SchemaChange[] {
  if (isDeepStrictEqual(before.default, after.default)) return [];
  const [was, is] = [JSON.stringify(before.default), JSON.stringify(after.default)];
  if (was === undefined) return [{ where, effect: 'wider', what: `has the default ${is} now` }];
  const now = is === undefined ? 'now has none' : `now ${is}`;
  return [{ where, effect: 'unclear', what: `had the default ${was}, ${now}` }];
}

function alternativeChanges(before: JsonSchema, after: JsonSchema, where: string): SchemaChange[] {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  const gone = was.filter((one) => !is.some((other) => isDeepStrictEqual(one, other)));
  const added = is.filter((one) => !was.some((other) => isDeepStrictEqual(one, other)));
  if (gone.some(isAnything)) return [{ where, effect: 'narrower', what: `could be anything, now ${named(is)}` }];
  if (added.some(isAnything)) return [{ where, effect: 'wider', what: `was ${named(was)}, can be anything now` }];
  const types = [...new Set([...gone, ...added].map(({ type }) => type))];
  const of = (list: readonly Alternative[], type: AlternativeType) => list.filter((one) => one.type === type);
  const changes = types.map((type) => ({ type, changes: typeChanges(of(gone, type), of(added, type), where) }));
  const numbers = numberChanges(gone, added, where);
  if (numbers === undefined) return changes.flatMap((one) => one.changes);
  const others = changes.filter(({ type }) => type !== 'integer' && type !== 'number');
  return [...numbers, ...others.flatMap((one) => one.changes)];
}

function typeChanges(
  gone: readonly Alternative[],
  added: readonly Alternative[],
  where: string,
): readonly SchemaChange[] {
  const [one, ...otherGone] = gone;
  const [other, ...otherAdded] = added;
  if (one === undefined) return [{ where, effect: 'wider', what: `can be ${named(added)} now` }];
  if (other === undefined) return [{ where, effect: 'narrower', what: `can no longer be ${named(gone)}` }];
  if (otherGone.length === 0 && otherAdded.length === 0) return partChanges(one.keywords, other.keywords, where);
  return [{ where, effect: 'unclear', what: `has other alternatives of the type ${one.type}` }];
}

// Every integer is a number, so replacing one type by the other only removes or only adds values.
function numberChanges(
  gone: readonly Alternative[],
  added: readonly Alternative[],
  where: string,
): readonly SchemaChange[] | undefined {
  const isNumber = ({ type }: Alternative) => type === 'integer' || type === 'number';
  const [[one, ...otherGone], [other, ...otherAdded]] = [gone.filter(isNumber), added.filter(isNumber)];
  if (one === undefined || other === undefined || one.type === other.type) return undefined;
  if (otherGone.length > 0 || otherAdded.length > 0) return undefined;
  const change: SchemaChange =
    other.type === 'number'
      ? { where, effect: 'wider', what: 'was an integer, can be any number now' }
      : { where, effect: 'narrower', what: 'was any number, must be an integer now' };
  return [change, ...partChanges(one.keywords, other.keywords, where)];
}

function partChanges(before: JsonSchema, after: JsonSchema, where: string): readonly SchemaChange[] {
  return [
    ...keywordChanges(before, after).map((change) => ({ where, ...change })),
    ...placeChanges(before.items ?? true, after.items ?? true, `${where}[]`),
    ...memberChanges(before, after, where),
    ...placeChanges(before.additionalProperties ?? true, after.additionalProperties ?? true, `${where}/*`),
  ];
}

function memberChanges(before: JsonSchema, after: JsonSchema, where: string): readonly SchemaChange[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name): readonly SchemaChange[] => {
    const place = `${where}/${name}`;
    const [then, now] = [was.get(name), is.get(name)];
    if (now === undefined) return [{ where: place, effect: 'member gone', what: 'is gone' }];
    if (then === undefined) {
      return now.required
        ? [{ where: place, effect: 'required member added', what: 'is new and required' }]
        : [{ where: place, effect: 'member added', what: 'is new' }];
    }
    const changes = placeChanges(then.schema, now.schema, place);
    if (then.required === now.required) return changes;
    return now.required
      ? [{ where: place, effect: 'required', what: 'was optional, is required now' }, ...changes]
      : [{ where: place, effect: 'no longer required', what: 'was required, is optional now' }, ...changes];
  });
}

function membersOf({ properties = {}, required = [] }: JsonSchema) {
  const names = required as readonly string[];
  return new Map(
    Object.entries(properties as object).map(([name, schema]) => [
      name,
      { schema: schema as unknown, required: names.includes(name) },
    ]),
  );
}

// Compares subschemas; true allows everything, false nothing.
function placeChanges(before: unknown, after: unknown, where: string): readonly SchemaChange[] {
  if (before === after) return [];
  if (before === false) return [{ where, effect: 'wider', what: 'is allowed now' }];
  if (after === false) return [{ where, effect: 'narrower', what: 'is no longer allowed' }];
  return schemaChanges(
    before === true ? {} : (before as JsonSchema),
    after === true ? {} : (after as JsonSchema),
    where,
  );
}

const isAnything = ({ type, keywords }: Alternative) => type === 'any' && Object.keys(keywords).length === 0;

function named(alternatives: readonly Alternative[]): string {
  const names = alternatives.map(({ type, keywords }) =>
    Array.isArray(keywords.enum) ? keywords.enum.map((value) => JSON.stringify(value)).join(' or ') : type,
  );
  return [...new Set(names)].join(' or ') || 'nothing';
}
