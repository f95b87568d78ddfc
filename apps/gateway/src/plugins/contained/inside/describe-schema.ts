import type { RawValue } from '@connectory/connector-sdk';
import type { SchemaData } from '../connector-data.ts';

/** What a description omits. */
export interface LeftOut {
  /** A rule that only the schema itself can apply: a function, an expression, a custom message. */
  rule: boolean;
}

const deepest = 40;
const checks = new Set(['min_length', 'max_length', 'length_equals', 'greater_than', 'less_than', 'multiple_of']);
const plainKinds = new Set(['string', 'number', 'boolean', 'null', 'unknown', 'any', 'never']);
const wrappers = new Set(['optional', 'nullable', 'nonoptional', 'readonly', 'default', 'prefault', 'catch']);

/**
 * Describes a zod schema of any copy of zod 4 as plain data. Rules that cannot be serialized are omitted and noted in `leftOut`, so that
 * the data accept at least what the schema accepts.
 */
export function describeSchema(schema: RawValue, leftOut: LeftOut, depth = 0): SchemaData {
  const { def } = schema._zod;
  const about = plainMeta(schema);
  const below = (inner: RawValue) => describeSchema(inner, leftOut, depth + 1);
  if (def.error !== undefined) leftOut.rule = true;
  const open = (): SchemaData => {
    leftOut.rule = true;
    return { kind: 'unknown', ...about };
  };
  if (depth > deepest) return open();
  const rules = rulesOf(def, leftOut);
  const { type: kind } = def;
  if (plainKinds.has(kind)) return { kind, coerce: def.coerce === true, ...rules, ...about };
  if (wrappers.has(kind)) return { ...wrapped(kind, def, leftOut), inner: below(def.innerType), ...about };
  switch (kind) {
    case 'enum':
      return { kind, entries: def.entries, ...about };
    case 'literal':
      return def.values.every(isScalar) ? { kind, values: def.values, ...about } : open();
    case 'array':
      return { kind, element: below(def.element), ...rules, ...about };
    case 'object':
      return { kind, shape: mapped(def.shape, below), rest: restOf(def.catchall, below), ...about };
    case 'record':
      return { kind, key: below(def.keyType), value: below(def.valueType), ...about };
    case 'tuple':
      return { kind, items: def.items.map(below), rest: def.rest === null ? null : below(def.rest), ...about };
    case 'union':
      return { kind, options: def.options.map(below), discriminator: def.discriminator ?? null, ...about };
    case 'intersection':
      return { kind, left: below(def.left), right: below(def.right), ...about };
    // Each level of recursion repeats the whole schema in the data, so there are few.
    case 'lazy':
      return describeSchema(def.getter(), leftOut, depth + deepest / 3);
    case 'pipe': {
      leftOut.rule = true;
      return def.in._zod.def.type === 'transform' ? open() : { ...below(def.in), ...about };
    }
    default:
      return open();
  }
}

function wrapped(kind: string, def: RawValue, leftOut: LeftOut): SchemaData {
  if (kind === 'catch') {
    leftOut.rule = true;
    return { kind: 'optional' };
  }
  return kind === 'default' || kind === 'prefault' ? { kind, value: def.defaultValue } : { kind };
}

const restOf = (catchall: RawValue, below: (schema: RawValue) => SchemaData): SchemaData | string =>
  catchall === undefined ? 'dropped' : below(catchall);

function rulesOf(def: RawValue, leftOut: LeftOut): { readonly format?: RawValue; readonly checks?: RawValue } {
  const found = (def.checks ?? []).flatMap((check: RawValue) => {
    const { def: rule } = check._zod;
    if (rule.error !== undefined) leftOut.rule = true;
    if (checks.has(rule.check) && isBound(rule.minimum ?? rule.maximum ?? rule.length ?? rule.value)) {
      const { check: name, minimum, maximum, length, value, inclusive } = rule;
      return [{ name, bound: minimum ?? maximum ?? length ?? value, inclusive }];
    }
    leftOut.rule = true;
    if (rule.check === 'string_format') return [formatOf(rule)];
    if (rule.check === 'number_format') return [{ name: 'number_format', format: rule.format }];
    return [];
  });
  if (def.check === 'number_format') return { format: { name: def.format }, checks: found };
  if (def.check === 'string_format') leftOut.rule = true;
  return { ...(def.check === 'string_format' && { format: formatOf(def) }), checks: found };
}

function formatOf({ format, pattern, offset, local, precision }: RawValue): RawValue {
  return {
    name: format,
    ...(pattern instanceof RegExp && { pattern: pattern.source, flags: pattern.flags }),
    ...(format === 'datetime' && { offset, local }),
    ...(typeof precision === 'number' && { precision }),
  };
}

const isBound = (value: unknown) => typeof value === 'number' && Number.isFinite(value);

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);

function plainMeta(schema: RawValue): { readonly about?: RawValue } {
  const said = schema.meta?.();
  if (said === undefined) return {};
  const { id, ...about } = said;
  return { about };
}

const mapped = (shape: RawValue, map: (schema: RawValue) => SchemaData) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, map(schema)]));
