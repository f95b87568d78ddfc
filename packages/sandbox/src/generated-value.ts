import { daysAgo, generatedText, isNondescript } from './generated-text.ts';
import type { JsonObject } from './json.ts';
import { singular, wordsOf } from './names.ts';
import { createRandom, type Random } from './random.ts';
import type { Field, NumberShape, Shape } from './shape.ts';
import { epochTime, timeOf } from './times.ts';

/** Inputs of a made-up value in addition to its name and shape. */
export interface Making {
  /** Seed of the record: every field has its own random sequence, so that it can be generated without the others. */
  readonly seed: readonly (string | number)[];
  /** Age of the record in days. */
  readonly age: number;
  /** The value of a field that refers to a record of another entity; undefined if it refers to none. */
  relation(steps: readonly string[], shape: Shape, random: Random): unknown;
}

const deepest = 5;

/** A plausible value for the field at `steps`, the last of which is its name. */
export function generatedValue(shape: Shape, steps: readonly string[], making: Making): unknown {
  const random = createRandom(...making.seed, ...steps);
  const named = steps.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const name = named === steps.at(-1) ? named : singular(named);
  if (shape.nullable && (steps.length > deepest || random.chance(chanceOfNull(shape, name)))) return null;
  const related = making.relation(steps, shape, random);
  if (related !== undefined) return related;
  switch (shape.kind) {
    case 'object':
      return generatedObject(shape.fields, steps, making);
    case 'map':
      return {};
    case 'array': {
      // Of elements nothing is known about, none is better than empty ones.
      if (isUnknown(shape.items)) return Array.from({ length: shape.minimum }, () => ({}));
      const most = steps.length > deepest ? 0 : Math.min(2, shape.maximum);
      const count = Math.max(shape.minimum, random.integer(Math.min(1, most), most));
      return Array.from({ length: count }, (_, index) =>
        generatedValue(shape.items, [...steps, String(index)], making),
      );
    }
    case 'tuple':
      return shape.items.map((item, index) => generatedValue(item, [...steps, String(index)], making));
    case 'text':
      return generatedText(shape, isRegion(steps) ? 'region' : name, random, making.age);
    case 'number':
      return generatedNumber(shape, wordsOf(name), random, making.age);
    case 'boolean':
      return random.chance(likelihood(wordsOf(name)));
    case 'values':
      return random.pick(shape.values);
    case 'union': {
      const first = shape.variants.find((variant) => !isSenseless(variant, name)) ?? shape.variants[0];
      return first === undefined ? null : generatedValue(first, steps, making);
    }
    case 'any':
      return null;
  }
}

/** Plausible members of an object. Optional members are omitted rather than null, and omitted if the object is nested too deeply. */
export function generatedObject(
  fields: ReadonlyMap<string, Field>,
  steps: readonly string[],
  making: Making,
): JsonObject {
  const made: JsonObject = {};
  for (const [name, { shape, required }] of fields) {
    if (!required && steps.length > deepest) continue;
    const value = generatedValue(shape, [...steps, name], making);
    if (required || value !== null) made[name] = value;
  }
  return inOrder(asWholeList(made));
}

// A list within a record is all there is.
function asWholeList(made: JsonObject): JsonObject {
  if (!Array.isArray(made.data) || typeof made.has_more !== 'boolean') return made;
  const count = typeof made.total_count === 'number' ? { total_count: made.data.length } : {};
  return { ...made, has_more: false, ...count };
}

const counterparts: Readonly<Record<string, string>> = { start: 'end', started: 'ended', starts: 'ends', from: 'to' };

// A start comes before its end.
function inOrder(made: JsonObject): JsonObject {
  const ordered = { ...made };
  for (const [name, value] of Object.entries(made)) {
    const word = wordsOf(name).find((one) => Object.hasOwn(counterparts, one));
    const end = word === undefined ? undefined : name.replace(word, counterparts[word] ?? '');
    const other = end === undefined ? undefined : made[end];
    const [first, last] = [timeOf(value)?.milliseconds, timeOf(other)?.milliseconds];
    const isAlike = typeof value === typeof other && String(value).length === String(other).length;
    if (end !== undefined && isAlike && first !== undefined && last !== undefined && first > last) {
      Object.assign(ordered, { [name]: other, [end]: value });
    }
  }
  return ordered;
}

// The state of an address is a place, that of anything else a condition.
const isRegion = (steps: readonly string[]) =>
  steps.at(-1) === 'state' && steps.some((step) => wordsOf(step).includes('address'));

// A field without a known meaning is omitted if it is optional.
function chanceOfNull(shape: Shape, name: string): number {
  if (shape.kind === 'any' || isSenseless(shape, name)) return 1;
  return shape.kind === 'object' || shape.kind === 'map' || shape.kind === 'array' ? 0.4 : 0.15;
}

// Text whose name gives no hint, and an object that requires such text.
function isSenseless(shape: Shape, name: string, depth = 0): boolean {
  if (shape.kind === 'text') return isNondescript(shape, name);
  if (shape.kind !== 'object' || depth > 2) return false;
  return [...shape.fields].some(
    ([member, field]) => field.required && !field.shape.nullable && isSenseless(field.shape, member, depth + 1),
  );
}

const isUnknown = ({ kind }: Shape) => kind === 'any' || kind === 'map';

const rare = new Set([
  'deleted',
  'archived',
  'test',
  'disabled',
  'suspended',
  'locked',
  'draft',
  'hidden',
  'spam',
  'closed',
]);
const typical = new Set(['active', 'enabled', 'public', 'verified', 'visible', 'available']);

function likelihood(name: readonly string[]): number {
  if (name.some((word) => rare.has(word))) return 0.05;
  return name.some((word) => typical.has(word)) ? 0.95 : 0.5;
}

const moments = new Set(['at', 'on', 'date', 'time', 'timestamp', 'created', 'updated', 'start', 'end', 'expires']);

function generatedNumber(shape: NumberShape, name: readonly string[], random: Random, age: number): number {
  const last = name.at(-1) ?? '';
  const is = (...words: readonly string[]) => words.some((word) => name.includes(word));
  let value: number;
  if (moments.has(last) && shape.maximum > 1_000_000_000) {
    const { days, fraction } = daysAgo(name, age, random);
    value = epochTime(days, fraction);
  } else if (last === 'id') value = random.integer(100_000_000, 2_000_000_000);
  else if (is('count', 'quantity')) value = random.integer(0, 50);
  else if (is('percent', 'percentage', 'rate', 'ratio')) value = shape.integer ? random.integer(1, 90) : round(random);
  else if (is('amount', 'price', 'total', 'balance', 'cost', 'fee')) value = random.integer(5, 500) * 100;
  else if (is('size', 'bytes')) value = random.integer(1_000, 400_000);
  else if (is('number', 'sequence')) value = random.integer(1, 5_000);
  else value = random.integer(0, 50);
  return Math.min(Math.max(value, shape.minimum), shape.maximum);
}

const round = (random: Random) => Math.round(random.fraction() * 100) / 100;
