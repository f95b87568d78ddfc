import type { ConnectorEntity } from '@connectory/client';
import type { Schema } from '../describe-connector.ts';
import { type ParameterFlag, typesOf } from '../run/parameter-flags.ts';
import { valueOfTexts } from '../run/parameter-value.ts';
import { isObject, type JsonObject, valueAt } from './record-schema.ts';

type Action = ConnectorEntity['actions'][number];

/** Parameters for one call, with the names of those that are guesses. */
export interface FoundParameters {
  readonly params: JsonObject;
  readonly guessed: readonly string[];
}

/** The parameters an action can be called with, or the names of those that nothing gives. */
export type Parameters = { readonly found: readonly FoundParameters[] } | { readonly missing: readonly string[] };

/** What a user or a connection gives. */
export interface Given {
  /** Values of `--param`: by `name` for required parameters, by `entity.name` for any. */
  readonly params: ReadonlyMap<string, string>;
  readonly settings: JsonObject;
}

/** What an action starts from: parameters, and a record of its entity that was read with them. */
interface Base {
  readonly params: JsonObject;
  readonly record?: JsonObject;
}

interface Known extends Base {
  readonly record: JsonObject;
}

interface Value {
  readonly value: unknown;
  readonly isGuess: boolean;
}

const maxKnown = 5;
const maxCandidates = 3;

/** Finds the required parameters of read actions in the records that were read before. */
export class ParameterFinder {
  readonly #entities: readonly ConnectorEntity[];
  readonly #given: Given;
  readonly #known = new Map<string, Known[]>();

  constructor(entities: readonly ConnectorEntity[], given: Given) {
    this.#entities = entities;
    this.#given = given;
  }

  /** Remembers records of an entity, and those of other entities within them. */
  learn(entity: string, params: JsonObject, records: readonly unknown[]): void {
    for (const record of records.filter(isObject)) {
      this.#remember(entity, { params, record });
      for (const [name, member] of Object.entries(record)) {
        const isEntity = this.#entities.some((other) => other.name === name);
        if (!isEntity || !Array.isArray(member)) continue;
        for (const inner of member.filter(isObject)) this.#remember(name, { params: {}, record: inner });
      }
    }
  }

  #remember(entity: string, known: Known): void {
    const all = this.#known.get(entity) ?? [];
    if (all.length < maxKnown) this.#known.set(entity, [...all, known]);
  }

  /** Up to three sets of parameters for an action; guesses are used only if allowed. */
  find(entity: ConnectorEntity, action: Action, mayGuess: boolean): Parameters {
    const { required: needed = [], properties = {} } = action.params as Schema;
    const chosen = Object.keys(properties).filter((name) => this.#given.params.has(`${entity.name}.${name}`));
    const required = [...new Set([...needed, ...chosen])];
    const isOfRecord = action.result !== 'records' && entity.key !== null;
    const missing = new Set<string>();
    const found = new Map<string, FoundParameters>();
    for (const base of this.#bases(entity, isOfRecord && required.length > 0)) {
      const values = required.map((name): readonly [string, Value | undefined] => {
        const schema = properties[name] ?? {};
        const wanted = { entity, action, name, schema };
        const value = this.#sure(wanted, base) ?? (mayGuess ? this.#guess(wanted, base, required) : undefined);
        return [name, value];
      });
      const unknown = values.filter(([, value]) => value === undefined);
      for (const [name] of unknown) missing.add(name);
      if (unknown.length > 0) continue;
      const params = Object.fromEntries(values.map(([name, value]) => [name, value?.value]));
      const guessed = values.filter(([, value]) => value?.isGuess).map(([name]) => name);
      if (found.size < maxCandidates) found.set(JSON.stringify(params), { params, guessed });
    }
    return found.size > 0 ? { found: [...found.values()] } : { missing: [...missing] };
  }

  // What an action starts from: each known record of the entity, or else each of its parents.
  #bases({ name, parent }: ConnectorEntity, isOfRecord: boolean): readonly Base[] {
    const own = isOfRecord ? (this.#known.get(name) ?? []) : [];
    if (own.length > 0 || parent === undefined) return own.length > 0 ? own : [{ params: {} }];
    const bound = (valueAtPath: (path: string) => unknown) =>
      Object.fromEntries(Object.entries(parent.params).map(([param, path]) => [param, filled(path, valueAtPath)]));
    const entries = parent.setting === undefined ? [] : this.#entriesOf(parent.setting);
    const records = parent.entity === undefined ? [] : (this.#known.get(parent.entity) ?? []);
    const bases = [
      ...entries.map((parts) => ({ params: bound((part) => parts.get(part)) })),
      ...records.map(({ params, record }) => ({
        params: { ...scalarsOf(record), ...params, ...bound((path) => valueAt(record, path)) },
      })),
    ];
    return bases.length > 0 ? bases : [{ params: {} }];
  }

  #entriesOf({ name, separator, parts }: NonNullable<NonNullable<ConnectorEntity['parent']>['setting']>) {
    const setting = this.#given.settings[name];
    const entries = (Array.isArray(setting) ? setting : []).filter((entry) => typeof entry === 'string');
    return entries.map((entry) => {
      const pieces = entry.split(separator);
      const last = pieces.splice(parts.length - 1).join(separator);
      return new Map([...pieces, last].map((piece, index) => [parts[index], piece] as const));
    });
  }

  #sure({ entity, action, name, schema }: Wanted, { params, record }: Base): Value | undefined {
    const given = this.#given.params.get(`${entity.name}.${name}`) ?? this.#given.params.get(name);
    if (given !== undefined)
      return sure(valueOfTexts({ name, flag: name, schema, isRequired: true } as ParameterFlag, [given]));
    const isOfRecord = action.result !== 'records';
    const [example] = schema.examples ?? [];
    const candidates = [
      params[name],
      ...(record === undefined ? [] : [fieldFor(entity, name, record), sameNamed(name, record)]),
      ...(isOfRecord ? [] : this.#entities.map((other) => this.#fieldOf(other, name))),
      schema.default,
      schema.enum?.[0],
      ...(action.action === 'api_search' ? [example] : []),
    ];
    return firstFitting(candidates, schema, sure);
  }

  #fieldOf(other: ConnectorEntity, name: string): unknown {
    const [first] = this.#known.get(other.name) ?? [];
    return first === undefined || !isSingularOf(stemOf(name), other.name)
      ? undefined
      : fieldFor(other, name, first.record);
  }

  #guess({ entity, name, schema }: Wanted, { record }: Base, required: readonly string[]): Value | undefined {
    const plain = squeezed(name);
    const similar = Object.entries(record ?? {}).find(([field]) => squeezed(field).startsWith(plain))?.[1];
    const isLast = name === required.at(-1);
    const others = [...this.#known.values()].flat();
    const candidates = [
      similar,
      isLast && record !== undefined ? keyOf(entity, record) : undefined,
      // The ID of a record of another entity is never that of this one.
      ...(plain === 'id' ? [] : others.flatMap(({ params, record: other }) => [params[name], sameNamed(name, other)])),
      schema.examples?.[0],
    ];
    return firstFitting(candidates, schema, (value) => ({ value, isGuess: true }));
  }
}

interface Wanted {
  readonly entity: ConnectorEntity;
  readonly action: Action;
  readonly name: string;
  readonly schema: Schema;
}

const sure = (value: unknown): Value => ({ value, isGuess: false });

function firstFitting(
  candidates: readonly unknown[],
  schema: Schema,
  make: (value: unknown) => Value,
): Value | undefined {
  const [value] = candidates.map((candidate) => fitted(candidate, schema)).filter((one) => one !== undefined);
  return value === undefined ? undefined : make(value);
}

// IDs are numbers in records of some vendors and strings in their parameters, or the other way round.
function fitted(value: unknown, schema: Schema): unknown {
  if (value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
  const types = typesOf(schema);
  const allows = (...wanted: string[]) => types.size === 0 || wanted.some((type) => types.has(type));
  const fits = (text: string) => schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text);
  if (Array.isArray(value)) return allows('array') ? value : undefined;
  if (typeof value === 'string' && allows('string')) return fits(value) ? value : undefined;
  if (typeof value === 'string')
    return /^\d{1,15}$/.test(value) && allows('integer', 'number') ? Number(value) : undefined;
  if (typeof value === 'boolean') return allows('boolean') ? value : undefined;
  if (allows('integer', 'number')) return value;
  return allows('string') && fits(String(value)) ? String(value) : undefined;
}

// `order_id` of orders is their key, `project_number` of projects their number.
function fieldFor(entity: ConnectorEntity, name: string, record: JsonObject): unknown {
  const plain = squeezed(name);
  if (plain === 'id' || plain === squeezed([entity.key].flat()[0] ?? '')) return keyOf(entity, record);
  const singular = singularsOf(entity.name).find(
    (one) => identifiers.has(plain.slice(one.length)) && plain.startsWith(one),
  );
  const rest = singular === undefined ? undefined : plain.slice(singular.length);
  if (rest === undefined) return undefined;
  return rest === '' || rest === 'id' ? keyOf(entity, record) : sameNamed(rest, record);
}

const identifiers: ReadonlySet<string> = new Set(['', 'id', 'sid', 'slug', 'number', 'key']);

const keyOf = ({ key }: ConnectorEntity, record: JsonObject): unknown =>
  typeof key === 'string' ? valueAt(record, key) : undefined;

const sameNamed = (name: string, record: JsonObject): unknown =>
  Object.entries(record).find(([field]) => squeezed(field) === squeezed(name))?.[1];

const stemOf = (name: string) => squeezed(name).replace(/(?:id|sid|slug|number|key)$/, '');

const scalarsOf = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));

const isSingularOf = (stem: string, entity: string) => singularsOf(entity).includes(stem);

/** The singular of an entity's name, and of its last word: `productvariant` and `variant`. */
function singularsOf(entity: string): readonly string[] {
  const words = entity.split('_');
  return [entity, words.at(-1) ?? entity].flatMap((name) => {
    const plain = squeezed(name);
    return [plain.replace(/ies$/, 'y'), plain.replace(/es$/, ''), plain.replace(/s$/, '')].filter(
      (one, index, all) => one !== plain && all.indexOf(one) === index,
    );
  });
}

const squeezed = (name: string) => name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();

function filled(path: string, valueAtPath: (path: string) => unknown): unknown {
  if (!path.includes('{')) return valueAtPath(path);
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => valueAtPath(name) === undefined || valueAtPath(name) === null)) return undefined;
  return path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => String(valueAtPath(name)));
}
