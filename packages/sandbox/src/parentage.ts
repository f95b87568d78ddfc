import { valueAt } from '@connectory/connector-sdk';
import type { DirectActionName, SyncPlan } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import { type Criterion, pathFor } from './criteria.ts';
import type { JsonObject } from './json.ts';
import { createRandom } from './random.ts';
import type { RecordWorld } from './record-world.ts';
import { RequestError } from './replies.ts';
import type { SimulatedAction, SimulatedEntity } from './simulated-vendor.ts';

/**
 * The parent of each record in another entity, if no field of the record refers to it. Unless the simulation names it, derived from the keys,
 * so that it is stable; as is typical, a few parents have many children.
 */
export class Parentage {
  readonly #children: Collection;
  readonly #given = new Map<string, string>();

  constructor(children: Collection) {
    this.#children = children;
  }

  /** The key of a record's parent; undefined if the parents have no keys. */
  keyOf(child: JsonObject, parents: Collection): string | undefined {
    const { maker } = parents;
    const own = this.#children.keyOf(child) ?? JSON.stringify(child);
    const sampled = this.#children.maker.entity.parent?.(child);
    const given =
      this.#given.get(`${maker.entity.name} ${own}`) ?? (sampled === undefined ? undefined : String(sampled));
    if (given !== undefined || maker.key.length === 0) return given;
    const share = createRandom('parent', maker.entity.name, own).fraction();
    const position = Math.floor(maker.count * share ** 4);
    return maker.key.map((path) => String(maker.field(position, path))).join('/');
  }

  /** Puts a new record below a parent. */
  place(child: JsonObject, parents: Collection, key: string): void {
    const own = this.#children.keyOf(child) ?? JSON.stringify(child);
    this.#given.set(`${parents.maker.entity.name} ${own}`, key);
  }
}

/** The condition that records belong to a parent; undefined if the parent cannot be identified. */
export function belowCriteria(parents: Collection, parent: JsonObject): readonly Criterion[] {
  const key = parents.keyOf(parent);
  return key === undefined ? [] : [{ role: 'parent', names: [], value: key, below: parents }];
}

/** A parameter that the sync plan takes from the records of another entity. */
interface BoundParam {
  readonly param: string;
  readonly parents: Collection;
  /** Its value for one of those records. */
  valueFor(parent: JsonObject): unknown;
}

/**
 * The parameters of an action that, according to its sync plan, name a record of another entity, and that are not a field of the record.
 */
export function boundParams(
  world: RecordWorld,
  entity: SimulatedEntity,
  name: DirectActionName,
  action: SimulatedAction,
): BoundParam[] {
  const { sync } = entity;
  if (sync === null || sync.via !== name || sync.each === undefined || !('name' in sync.each)) return [];
  const parents = world.collectionOf(sync.each.name);
  const parentEntity = world.entities.find((one) => one.name === parents.entity.name) ?? parents.entity;
  const collection = world.collectionOf(entity.name);
  return Object.entries(sync.bind ?? {}).flatMap(([param, path]): BoundParam[] => {
    if (action.simulate?.fields?.[param] !== undefined) return [];
    const isField = pathFor(collection, { role: 'filter', names: [param], value: undefined }) !== undefined;
    return isField ? [] : [{ param, parents, valueFor: (parent) => boundValue(parentEntity, path, parent) }];
  });
}

/** The parents that a list by its sync plan names. Throws a `RequestError` for one that does not exist. */
export function boundCriteria(
  world: RecordWorld,
  entity: SimulatedEntity,
  name: DirectActionName,
  action: SimulatedAction,
  params: JsonObject,
): Criterion[] {
  return boundParams(world, entity, name, action).flatMap(({ param, parents, valueFor }) => {
    const wanted = params[param];
    if (wanted === undefined) return [];
    const parent = parents.records().find((record) => String(valueFor(record)) === String(wanted));
    if (parent === undefined) {
      const message = `No such record in ${parents.entity.name}: ${String(wanted).slice(0, 100)}`;
      throw new RequestError(404, 'record_not_found', message, parents.entity.name);
    }
    return belowCriteria(parents, parent);
  });
}

// A path in the record, a search field computed from it, or a template over these.
function boundValue(
  entity: SimulatedEntity,
  bound: NonNullable<SyncPlan['bind']>[string],
  parent: JsonObject,
): unknown {
  if (!bound.includes('{')) return fieldOf(entity, bound, parent);
  return bound.replace(/\{([^{}]+)\}/g, (_, path: string) => String(fieldOf(entity, path, parent)));
}

function fieldOf({ search }: SimulatedEntity, path: string, parent: JsonObject): unknown {
  const derived = search?.derived[path]?.from;
  return derived === undefined ? valueAt(parent, path) : derived(structuredClone(parent));
}
