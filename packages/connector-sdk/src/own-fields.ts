import { z } from 'zod';
import type { Connector } from './connector.ts';
import { decimal } from './decimal.ts';
import type { Entity } from './entity.ts';
import type { RawValue } from './raw-value.ts';
import { from } from './search.ts';
import type { SyncPlan } from './sync.ts';
import { type TimeForm, time } from './time.ts';

/** A field that an account has added to the records of an entity. */
export interface OwnField {
  /** Its dotted path below `at`: `churn_risk`, or `custom.care_guide`. */
  readonly name: string;
  /** What people call it at the vendor. */
  readonly label: string;
  readonly type: 'string' | 'integer' | 'number' | 'decimal' | 'boolean' | 'array' | 'object' | 'any';
  /** How its values write a time, for strings and numbers. */
  readonly format?: TimeForm;
  readonly description?: string;
  /** The values it allows, with what people call them. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Set for a field that is copied only if it is among the chosen fields, such as one of hundreds that the vendor itself defines. */
  readonly byChoice?: true;
}

/** A read that lists definitions: the pages of the `list` of an entity. */
export interface DefinitionsRead {
  readonly entity: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Maximum number of pages to read; by default 50. One page is enough where fields are found in records. */
  readonly pages?: number;
  /** Repeats the read for each record of another one: parameter <- field of that record. */
  readonly each?: DefinitionsRead & { readonly bind: Readonly<Record<string, string>> };
}

/** How the own fields of an entity are discovered, requested and read. */
export interface OwnFields {
  /** The search field that has them as members: an object of the record, or one that `values` fills. */
  readonly at: string;
  readonly reads: readonly DefinitionsRead[];
  /**
   * The fields that one listed record declares for this entity; empty for any other record. `all` are the records of every read, for
   * vendors that list options apart from the fields they belong to.
   */
  readonly fields: (definition: RawValue, all: readonly RawValue[]) => readonly OwnField[];
  /** Their values in a record, as an object of the shape of `at`; without it, the record has them at `at`. */
  readonly values?: (record: RawValue) => Readonly<Record<string, unknown>>;
  /**
   * Where the vendor returns only requested fields: the parameter of the sync plan that names them, separated by commas, and the maximum
   * length of its value in a URL, in characters.
   */
  readonly request?: { readonly param: string; readonly maxLength: number };
}

/** How entities that an account has added are discovered. */
export interface OwnEntities {
  readonly reads: readonly DefinitionsRead[];
  /** What is kept of a definition, as JSON of at most 16 KiB; null for one that is no entity. */
  readonly keep: (definition: RawValue) => Readonly<Record<string, unknown>> | null;
  /** The entity of a kept definition. One with the name of another entity is left out. */
  readonly entity: (kept: RawValue) => Entity;
}

/** A discovered field, and since when it is gone; null while the vendor has it. */
export interface FoundField extends OwnField {
  readonly goneAt: string | null;
}

/** What a connection's account has added to a connector. */
export interface OwnDefinitions {
  /** Kept definitions of own entities. */
  readonly entities: readonly Readonly<Record<string, unknown>>[];
  /** Fields by the name of their entity. */
  readonly fields: Readonly<Record<string, readonly FoundField[]>>;
}

/**
 * The search field of own fields that `values` fills, as an entity has it before anything is discovered. `defineEntity` adds it to the
 * derived fields.
 */
export function ownFieldsOf({ values }: OwnFields) {
  const described = z.looseObject({}).describe("The account's own fields; the fields of the connection list them");
  return from(described, (record) => values?.(record) ?? null);
}

/** The entities of a connector with those that the account has added. */
export function withOwnEntities(
  connector: Connector,
  definitions: Pick<OwnDefinitions, 'entities'>,
): readonly Entity[] {
  const { ownEntities } = connector;
  const entities = [...connector.entities];
  for (const kept of ownEntities === undefined ? [] : definitions.entities) {
    const entity = ownEntities?.entity(kept);
    const isNew = entity !== undefined && !entities.some(({ name }) => name === entity.name);
    if (isNew && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(entity.name)) entities.push(entity);
  }
  return entities;
}

/**
 * The connector as one connection sees it: with the entities and fields that its account has added, and with only the chosen search fields
 * of the entities that `choice` names. What identifies, pages or partitions records is always copied.
 */
export function withOwnFields(
  connector: Connector,
  definitions: OwnDefinitions,
  choice: Readonly<Record<string, readonly string[]>> = {},
): Connector {
  const all = withOwnEntities(connector, definitions);
  const entities = all.map((entity) => {
    const extended = extend(entity, definitions.fields[entity.name] ?? [], choice[entity.name]);
    return Object.hasOwn(choice, entity.name)
      ? choose(extended, choice[entity.name] ?? [], neededBy(all, entity))
      : extended;
  });
  return Object.freeze({ ...connector, entities });
}

function extend(entity: Entity, found: readonly FoundField[], choice: readonly string[] | undefined): Entity {
  const { ownFields, search } = entity;
  if (ownFields === undefined) return entity;
  const isChosen = chosenBy(choice);
  const fields = found.filter(
    ({ name, byChoice }) => (choice !== undefined || !byChoice) && isChosen(`${ownFields.at}.${name}`),
  );
  const sync = entity.sync && requesting(entity.sync, ownFields, fields);
  if (ownFields.values !== undefined) {
    const known = search?.derived[ownFields.at];
    if (search === null || known === undefined) return entity;
    const typed = { ...known, type: withMembers(known.type, fields) };
    return { ...entity, sync, search: { ...search, derived: { ...search.derived, [ownFields.at]: typed } } };
  }
  const { shape } = entity.record;
  const declared = shape[ownFields.at];
  if (declared === undefined) return entity;
  return {
    ...entity,
    sync,
    record: z.object({ ...shape, [ownFields.at]: withMembers(declared as z.ZodType, fields) }),
  };
}

// A field that is gone is not requested any more.
function requesting(sync: SyncPlan, { at, request }: OwnFields, fields: readonly FoundField[]): SyncPlan {
  if (request === undefined) return sync;
  const base = String(sync.params?.[request.param] ?? '');
  const names = new Set(base.split(',').filter((name) => name !== ''));
  const added = fields.flatMap(({ name, goneAt }) => (goneAt !== null || names.has(name) ? [] : [name]));
  const parts: string[] = [];
  for (const name of [...names, ...added]) {
    const longer = [...parts.slice(-1), name].join();
    if (encodeURIComponent(longer).length > request.maxLength) parts.push(name);
    else parts.splice(-1, 1, longer);
  }
  const [first = '', ...rest] = parts;
  const params = { ...sync.params, [request.param]: first };
  return rest.length === 0
    ? { ...sync, params }
    : { ...sync, params, further: { param: request.param, values: rest, at } };
}

function withMembers(schema: z.ZodType, fields: readonly FoundField[]): z.ZodType {
  const tree = new Map<string, FoundField | Map<string, unknown>>();
  for (const field of fields) place(tree, field.name.split('.'), field);
  return extended(schema, tree);
}

type Tree = Map<string, FoundField | Map<string, unknown>>;

function place(tree: Tree, [name = '', ...below]: readonly string[], field: FoundField): void {
  if (below.length === 0) {
    if (!tree.has(name)) tree.set(name, field);
    return;
  }
  const inner = tree.get(name) ?? new Map();
  tree.set(name, inner);
  if (inner instanceof Map) place(inner as Tree, below, field);
}

// Members that the connector declares keep their schema.
function extended(schema: z.ZodType | undefined, tree: Tree): z.ZodType {
  const inner = unwrapped(schema);
  const declared = inner instanceof z.ZodObject ? inner.shape : {};
  const members = Array.from(tree, ([name, member]) => {
    if (member instanceof Map)
      return [name, extended(declared[name] as z.ZodType | undefined, member as Tree).nullish()];
    return [name, declared[name] ?? schemaOf(member).nullish()];
  });
  const object = z.looseObject({ ...declared, ...Object.fromEntries(members) });
  const described = schema?.description === undefined ? object : object.describe(schema.description);
  return schema?.safeParse(undefined).success === true ? described.nullish() : described;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}

const maxEnumerated = 200;

function schemaOf({ label, type, format, description, options = [], goneAt }: FoundField): z.ZodType {
  const values = options.map(({ value }) => value);
  const isEnumerated = type === 'string' && format === undefined && values.length > 0 && values.length <= maxEnumerated;
  const schema = isEnumerated ? z.enum(values) : format === undefined ? plain[type]() : time(format, plain[type]());
  const said = [label, ...(description === undefined || description === '' ? [] : [description])].join(': ');
  return schema.describe(goneAt === null ? said : `${said} (no longer at the vendor since ${goneAt})`);
}

const plain: Readonly<Record<OwnField['type'], () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  number: () => z.number(),
  decimal,
  boolean: () => z.boolean(),
  array: () => z.array(z.unknown()),
  object: () => z.looseObject({}),
  any: () => z.unknown(),
};

// A chosen path also chooses what is below it; to choose a field chooses the objects it is in.
function chosenBy(choice: readonly string[] | undefined): (path: string) => boolean {
  if (choice === undefined) return () => true;
  return (path) =>
    choice.some((chosen) => path === chosen || path.startsWith(`${chosen}.`) || chosen.startsWith(`${path}.`));
}

// The search fields that the engine itself reads: keys, cursors, and what children of the entity take from its records.
function neededBy(entities: readonly Entity[], { name, key, sync }: Entity): readonly string[] {
  const ofChildren = entities.flatMap(({ sync: plan }) => {
    if (plan?.each === undefined || !('name' in plan.each) || plan.each.name !== name) return [];
    const bound = Object.values(plan.bind ?? {}).flatMap((path) =>
      path.includes('{') ? Array.from(path.matchAll(/\{([^{}]{1,200})\}/g), ([, inner = '']) => inner) : [path],
    );
    return [...bound, ...filterFields(plan.where), ...(plan.changedBy === undefined ? [] : [plan.changedBy])];
  });
  const cursor = sync?.cursor === undefined ? [] : [sync.cursor.field];
  return [...[key ?? []].flat(), ...cursor, ...filterFields(sync?.gone), ...ofChildren];
}

function filterFields(filter: SyncPlan['where']): readonly string[] {
  return Object.entries(filter ?? {}).flatMap(([operator, operand]) => {
    if (operator === 'and' || operator === 'or')
      return (operand as NonNullable<SyncPlan['where']>[]).flatMap(filterFields);
    return operator === 'not' ? filterFields(operand as SyncPlan['where']) : Object.keys(operand as object);
  });
}

function choose(entity: Entity, choice: readonly string[], needed: readonly string[]): Entity {
  const { search, ownFields } = entity;
  if (search === null) return entity;
  const isChosen = chosenBy([...choice, ...needed]);
  const fields = search.fields.filter(isChosen);
  const derived = Object.fromEntries(Object.entries(search.derived).filter(([name]) => isChosen(name)));
  const whole = ownFields === undefined ? undefined : (derived[ownFields.at] ?? recordField(entity, ownFields.at));
  const isPart = ownFields !== undefined && isChosen(ownFields.at) && !choice.includes(ownFields.at);
  if (!isPart || whole === undefined) return { ...entity, search: { ...search, fields, derived } };
  // The object itself has only its chosen members, whatever the vendor returns.
  const part = {
    ...whole,
    from: (record: RawValue) => membersOf(whole.from?.(record), (path) => isChosen(`${ownFields.at}.${path}`)),
  };
  return {
    ...entity,
    search: {
      ...search,
      fields: fields.filter((name) => name !== ownFields.at),
      derived: { ...derived, [ownFields.at]: part },
    },
  };
}

function recordField({ record }: Entity, at: string) {
  const type = record.shape[at] as z.ZodType | undefined;
  return type && from(type, (value: RawValue) => value?.[at]);
}

function membersOf(value: RawValue, isChosen: (path: string) => boolean, prefix = ''): RawValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isChosen(`${prefix}${name}`) ? [[name, membersOf(member, isChosen, `${prefix}${name}.`)]] : [],
    ),
  );
}
