import { valueAt } from '@connectory/connector-sdk';
import { customerAt } from './cast.ts';
import { company, isCreation, isHeading, person, plainWords } from './generated-text.ts';
import { generatedObject, generatedValue, type Making } from './generated-value.ts';
import { isObject, type JsonObject } from './json.ts';
import { wordsOf } from './names.ts';
import { createRandom, type Random } from './random.ts';
import { type ObjectShape, type Shape, shapeOf } from './shape.ts';
import type { SimulatedEntity } from './simulated-vendor.ts';
import type { SampleSource } from './simulation.ts';
import { epochTime, fixedDay, isoTime, timeOf } from './times.ts';
import { headings } from './words.ts';

const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The choices the `sample` function of an entity makes, drawn from one random sequence; `of` decides where fields of other records come from.
 */
function createSampleSource(entity: string, index: number, random: Random, of: SampleSource['of']): SampleSource {
  // Neighboring records have different headings.
  let next = createRandom(entity, 'heading').integer(0, headings.length - 1) + index;
  const heading = () => {
    const text = headings[next % headings.length] as string;
    next += 13;
    return text;
  };
  return {
    index,
    integer: (minimum, maximum) => random.integer(minimum, maximum),
    pick: (values) => random.pick(values),
    id: (prefix, length) => prefix + random.text(length, idAlphabet),
    time: (daysAgo) => isoTime(daysAgo, random.fraction()),
    epoch: (daysAgo) => epochTime(daysAgo, random.fraction()),
    person: () => person(random),
    company: () => company(random),
    customer: (position = index) => customerAt(position),
    words: (count) => (isHeading(count) ? heading() : plainWords(random, count)),
    of,
  };
}

const wholeMarks = /\uE000[a-z0-9_]+\uE000[\w.]*\uE000/g;

// Placeholder for a field of another record while only the record's own fields are needed: text that no sample contains.
const mark = '\uE000';
const markOf = (entity: string, field: string | undefined) => `${mark}${entity}${mark}${field ?? ''}${mark}`;
const isPending = (value: unknown): boolean =>
  Number.isNaN(value) ||
  (typeof value === 'string' ? value.includes(mark) : JSON.stringify(value)?.includes(mark)) === true;

/** Finds the makers of other entities of the same connector. */
export interface Makers {
  /** Throws a `TypeError` for an entity the connector does not have. */
  makerOf(entity: string): RecordMaker;
  /** The maker of the records that a field of that name and shape refers to; undefined if it refers to none. */
  targetOf(field: string, shape: Shape): RecordMaker | undefined;
}

/** Generates the records of one entity, each from its position only, so that any record can be generated without the ones before it. */
export class RecordMaker {
  readonly entity: SimulatedEntity;
  readonly shape: ObjectShape;
  readonly count: number;
  readonly #seed: readonly (string | number)[];
  readonly #makers: Makers;
  readonly #own = new Map<number, JsonObject>();
  readonly #running = new Set<string>();
  #firstWithKey: Map<string, number> | undefined;

  constructor(entity: SimulatedEntity, seed: readonly (string | number)[], count: number, makers: Makers) {
    this.entity = entity;
    this.shape = shapeOf(entity.record);
    this.count = count;
    this.#seed = [...seed, entity.name];
    this.#makers = makers;
  }

  /** Paths of the fields that identify a record; none when records have no identity. */
  get key(): readonly string[] {
    return this.entity.key === null ? [] : [this.entity.key].flat();
  }

  /** The record at a position: the values of the sample, completed with generated ones. */
  record(index: number): JsonObject {
    const making = this.making(index);
    const sample = this.#runSample(index, (entity, field) => this.#of(index, entity, field));
    const record: JsonObject = {};
    for (const [name, { shape, required }] of this.shape.fields) {
      const given = sample[name];
      if (given === undefined && Object.hasOwn(sample, name) && !required) continue;
      const value =
        given === undefined ? generatedValue(shape, [name], making) : complete(shape, given, [name], making);
      // Vendors omit unknown values; some write null, which a sample can set.
      if (required || value !== null || given === null) record[name] = value;
    }
    for (const [name, value] of Object.entries(sample)) {
      if (!this.shape.fields.has(name) && value !== undefined) record[name] = value;
    }
    return record;
  }

  /** One field of the record at a position, made without the rest of the record. Throws a `TypeError` when the record has none. */
  field(position: number, path: string | undefined): unknown {
    const name = path ?? this.key[0];
    if (name === undefined) {
      throw new TypeError(`sample: ${this.entity.name} has no key; name the field of it that is wanted`);
    }
    const index = this.#existing(position);
    const own = valueAt(this.#ownFields(index), name);
    if (own === undefined) return this.#generatedField(index, name);
    return isPending(own) ? this.#pendingField(index, name, own) : own;
  }

  /** A made-up object of another shape that belongs to the record so named. */
  other(shape: ObjectShape, name: string): JsonObject {
    return generatedObject(shape.fields, [], this.making(name));
  }

  /** What made-up values of the record at a position, or of something that belongs to a record so named, depend on. */
  making(index: number | string): Making {
    const seed = [...this.#seed, index];
    const making: Making = {
      seed,
      age:
        (typeof index === 'number' ? this.#saidAge(index) : undefined) ?? createRandom(...seed, 'age').integer(20, 700),
      relation: (steps, shape, random) => this.#relation(steps, shape, random, making),
    };
    return making;
  }

  // The sample may set when a record was created; generated times are later.
  #saidAge(index: number): number | undefined {
    if (this.entity.sample === null) return undefined;
    const created = Object.entries(this.#ownFields(index)).find(([name]) => isCreation(wordsOf(name)));
    const time = timeOf(created?.[1])?.milliseconds;
    return time === undefined ? undefined : Math.max(0, (fixedDay - time) / 86_400_000);
  }

  // The position depends on the entity alone, so that all fields a sample takes of one entity are those of one record.
  #of(index: number, entity: string, field: string | undefined): string | number {
    const maker = this.#makers.makerOf(entity);
    const random = createRandom(...this.#seed, index, 'of', entity);
    return maker.field(random.integer(0, maker.count - 1), field) as string | number;
  }

  // A field computed from other records. Only those it depends on are looked up, because others may depend on this record.
  #pendingField(index: number, name: string, own: unknown): unknown {
    const running = `${index} ${name}`;
    if (this.#running.has(running)) {
      throw new TypeError(`sample: ${name} of ${this.entity.name} depends on itself through other entities`);
    }
    this.#running.add(running);
    try {
      const text = typeof own === 'string' ? own : JSON.stringify(own);
      const isKnown = text.includes(mark) && !text.replace(wholeMarks, '').includes(mark);
      const sample = this.#runSample(index, (entity, field) =>
        isKnown && !text.includes(markOf(entity, field)) ? markOf(entity, field) : this.#of(index, entity, field),
      );
      return valueAt(sample, name);
    } finally {
      this.#running.delete(running);
    }
  }

  #ownFields(index: number): JsonObject {
    let own = this.#own.get(index);
    if (own === undefined) {
      try {
        own = this.#runSample(index, markOf);
      } catch {
        // A sample that computes with fields of other records cannot use the placeholders.
        own = this.#runSample(index, (entity, field) => this.#of(index, entity, field));
      }
      this.#own.set(index, own);
    }
    return own;
  }

  #runSample(index: number, of: SampleSource['of']): JsonObject {
    const random = createRandom(...this.#seed, index, 'sample');
    const source = createSampleSource(this.entity.name, index, random, of);
    return { ...this.entity.sample?.(source) } as JsonObject;
  }

  // Records with the key of an earlier one do not exist; what points to them points to the earlier one.
  #existing(index: number): number {
    const keyOf = (position: number) => {
      const own = this.#ownFields(position);
      return JSON.stringify(this.key.map((path) => valueAt(own, path) ?? this.#generatedField(position, path)));
    };
    if (this.key.length === 0) return index;
    if (this.#firstWithKey === undefined) {
      this.#firstWithKey = new Map();
      for (let position = this.count - 1; position >= 0; position--) this.#firstWithKey.set(keyOf(position), position);
    }
    return isPending(keyOf(index)) ? index : (this.#firstWithKey.get(keyOf(index)) ?? index);
  }

  #generatedField(index: number, path: string): unknown {
    const steps = path.split('.');
    const shape = shapeAt(this.shape, steps);
    if (shape === undefined) throw new TypeError(`sample: ${this.entity.name} has no field ${path}`);
    return generatedValue(shape, steps, this.making(index));
  }

  // A field named after another entity holds the key of one of its records, or a part of the record.
  #relation(steps: readonly string[], shape: Shape, random: Random, making: Making): unknown {
    const target = this.#makers.targetOf(steps.findLast((step) => !/^\d+$/.test(step)) ?? '', shape);
    if (target === undefined || target === this) return undefined;
    const position = random.integer(0, target.count - 1);
    return shape.kind === 'object'
      ? embedded(shape, target, position, steps, making)
      : target.field(position, undefined);
  }
}

const simple = new Set<Shape['kind']>(['text', 'number', 'boolean', 'values']);

function embedded(
  shape: ObjectShape,
  target: RecordMaker,
  position: number,
  steps: readonly string[],
  making: Making,
): JsonObject {
  const part: JsonObject = {};
  for (const [name, { shape: member }] of shape.fields) {
    const own = target.shape.fields.get(name)?.shape;
    const isShared = own !== undefined && own.kind === member.kind && simple.has(member.kind);
    const value = isShared ? target.field(position, name) : undefined;
    part[name] =
      own !== undefined && isPossible(member, own, value) ? value : generatedValue(member, [...steps, name], making);
  }
  return part;
}

// An object that refers to a record may have other values than the record: its `type` can be `customer_reference`.
function isPossible(shape: Shape, own: Shape, value: unknown): boolean {
  if (value === undefined || value === null) return value === null && shape.nullable;
  if (shape.kind === 'values') return shape.values.includes(value);
  const isFormatted = shape.kind === 'text' && shape.format !== undefined;
  return !isFormatted || (own.kind === 'text' && own.format === shape.format);
}

function complete(shape: Shape, given: unknown, steps: readonly string[], making: Making): unknown {
  if (shape.kind === 'object' && isObject(given)) {
    const whole: JsonObject = { ...given };
    for (const [name, field] of shape.fields) {
      if (whole[name] !== undefined) whole[name] = complete(field.shape, whole[name], [...steps, name], making);
      else if (field.required) whole[name] = generatedValue(field.shape, [...steps, name], making);
    }
    return whole;
  }
  if (shape.kind === 'array' && Array.isArray(given)) {
    return given.map((item, index) => complete(shape.items, item, [...steps, String(index)], making));
  }
  return given;
}

/** The shape at a path; undefined where the path leaves the declared fields. */
export function shapeAt(shape: Shape, steps: readonly string[]): Shape | undefined {
  let current: Shape | undefined = shape;
  for (const step of steps) current = current?.kind === 'object' ? current.fields.get(step)?.shape : undefined;
  return current;
}
