import { Collection, type RecordChange } from './collection.ts';
import { type Makers, RecordMaker } from './records.ts';
import { Relations } from './relations.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { SimulatedEntity, SimulatedVendor } from './simulated-vendor.ts';

/**
 * The records of one connector. Entities with the same record schema and the same sample are views of one collection, as the
 * repositories of a user and those of an organization are; so is one without a sample that only acts on records.
 */
export class RecordWorld implements Makers {
  readonly entities: readonly SimulatedEntity[];
  readonly #collections = new Map<string, Collection>();
  readonly #relations: Relations;

  constructor({ seed: vendorSeed, entities, webhooks }: SimulatedVendor, seed: number, recordsPerEntity: number) {
    this.entities = entities;
    this.#relations = new Relations(entities, (entity) => this.makerOf(entity));
    for (const entity of entities) {
      const owner = ownerOf(entity, entities);
      if (owner !== entity) continue;
      const views = entities.filter((other) => ownerOf(other, entities) === owner);
      const count = views.every(isSingle) ? 1 : recordsPerEntity;
      const maker = new RecordMaker(entity, [seed, vendorSeed], count, this);
      this.#collections.set(entity.name, new Collection(maker));
    }
    for (const entity of entities) {
      const collection = this.#collections.get(ownerOf(entity, entities).name);
      if (collection !== undefined) this.#collections.set(entity.name, collection);
    }
    // Nothing is registered at first.
    if (webhooks !== undefined) {
      const maker = new RecordMaker(webhooks, [seed, vendorSeed], 0, this);
      this.#collections.set(webhooks.name, new Collection(maker));
    }
  }

  makerOf(entity: string): RecordMaker {
    return this.collectionOf(entity).maker;
  }

  targetOf(field: string, shape: Shape): RecordMaker | undefined {
    return this.#relations.targetOf(field, shape);
  }

  /** Tells every change of a record from now on. */
  watch(tell: (change: RecordChange) => void): void {
    for (const { name } of this.entities) this.collectionOf(name).watch(tell);
  }

  /** The collection of an entity's records. Throws a `TypeError` for an entity that the connector does not have. */
  collectionOf(entity: string): Collection {
    const collection = this.#collections.get(entity);
    if (collection === undefined) throw new TypeError(`sample: the connector has no entity ${entity}`);
    return collection;
  }
}

function ownerOf(entity: SimulatedEntity, entities: readonly SimulatedEntity[]): SimulatedEntity {
  const { list, get, api_search: search } = entity.actions;
  const isActionOnly = list === undefined && get === undefined && search === undefined;
  const same = entities.filter((other) => other.record === entity.record && other.sample !== null);
  const owner = same.find((other) => other.sample === entity.sample || (entity.sample === null && isActionOnly));
  return owner ?? entity;
}

// A record that is fetched without saying which, such as the account's balance, is there once.
function isSingle(entity: SimulatedEntity): boolean {
  const { list, api_search: search, get } = entity.actions;
  if (list !== undefined || search !== undefined || get === undefined) return false;
  return [...shapeOf(get.params).fields.values()].every((field) => !field.required || field.default !== undefined);
}
