import type { JsonObject } from '../json.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** A number within the bounds of a schema, the wanted one if possible; undefined if there is none. */
export function numberFor(schema: JsonObject, wanted: number): number | undefined {
  const example = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  const { least, most, step } = boundsOf(schema);
  const start = typeof example === 'number' ? example : Math.min(Math.max(wanted, least), most);
  const aligned = Math.floor(start / step) * step;
  return [aligned, aligned + step, start].find((value) => isWithin(schema, value, { least, most, step }));
}

/** The smallest and the largest number a schema states, in its own words; none for bounds it does not have. */
export function boundaryNumbers(schema: JsonObject): number[] {
  const bounds = boundsOf(schema);
  return [bounds.least, bounds.most].filter((value) => Number.isFinite(value) && isWithin(schema, value, bounds));
}

function boundsOf(schema: JsonObject): Bounds {
  const isInteger = schema.type === 'integer';
  const multiple = typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : undefined;
  const step = multiple ?? (isInteger ? 1 : 0.5);
  const lower = [numberOf(schema.minimum, Number.NEGATIVE_INFINITY)];
  const upper = [numberOf(schema.maximum, Number.POSITIVE_INFINITY)];
  if (typeof schema.exclusiveMinimum === 'number') {
    lower.push(schema.exclusiveMinimum + step);
  }
  if (typeof schema.exclusiveMaximum === 'number') {
    upper.push(schema.exclusiveMaximum - step);
  }
  return {
    least: Math.ceil(unlessSafeBound(Math.max(...lower)) / step) * step,
    most: Math.floor(unlessSafeBound(Math.min(...upper)) / step) * step,
    step,
  };
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

// zod writes the safe integers as bounds of every integer: no bound the author meant.
function unlessSafeBound(value: number): number {
  return Math.abs(value) === Number.MAX_SAFE_INTEGER ? value * Number.POSITIVE_INFINITY : value;
}

function isWithin(schema: JsonObject, value: number, { least, most, step }: Bounds): boolean {
  const isAligned =
    schema.multipleOf === undefined && schema.type !== 'integer' ? true : Number.isInteger(value / step);
  return value >= least && value <= most && isAligned;
}
