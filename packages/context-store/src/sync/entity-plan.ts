import { createHash } from 'node:crypto';
import type { Action, Connector, Entity, ParamsSchema, SettingPartitions } from '@connectory/connector-sdk';
import {
  type DirectActionName,
  describeConnector,
  directActions,
  type EntityManifest,
  type SyncPlan,
  syncParams,
} from '@connectory/connector-sdk/engine';
import type { Condition } from '../query/condition.ts';
import { timeForm } from '../query/field-type.ts';
import { layoutOf } from '../query/layout-of.ts';
import type { EntityLayout, LayoutField } from '../stores/entity-layout.ts';
import { isoTime } from './clock.ts';
import { type BoundParam, boundParams, hasParam, requiredParams } from './cursors.ts';
import { parentCondition, recordLayout } from './parent-filter.ts';
import { keyFields } from './record-key.ts';
import type { PageParams } from './sync-source.ts';

/** An entity whose list is read live where a setting names no partitions. */
export interface ListedParents {
  readonly entity: Entity;
  /** The fields `where` is about. */
  readonly layout: EntityLayout;
  readonly where: Condition | null;
}

/** The source of an entity's partitions: none, a list in the settings or its replacement, or the records of another entity. */
type PartitionOrigin =
  | { readonly from: 'nowhere' }
  | { readonly from: 'setting'; readonly setting: SettingPartitions; readonly otherwise: ListedParents | null }
  | { readonly from: 'entity'; readonly parent: EntityPlan; readonly where: Condition | null };

/** How many parents a request takes, and in which parameter. */
interface BatchRule {
  readonly size: number;
  readonly param: string;
}

/** How the copy of one entity is filled, ready to run. */
export interface EntityPlan {
  readonly entity: Entity;
  readonly layout: EntityLayout;
  readonly actionName: DirectActionName;
  readonly action: Action;
  /** Everything the action takes from a plan: the parameters of callers, and the sync-only ones. */
  readonly params: ParamsSchema;
  /** Constant parameters, and values that are resolved when a pass begins. */
  readonly constants: PageParams;
  readonly origin: PartitionOrigin;
  /** Parameters a partition takes over from the partition of its parent record. */
  readonly inherited: readonly string[];
  /** Parameters from setting parts, or from fields of the parent's copy. */
  readonly bound: readonly BoundParam[];
  /** The parameters that make a partition, in the order in which record keys hold their values: inherited, then bound. */
  readonly partitionParams: readonly string[];
  /**
   * Set if one request reads the children of several parents. Such an entity has no partitions: a record does not say which of the parents it
   * belongs to, so its key contains none of them, and the entity is one list. Its requests take the values of the parents in the order of
   * their keys, so many at a time, and follow the pages of each request, as if all of them were the pages of one list. The checkpoint holds
   * the values of the current request and the key of its last parent, so a pass that was interrupted continues with the same values, whatever
   * has happened to the parents since.
   *
   * A full pass removes as from any list: what no request returned is looked up or held until another pass misses it, too. That also covers
   * parents that are gone, or that the filter no longer selects. If a request fails, the whole entity fails and nothing is removed. With
   * `changedBy`, passes in between request only the parents that have changed and remove nothing.
   */
  readonly batch: BatchRule | null;
  /** Whether a partition the upstream does not find has no records. */
  readonly isEmptyWhenNotFound: boolean;
  readonly cursor: NonNullable<SyncPlan['cursor']> | null;
  /** The time of a parent without which nothing below it has changed. */
  readonly changedBy: string | null;
  /** Matches records of the copy that the vendor has marked as deleted; null if `deleted: true` marks them. */
  readonly gone: Condition | null;
  /** Changes when record keys, documents or the meaning of a checkpoint change. */
  readonly fingerprint: string;
}

const known = new WeakMap<Connector, readonly EntityPlan[]>();

/**
 * The plans of a connector's searchable entities, parents before their children. Throws a `TypeError` with the entity and the rule if a
 * plan cannot work: a parameter without a value, a path that the parent's copy lacks, a cycle of parents, no key.
 */
export function entityPlans(connector: Connector): readonly EntityPlan[] {
  const made = known.get(connector) ?? new PlanBuilder(connector).all();
  known.set(connector, made);
  return made;
}

class PlanBuilder {
  readonly #connector: Connector;
  readonly #manifests: readonly EntityManifest[];
  readonly #done = new Map<string, EntityPlan>();
  readonly #begun = new Set<string>();

  constructor(connector: Connector) {
    this.#connector = connector;
    this.#manifests = describeConnector(connector).entities;
  }

  all(): readonly EntityPlan[] {
    for (const { name, search, sync } of this.#connector.entities) {
      if (search !== null && sync !== null) this.#plan(name);
    }
    return [...this.#done.values()];
  }

  #plan(name: string): EntityPlan {
    const made = this.#done.get(name);
    if (made !== undefined) return made;
    const entity = this.#connector.entities.find((candidate) => candidate.name === name);
    const manifest = this.#manifests.find((candidate) => candidate.name === name);
    if (this.#begun.has(name)) throw this.#broken(name, 'is its own parent');
    this.#begun.add(name);
    if (entity === undefined || manifest === undefined || entity.search === null || entity.sync === null) {
      throw this.#broken(name, 'serves as partitions but has no copy: it needs search fields and a sync plan');
    }
    if (entity.key === null) throw this.#broken(name, 'has no key by which its records could be kept');
    const plan = this.#make(entity, entity.sync, layoutOf(this.#connector.id, manifest, entity.ownFields?.at));
    this.#done.set(name, plan);
    return plan;
  }

  #make(entity: Entity, sync: SyncPlan, layout: EntityLayout): EntityPlan {
    const actionName = directActions.find((candidate) => candidate === sync.via);
    const action = actionName && entity.actions[actionName];
    if (actionName === undefined || action === undefined) {
      throw this.#broken(entity.name, `has no action ${sync.via}`);
    }
    const origin = this.#origin(entity.name, sync);
    const params = syncParams(action);
    const constants = sync.params ?? {};
    const bound = boundParams(sync.bind);
    const inherited = origin.from === 'entity' ? inheritedParams(origin.parent, params, sync) : [];
    const [first] = bound;
    const batch = sync.batch === undefined || first === undefined ? null : { size: sync.batch, param: first.param };
    const partitionParams = batch === null ? [...inherited, ...bound.map(({ param }) => param)] : [];
    const plan = {
      entity,
      layout,
      actionName,
      action,
      params,
      constants,
      origin,
      inherited,
      bound,
      partitionParams,
      batch,
      isEmptyWhenNotFound: sync.notFound === 'empty',
      cursor: sync.cursor ?? null,
      changedBy: sync.changedBy ?? null,
      gone: this.#condition(entity.name, layout, sync.gone, 'gone'),
    };
    this.#check(plan);
    return Object.freeze({ ...plan, fingerprint: fingerprintOf(plan, sync) });
  }

  #origin(name: string, { each, where }: SyncPlan): PartitionOrigin {
    if (each === undefined) return { from: 'nowhere' };
    if (!('setting' in each)) {
      const parent = this.#plan(each.name);
      return { from: 'entity', parent, where: this.#condition(name, parent.layout, where) };
    }
    const { otherwise } = each;
    if (otherwise === undefined) return { from: 'setting', setting: each, otherwise: null };
    const entity = this.#connector.entities.find((candidate) => candidate.name === otherwise.name);
    const required = entity?.actions.list === undefined ? null : requiredParams(entity.actions.list.params);
    if (entity === undefined || required === null || required.length > 0) {
      throw this.#broken(name, `${otherwise.name} has no list that needs no parameters`);
    }
    const layout = recordLayout(this.#connector.id, entity);
    return {
      from: 'setting',
      setting: each,
      otherwise: { entity, layout, where: this.#condition(name, layout, where) },
    };
  }

  #condition(
    name: string,
    layout: EntityLayout,
    filter: SyncPlan['where'],
    option?: 'where' | 'gone',
  ): Condition | null {
    const condition = parentCondition(layout, filter, option);
    if (typeof condition === 'string') throw this.#broken(name, condition);
    return condition;
  }

  #check(plan: Omit<EntityPlan, 'fingerprint'>): void {
    const { entity, params, origin, bound, inherited, constants, partitionParams, batch, cursor, changedBy } = plan;
    const known = new Set([...Object.keys(constants), ...partitionParams]);
    const given = batch === null ? known : new Set([...known, batch.param]);
    if (batch !== null && inherited.length > 0) {
      throw this.#broken(entity.name, `parents of a batch can differ in ${inherited.join(', ')}`);
    }
    for (const param of requiredParams(params)) {
      if (!given.has(param)) throw this.#broken(entity.name, `nothing gives the parameter ${param}`);
    }
    for (const param of [...given, ...(cursor === null ? [] : [cursor.param])]) {
      if (!hasParam(params, param)) throw this.#broken(entity.name, `the action has no parameter ${param}`);
    }
    if (changedBy !== null && changedSince({ changedBy, origin }, isoTime(0)) === null) {
      throw this.#broken(entity.name, `the parent has no time ${changedBy}`);
    }
    if (origin.from !== 'nowhere' && batch === null && partitionParams.length === 0) {
      throw this.#broken(entity.name, 'binds no parameter, so that all its partitions are the same');
    }
    if (origin.from === 'nowhere' && bound.length > 0) throw this.#broken(entity.name, 'binds parameters to nothing');
    for (const [field, { param }] of Object.entries(entity.search?.derived ?? {})) {
      if (param !== undefined && !known.has(param)) {
        throw this.#broken(entity.name, `nothing gives the parameter ${param}, which is the search field ${field}`);
      }
    }
    for (const field of bound.flatMap(({ fields }) => fields)) {
      if (isOffered(origin, field)) continue;
      const rule = `the parent offers no ${field}: it must be a search field, a key field or a part`;
      throw this.#broken(entity.name, rule);
    }
  }

  #broken(entity: string, rule: string): TypeError {
    return new TypeError(`connector ${this.#connector.id}, ${entity} sync: ${rule}`);
  }
}

// What the child binds or fixes itself it does not inherit.
function inheritedParams({ partitionParams }: EntityPlan, params: ParamsSchema, sync: SyncPlan): readonly string[] {
  const own = { ...sync.params, ...sync.bind };
  return partitionParams.filter((param) => Object.hasOwn(params.shape, param) && !Object.hasOwn(own, param));
}

function isOffered(origin: PartitionOrigin, path: string): boolean {
  if (origin.from === 'nowhere') return false;
  if (origin.from === 'setting') return origin.setting.parts.includes(path);
  const { entity, layout } = origin.parent;
  const inCopy = layout.fields.some(({ name, absent }) => !absent && (path === name || path.startsWith(`${name}.`)));
  return inCopy || keyFields(entity).includes(path);
}

// Keys of times are made when a record is stored.
function timesIn(members: LayoutField['members']): readonly string[] {
  return Object.entries(members).flatMap(([path, type]) => (timeForm(type) === null ? [] : [path, type]));
}

/** The condition of parents that have changed since a time, or have none; null for a plan without such a time. */
export function changedSince(
  { changedBy, origin }: Pick<EntityPlan, 'changedBy' | 'origin'>,
  time: string,
): Condition | null {
  if (changedBy === null || origin.from !== 'entity') return null;
  const { layout } = origin.parent;
  const field = layout.fields.find(({ name }) => name === changedBy);
  if (field === undefined || timeForm(field.type) === null) return null;
  const condition = parentCondition(layout, { or: [{ gte: { [changedBy]: time } }, { eq: { [changedBy]: null } }] });
  return typeof condition === 'string' ? null : condition;
}

// The declaration without the version: an upgrade alone does not read the copy again. If functions compute something different, `revision`
// changes.
function fingerprintOf(plan: Omit<EntityPlan, 'fingerprint'>, { bind, where, changedBy, revision }: SyncPlan): string {
  const { entity, layout, actionName, constants, partitionParams, cursor } = plan;
  const fields = layout.fields.map(({ name, type, members }) => [name, type, ...timesIn(members)]);
  const declared = [
    keyFields(entity),
    fields,
    actionName,
    constants,
    partitionParams,
    bind,
    where,
    cursor,
    changedBy,
    revision,
    ...(entity.sync?.further === undefined ? [] : [entity.sync.further.values]),
  ];
  return createHash('sha256').update(JSON.stringify(declared)).digest('base64url').slice(0, 22);
}
