import {
  alternativesOf,
  arrayOrEmpty,
  boundaryNumbers,
  createValidator,
  type FlatSchema,
  isJsonObject,
  type JsonObject,
  maxAlternatives,
  numberFor,
  objectOrEmpty,
  pointerTo,
  pointerTokens,
  textFor,
  valueText,
} from './schema-values.ts';

/** Parameters to call an action with. */
export interface ParameterSet {
  /** Why the set is tried: `required parameters`, `all parameters`, or the one value it is about, as `.state=open`. */
  readonly label: string;
  readonly params: JsonObject;
  /** JSON pointers of the values that were made up, and may be replaced by others the schema allows. */
  readonly free: ReadonlyMap<string, Freedom>;
}

/** The parameter sets of an action and what could not be covered. */
export interface ParameterSets {
  readonly sets: readonly ParameterSet[];
  /** One line for each value that no valid parameters could be made for. */
  readonly notes: readonly string[];
}

/**
 * Generates the parameters to test an action with from its JSON Schema (draft 2020-12): required ones only, all of them, and one set for
 * each enum value, each declared bound and each alternative, at any depth. The same schema produces the same sets, and every set is valid.
 */
export function generateParameterSets(schema: unknown): ParameterSets {
  const root = { type: 'object', ...(isJsonObject(schema) ? schema : {}) };
  const isValid = createValidator(root);
  const notes = new Set<string>();
  let variants: Variants;
  try {
    variants = variantsOf(root, '', { root, notes });
  } catch (error) {
    if (error instanceof NoValueError) {
      return { sets: [], notes: [...notes.add(error.message)] };
    }
    throw error;
  }
  const { least, fullest, others } = variants;
  const tried: Variant[] = [
    { ...least, label: 'required parameters' },
    { ...fullest, label: 'all parameters' },
    ...others,
  ];
  const sets = new Map<string, ParameterSet>();
  for (const variant of tried) {
    const valid = [variant, onTopOf(fullest, variant)].find((each) => isValid(each.value) && isJsonObject(each.value));
    if (valid === undefined) {
      notes.add(`${variant.label}: no valid parameters hold it`);
    } else if (isJsonObject(valid.value)) {
      const key = JSON.stringify(valid.value);
      sets.set(key, sets.get(key) ?? { label: variant.label, params: valid.value, free: valid.free });
    }
  }
  return { sets: [...sets.values()], notes: [...notes] };
}

// Some values need members alongside them that the schema requires only then: all members together have them.
function onTopOf(base: Variant, variant: Variant): Variant {
  if (!isJsonObject(base.value) || !isJsonObject(variant.value)) {
    return variant;
  }
  const isOverridden = (pointer: string): boolean =>
    Object.keys(variant.value as JsonObject).some((name) => `${pointer}/`.startsWith(`${pointerTo('', name)}/`));
  return {
    label: variant.label,
    value: { ...base.value, ...variant.value },
    free: new Map([...[...base.free].filter(([pointer]) => !isOverridden(pointer)), ...variant.free]),
  };
}

/**
 * What a caller may change about a value without violating the schema: `any` for a generated value, `length` if only its length was
 * declared. Absent for values that the schema states.
 */
export type Freedom = 'any' | 'length';

/** One value for a schema. */
export interface Variant {
  /** What is special about it, as a path with a value: `.recurring.interval=month`. */
  readonly label: string;
  readonly value: unknown;
  /** JSON pointers of the made-up values within the parameters. */
  readonly free: ReadonlyMap<string, Freedom>;
}

/** The values to try for one schema. */
export interface Variants {
  /** With required members only. */
  readonly least: Variant;
  /** With every member. */
  readonly fullest: Variant;
  /** Each enum value, boundary and alternative once, within the least value that can hold it. */
  readonly others: readonly Variant[];
}

/** The schema all references lead into, and the collected lines about what could not be covered. */
export interface VariantContext {
  readonly root: unknown;
  readonly notes: Set<string>;
}

/** No value can be generated for a schema; the message names the place and the reason. */
export class NoValueError extends Error {
  override readonly name = 'NoValueError';
}

// Schemas that contain themselves end here; real parameters are flatter.
const maxDepth = 8;
const maxTextLength = 100_000;
const maxListLength = 1000;

/**
 * The values to try for a schema at a place of the parameters. Optional members and alternatives without a value are
 * left out with a note.
 * @throws NoValueError when a required part has a pattern no text was found for.
 */
export function variantsOf(schema: unknown, pointer: string, context: VariantContext): Variants {
  const alternatives = alternativesOf(schema, context.root);
  if (alternatives.length === maxAlternatives) {
    context.notes.add(`${pointer}: only the first ${maxAlternatives} alternatives are tried`);
  }
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) {
    return variantsOfFlat(only, pointer, context);
  }
  const results = alternatives.flatMap((each) => {
    const values = orNote(() => variantsOfFlat(each, pointer, context), context);
    return values === undefined ? [] : [values];
  });
  const [first, ...rest] = results;
  if (first === undefined) {
    throw new NoValueError(`${pointer || 'the parameters'}: there is no value for it`);
  }
  const further = rest.flatMap((each) => [each.least, each.fullest, ...each.others]);
  return { ...first, others: [...first.others, ...further.map((each) => labeled(each, shown(each.value)))] };
}

function orNote(make: () => Variants, context: VariantContext): Variants | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValueError) {
      context.notes.add(error.message);
      return undefined;
    }
    throw error;
  }
}

function variantsOfFlat(schema: FlatSchema, pointer: string, context: VariantContext): Variants {
  if ('const' in schema) {
    return single(stated(schema.const));
  }
  if (Array.isArray(schema.enum)) {
    return variantsOfEnum(schema.enum, schema.default, pointer);
  }
  switch (typeOf(schema)) {
    case 'object':
      return variantsOfObject(schema, pointer, context);
    case 'array':
      return variantsOfArray(schema, pointer, context);
    case 'integer':
    case 'number':
      return variantsOfNumber(schema, pointer);
    case 'boolean':
      return { ...single(stated(schema.default ?? true)), others: [true, false].map((value) => stated(value)) };
    case 'null':
      return single(stated(null));
    default:
      return variantsOfText(schema, pointer);
  }
}

function typeOf(schema: FlatSchema): string {
  if (typeof schema.type === 'string') {
    return schema.type;
  }
  if (isJsonObject(schema.properties) || isJsonObject(schema.additionalProperties)) {
    return 'object';
  }
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

function variantsOfEnum(values: readonly unknown[], standard: unknown, pointer: string): Variants {
  const first = values.includes(standard) ? standard : values[0];
  if (values.length === 0) {
    throw new NoValueError(`${pointer}: the enum allows no value`);
  }
  return { ...single(stated(first)), others: values.map((value) => stated(value)) };
}

function variantsOfNumber(schema: FlatSchema, pointer: string): Variants {
  if (typeof schema.default === 'number') {
    return { ...single(stated(schema.default)), others: boundaryNumbers(schema).map((value) => stated(value)) };
  }
  const value = numberFor(schema, placeNumber(pointer));
  if (value === undefined) {
    throw new NoValueError(`${pointer}: no number lies within its bounds`);
  }
  return { ...single(generated(value, pointer, 'any')), others: boundaryNumbers(schema).map((each) => stated(each)) };
}

function variantsOfText(schema: FlatSchema, pointer: string): Variants {
  const text = typeof schema.default === 'string' ? schema.default : textFor(schema, placeName(pointer));
  if (text === undefined) {
    throw new NoValueError(`${pointer}: no text fits pattern ${String(schema.pattern)}; give its schema an example`);
  }
  const first = text === schema.default ? stated(text) : generated(text, pointer, 'any');
  if (schema.pattern !== undefined || schema.format !== undefined) {
    return single(first);
  }
  const { minLength, maxLength } = schema;
  const lengths = [
    ...(typeof minLength === 'number' && minLength > 1 ? [minLength] : []),
    ...(typeof maxLength === 'number' && maxLength <= maxTextLength ? [maxLength] : []),
  ];
  const others = lengths.map((length) => ({
    ...generated('x'.repeat(length), pointer, 'length'),
    label: ` of length ${length}`,
  }));
  return { ...single(first), others };
}

function variantsOfArray(schema: FlatSchema, pointer: string, context: VariantContext): Variants {
  const prefix = arrayOrEmpty(schema.prefixItems);
  const least = Math.max(typeof schema.minItems === 'number' ? schema.minItems : 0, prefix.length, 1);
  const items = new Map<number, Variants>();
  const at = (index: number): Variants => {
    const known = items.get(index) ?? variantsOf(prefix[index] ?? schema.items ?? {}, `${pointer}/${index}`, context);
    items.set(index, known);
    return known;
  };
  const listOf = (length: number, first?: Variant): Variant | undefined => {
    const chosen: Variant[] = [];
    for (let index = 0; index < length; index += 1) {
      const { least: own, others } = at(index);
      const candidates = index === 0 && first !== undefined ? [first] : [own, ...others];
      const isTaken = (one: Variant) => chosen.some((item) => JSON.stringify(item.value) === JSON.stringify(one.value));
      const item = schema.uniqueItems === true ? candidates.find((each) => !isTaken(each)) : candidates[0];
      if (item === undefined) {
        return undefined;
      }
      chosen.push(item);
    }
    return combine(chosen, (values) => values);
  };
  const leastList = listOf(least);
  if (leastList === undefined) {
    throw new NoValueError(`${pointer}: there are fewer different items than minItems asks for`);
  }
  const first = at(0);
  const ofFirst = (item: Variant): Variant[] => {
    const list = listOf(least, item);
    return list === undefined ? [] : [labeled(list, `[0]${item.label}`)];
  };
  const lengths = [schema.minItems, schema.maxItems].filter((length) => typeof length === 'number');
  const boundaries = lengths
    .filter((length) => length !== least && length <= maxListLength)
    .flatMap((length) => {
      const list = listOf(length);
      return list === undefined ? [] : [labeled(list, ` of ${length} items`)];
    });
  return {
    least: leastList,
    fullest: listOf(least, first.fullest) ?? leastList,
    others: [...first.others.flatMap(ofFirst), ...boundaries],
  };
}

function variantsOfObject(schema: FlatSchema, pointer: string, context: VariantContext): Variants {
  const required = new Set(arrayOrEmpty(schema.required));
  const depth = pointerTokens(pointer).length;
  const members = new Map<string, Variants>();
  for (const [name, member] of Object.entries(membersOf(schema))) {
    if (depth >= maxDepth && !required.has(name)) {
      continue;
    }
    if (depth >= maxDepth * 2) {
      throw new NoValueError(`${pointer}: the schema requires itself without end`);
    }
    const make = () => variantsOf(member, pointerTo(pointer, name), context);
    const variants = required.has(name) ? make() : orNote(make, context);
    if (variants !== undefined) {
      members.set(name, variants);
    }
  }
  const atLeast = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
  const kept = [...members].filter(([name], index) => required.has(name) || index < atLeast - required.size);
  const object = (entries: readonly (readonly [string, Variant])[]): Variant =>
    combine(
      entries.map(([, variant]) => variant),
      (values) => Object.fromEntries(entries.map(([name], index) => [name, values[index]])),
    );
  const others = [...members].flatMap(([name, variants]) => {
    const rest = kept.filter(([each]) => each !== name).map(([each, one]) => [each, one.least] as const);
    const isNested = typeof variants.fullest.value === 'object' && variants.fullest.value !== null;
    const tried = isNested ? [labeled(variants.fullest, ''), ...variants.others] : [...variants.others];
    // Within an object whose members are all optional the vendor may still require some: each is tried alone.
    if (pointer !== '' && kept.length === 0) {
      tried.push(labeled(variants.least, ' alone'));
    }
    return tried.map((variant) => labeled(object([...rest, [name, variant]]), `.${name}${variant.label}`));
  });
  return {
    least: object(kept.map(([name, variants]) => [name, variants.least])),
    fullest: object([...members].map(([name, variants]) => [name, variants.fullest])),
    others,
  };
}

/** The named members, and for a record one member of its value schema (all names where the names are listed). */
function membersOf(schema: FlatSchema): JsonObject {
  const named = objectOrEmpty(schema.properties);
  const ofRecord = schema.additionalProperties;
  if (!isJsonObject(ofRecord) || Object.keys(named).length > 0) {
    return named;
  }
  const names = objectOrEmpty(schema.propertyNames);
  const listed = arrayOrEmpty(names.enum).filter((name) => typeof name === 'string');
  const keys = listed.length > 0 ? listed : [textFor(names, 'example_name') ?? 'example_name'];
  return Object.fromEntries(keys.map((key) => [key, ofRecord]));
}

function single(variant: Variant): Variants {
  return { least: variant, fullest: variant, others: [] };
}

function stated(value: unknown): Variant {
  return { label: shown(value), value, free: new Map() };
}

function generated(value: unknown, pointer: string, freedom: Freedom): Variant {
  return { label: '', value, free: new Map([[pointer, freedom]]) };
}

function labeled(variant: Variant, label: string): Variant {
  return { ...variant, label };
}

function combine(variants: readonly Variant[], build: (values: unknown[]) => unknown): Variant {
  return {
    label: '',
    value: build(variants.map((variant) => variant.value)),
    free: new Map(variants.flatMap((variant) => [...variant.free])),
  };
}

function shown(value: unknown): string {
  const text = `=${valueText(value)}`;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A text that names its place and differs from that of every other place: `example_address_city`. */
function placeName(pointer: string): string {
  const names = pointerTokens(pointer).filter((token) => token !== '0');
  return ['example', ...names].join('_').replaceAll(/[^A-Za-z0-9]+/g, '_');
}

/** A small number that hardly any other place has. */
function placeNumber(pointer: string): number {
  let sum = 0;
  for (const character of pointer) {
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 83;
  }
  return 11 + sum;
}
