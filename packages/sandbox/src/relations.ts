import { singular, wordsOf } from './names.ts';
import { type RecordMaker, shapeAt } from './records.ts';
import type { Shape } from './shape.ts';
import type { SimulatedEntity } from './simulated-vendor.ts';

/** Recognizes fields that are named after an entity: `customer`, `customer_id`, `default_customer_ids`, or `customer: { id, name }`. */
export class Relations {
  readonly #entities: readonly SimulatedEntity[];
  readonly #makerOf: (entity: string) => RecordMaker;
  readonly #named = new Map<string, readonly RecordMaker[]>();

  constructor(entities: readonly SimulatedEntity[], makerOf: (entity: string) => RecordMaker) {
    this.#entities = entities;
    this.#makerOf = makerOf;
  }

  /** The maker of the records that the field refers to; undefined if it refers to none. */
  targetOf(field: string, shape: Shape): RecordMaker | undefined {
    if (shape.kind !== 'object' && shape.kind !== 'text' && shape.kind !== 'number') return undefined;
    const words = wordsOf(field);
    const isKey = words.at(-1) === 'id' || words.at(-1) === 'ids';
    const noun = isKey ? words.slice(0, -1) : words;
    if (noun.length === 0) return undefined;
    // A bare text must be named exactly like the entity: the prefix of an invoice is no prefix.
    return this.#makersOf(noun, shape.kind !== 'object' && !isKey).find((maker) => standsFor(shape, maker, isKey));
  }

  #makersOf(noun: readonly string[], isExact: boolean): readonly RecordMaker[] {
    const name = `${noun.join(' ')} ${isExact}`;
    let makers = this.#named.get(name);
    if (makers === undefined) {
      makers = this.#entities
        .filter((entity) => (isExact ? isNoun(noun, entity) : isNoun(noun.slice(-wordsOf(entity.name).length), entity)))
        .sort((one, other) => wordsOf(other.name).length - wordsOf(one.name).length)
        .map((entity) => this.#makerOf(entity.name));
      this.#named.set(name, makers);
    }
    return makers;
  }
}

function isNoun(words: readonly string[], entity: SimulatedEntity): boolean {
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), singular(last)].join() === wordsOf(singular(entity.name)).join();
}

// Only a field that can contain the key refers to the record: text or a number, or an object with the key among its members.
function standsFor(shape: Shape, { key, shape: record }: RecordMaker, isKey: boolean): boolean {
  const [name = ''] = key;
  if (key.length !== 1) return false;
  if (shape.kind === 'object') return shape.fields.has(name);
  const fits = shapeAt(record, name.split('.'))?.kind === shape.kind;
  return fits && (shape.kind === 'text' || isKey);
}
