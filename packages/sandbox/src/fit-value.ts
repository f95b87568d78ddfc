import { isObject, isScalar, type JsonObject } from './json.ts';
import { findName } from './names.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** A value in the form its shape wants, or the fact that it cannot be had. */
export type Fitted = { readonly fits: true; readonly value: unknown } | { readonly fits: false };

const no: Fitted = { fits: false };
const yes = (value: unknown): Fitted => ({ fits: true, value });

/**
 * Brings a value into the form a shape wants, as a vendor would: text of a form or query becomes a number or boolean, the case of
 * an enum value is not minded, and names become the objects that carry them.
 */
export function fitValue(shape: Shape, value: unknown): Fitted {
  if (value === null || (value === '' && shape.nullable && shape.kind !== 'text'))
    return shape.nullable ? yes(null) : no;
  switch (shape.kind) {
    case 'any':
      return yes(value);
    case 'text':
      return isScalar(value) ? yes(String(value)) : no;
    case 'number':
      return fitNumber(value, shape.integer);
    case 'boolean':
      return fitBoolean(value);
    case 'values':
      return fitChoice(shape.values, value);
    case 'array':
      return fitArray(shape.items, value);
    case 'tuple':
      return Array.isArray(value) ? yes(value) : no;
    case 'map':
      return isObject(value) ? yes(value) : no;
    case 'object':
      return fitObject(shape, value);
    case 'union':
      return shape.variants.map((variant) => fitValue(variant, value)).find(({ fits }) => fits) ?? no;
  }
}

function fitNumber(value: unknown, integer: boolean): Fitted {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return no;
  return integer && !Number.isInteger(number) ? no : yes(number);
}

function fitBoolean(value: unknown): Fitted {
  if (value === 'true' || value === 'false') return yes(value === 'true');
  return typeof value === 'boolean' ? yes(value) : no;
}

function fitChoice(choices: readonly unknown[], value: unknown): Fitted {
  const text = String(value).toLowerCase();
  const choice = choices.find((one) => one === value) ?? choices.find((one) => String(one).toLowerCase() === text);
  return choice === undefined ? no : yes(choice);
}

function fitArray(items: Shape, value: unknown): Fitted {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const fitted = given.map((item) => fitValue(items, item));
  const values = fitted.flatMap((item) => (item.fits ? [item.value] : []));
  return values.length === given.length ? yes(values) : no;
}

function fitObject(shape: ObjectShape, value: unknown): Fitted {
  if (Array.isArray(value)) return fitConnection(shape, value);
  const isNamed = !isObject(value);
  const given = isNamed ? namedObject(shape, value) : value;
  if (given === undefined) return no;
  const fitted: JsonObject = {};
  for (const [name, member] of Object.entries(given)) {
    const field = findName(shape.fields.keys(), name);
    const memberShape = field === undefined ? undefined : shape.fields.get(field)?.shape;
    if (field === undefined || memberShape === undefined) fitted[name] = member;
    else {
      const inner = fitValue(memberShape, member);
      if (inner.fits) fitted[field] = inner.value;
    }
  }
  for (const [name, field] of shape.fields) {
    if (field.required && fitted[name] === undefined) {
      const blank = field.shape.nullable ? null : isNamed ? blanks[field.shape.kind] : undefined;
      if (blank === undefined) return no;
      fitted[name] = blank;
    }
  }
  return yes(fitted);
}

// A GraphQL connection holds a plain list under `nodes`.
function fitConnection(shape: ObjectShape, value: readonly unknown[]): Fitted {
  const nodes = shape.fields.get('nodes');
  if (nodes === undefined) return no;
  const fitted = fitValue(nodes.shape, value);
  return fitted.fits ? fitObject(shape, { nodes: fitted.value, totalCount: value.length }) : no;
}

// The members of an object that its name alone does not determine.
const blanks: Partial<Record<Shape['kind'], unknown>> = { text: '', number: 0, boolean: false, map: {} };

const naming = ['name', 'login', 'id', 'title', 'value', 'number'];

// `labels: ["bug"]` means objects whose name is "bug".
function namedObject(shape: ObjectShape, value: unknown): JsonObject | undefined {
  if (!isScalar(value)) return undefined;
  const name = naming.find((one) => {
    const field = shape.fields.get(one);
    return field !== undefined && (field.shape.kind === 'number') === (typeof value === 'number');
  });
  return name === undefined ? undefined : { [name]: value };
}

/** The fields of a shape taken from the first source that has one of that name which fits; the rest from `missing`. */
export function shapeRecord(
  shape: ObjectShape,
  sources: readonly JsonObject[],
  missing: (shape: ObjectShape) => JsonObject,
): JsonObject {
  const made = missing(shape);
  const isWhole = sources.some((source) => hasRequired(shape, source));
  for (const [name, field] of shape.fields) {
    // A member that a record of this shape omits is absent.
    if (isWhole && !field.required) delete made[name];
    for (const source of sources) {
      const given = findName(Object.keys(source), name);
      if (given === undefined) continue;
      const fitted = fitValue(field.shape, source[given]);
      if (!fitted.fits) continue;
      made[name] = fitted.value;
      break;
    }
  }
  return made;
}

function hasRequired({ fields }: ObjectShape, source: JsonObject): boolean {
  const required = [...fields].filter(([, field]) => field.required);
  return required.length > 0 && required.every(([name]) => Object.hasOwn(source, name));
}

/**
 * Merges given values over a record: those whose name and type fit one of its fields. A wrapping object that is no field itself,
 * such as `ticket` around the values of a ticket, is looked into. An object is merged member by member.
 */
export function mergeValues(record: JsonObject, shape: ObjectShape, values: JsonObject): JsonObject {
  const merged: JsonObject = { ...record };
  for (const [name, value] of Object.entries(values)) {
    const field = findName(shape.fields.keys(), name);
    const fieldShape = field === undefined ? undefined : shape.fields.get(field)?.shape;
    if (field === undefined || fieldShape === undefined) {
      if (isObject(value)) Object.assign(merged, mergeValues(merged, shape, value));
      continue;
    }
    const known = merged[field];
    const whole = isObject(value) && isObject(known) ? { ...known, ...value } : value;
    const fitted = fitValue(fieldShape, whole);
    if (fitted.fits) merged[field] = fitted.value;
  }
  return merged;
}
