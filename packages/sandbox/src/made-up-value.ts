import { epochTime } from './fixed-day.ts';
import type { JsonObject } from './json.ts';
import { daysAgo, isNondescript, madeUpText } from './made-up-text.ts';
import { wordsOf } from './names.ts';
import { createRandom, type Random } from './random.ts';
import type { Field, NumberShape, Shape } from './shape.ts';

/** What a made-up value may depend on beside its name and shape. */
export interface Making {
  /** Seed of the record: every field draws from a sequence of its own, so that one can be made without the others. */
  readonly seed: readonly (string | number)[];
  /** Age of the record in days. */
  readonly age: number;
  /** The value of a field that stands for a record of another entity; undefined where it stands for none. */
  relation(steps: readonly string[], shape: Shape, random: Random): unknown;
}

const deepest = 5;

/** A plausible value for the field at `steps`, the last of which is its name. */
export function madeUpValue(shape: Shape, steps: readonly string[], making: Making): unknown {
  const random = createRandom(...making.seed, ...steps);
  const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? '';
  if (shape.nullable && (steps.length > deepest || random.chance(chanceOfNull(shape, name)))) return null;
  const related = making.relation(steps, shape, random);
  if (related !== undefined) return related;
  switch (shape.kind) {
    case 'object':
      return madeUpObject(shape.fields, steps, making);
    case 'map':
      return {};
    case 'array': {
      const most = steps.length > deepest ? 0 : Math.min(2, shape.maximum);
      const count = Math.max(shape.minimum, random.integer(Math.min(1, most), most));
      return Array.from({ length: count }, (_, index) => madeUpValue(shape.items, [...steps, String(index)], making));
    }
    case 'tuple':
      return shape.items.map((item, index) => madeUpValue(item, [...steps, String(index)], making));
    case 'text':
      return madeUpText(shape, isRegion(steps) ? 'region' : name, random, making.age);
    case 'number':
      return madeUpNumber(shape, wordsOf(name), random, making.age);
    case 'boolean':
      return random.chance(likelihood(wordsOf(name)));
    case 'values':
      return random.pick(shape.values);
    case 'union': {
      const [first] = shape.variants;
      return first === undefined ? null : madeUpValue(first, steps, making);
    }
    case 'any':
      return null;
  }
}

/** Plausible members of an object. Optional members without null are left out where the object is nested too deeply. */
export function madeUpObject(fields: ReadonlyMap<string, Field>, steps: readonly string[], making: Making): JsonObject {
  const made: JsonObject = {};
  for (const [name, { shape, required }] of fields) {
    if (!required && steps.length > deepest) continue;
    made[name] = madeUpValue(shape, [...steps, name], making);
  }
  return made;
}

// The state of an address is a place, that of anything else a condition.
const isRegion = (steps: readonly string[]) =>
  steps.at(-1) === 'state' && steps.some((step) => wordsOf(step).includes('address'));

// What nobody can make sense of is better left out where that is allowed.
function chanceOfNull(shape: Shape, name: string): number {
  if (shape.kind === 'any' || (shape.kind === 'text' && isNondescript(shape, name))) return 0.8;
  return shape.kind === 'object' || shape.kind === 'map' || shape.kind === 'array' ? 0.4 : 0.15;
}

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
const usual = new Set(['active', 'enabled', 'public', 'verified', 'visible', 'available']);

function likelihood(name: readonly string[]): number {
  if (name.some((word) => rare.has(word))) return 0.05;
  return name.some((word) => usual.has(word)) ? 0.95 : 0.5;
}

const moments = new Set(['at', 'on', 'date', 'time', 'timestamp', 'created', 'updated', 'start', 'end', 'expires']);

function madeUpNumber(shape: NumberShape, name: readonly string[], random: Random, age: number): number {
  const last = name.at(-1) ?? '';
  const is = (...words: readonly string[]) => words.some((word) => name.includes(word));
  let value: number;
  if (moments.has(last) && shape.maximum > 1_000_000_000) {
    const { days, fraction } = daysAgo(name, age, random);
    value = epochTime(days, fraction);
  } else if (last === 'id') value = random.integer(100_000_000, 2_000_000_000);
  else if (is('count', 'quantity')) value = random.integer(0, 50);
  else if (is('amount', 'price', 'total', 'balance', 'cost', 'fee')) value = random.integer(5, 500) * 100;
  else if (is('size', 'bytes')) value = random.integer(1_000, 400_000);
  else if (is('percent', 'percentage', 'rate', 'ratio')) value = shape.integer ? random.integer(1, 90) : round(random);
  else if (is('number', 'sequence')) value = random.integer(1, 5_000);
  else value = random.integer(0, 50);
  return Math.min(Math.max(value, shape.minimum), shape.maximum);
}

const round = (random: Random) => Math.round(random.fraction() * 100) / 100;
