import type { Action, Connector, Entity, NoParams, ParamsOf, ParamsSchema, RawValue } from '@connectory/connector-sdk';
import {
  type DirectActionName,
  type EntityActions,
  type JsonSchema,
  jsonSchemaOfPaths,
  type SentParams,
  syncParams,
} from '@connectory/connector-sdk/engine';
import type { Customer } from './cast.ts';

/** Deterministic choices for the records of the simulated vendor, one instance per record: same seed, same record. */
export interface SampleSource {
  /** Position of the record within its entity, from 0. */
  readonly index: number;
  integer(minimum: number, maximum: number): number;
  pick<T>(values: readonly T[]): T;
  /** Identifier with a vendor-like prefix: `id('cus_', 14)`. */
  id(prefix: string, length: number): string;
  /** ISO timestamp some days before the fixed date of the sandbox. */
  time(daysAgo: number): string;
  /** The same as Unix seconds. */
  epoch(daysAgo: number): number;
  person(): { readonly first: string; readonly last: string; readonly email: string };
  company(): string;
  /** The customer at a position, by default that of the record: the same people at every simulated vendor, whatever the seed. */
  customer(index?: number): Customer;
  /** Text of about this many words: one is a noun, two a short name, three to seven a heading, more are sentences. */
  words(count: number): string;
  /** A field (by default the key) of some record of another entity; all calls for one entity within one sample choose the same record. */
  of(entity: string, field?: string): string | number;
}

/** Values of a plausible record; omitted fields are generated from the record's schema, optional ones set to `undefined` are left out. */
export type Sample = (source: SampleSource) => Readonly<Record<string, unknown>>;

type NameOf<P extends ParamsSchema, S extends ParamsSchema> = (keyof P['shape'] | keyof S['shape']) & string;

/** Behavior of an action that the simulated vendor cannot derive from the declaration. Omitted parts are inferred from names. */
export interface ActionSimulation<P extends ParamsSchema = ParamsSchema, S extends ParamsSchema = NoParams> {
  /**
   * The record field a parameter is compared with; null for one that selects nothing. A parameter may be dotted for a part of it,
   * such as `operations.0.id`. In get, update, delete and download, one that names the key identifies the record.
   */
  readonly fields?: { readonly [Param in NameOf<P, S> | `${NameOf<P, S>}.${string}`]?: string | null };
  /** Whether a record matches the request. Replaces everything that would be inferred from the parameters. */
  matches?(record: RawValue, params: SentParams<P, S>): boolean;
  /** Whether a request with these parameters means this action, where several actions share a route. */
  isMeant?(params: Readonly<Record<string, RawValue>>): boolean;
  /** What a write sets, in the shape of the record; objects are merged member by member. `record` is as it was before, or a generated new one. */
  values?(params: ParamsOf<P>, record: RawValue): Readonly<Record<string, unknown>>;
  /** The row the vendor sends for a record: the inverse of the action's `toRecord`, or the record with only requested fields. */
  toRow?(record: RawValue, params: ParamsOf<P>): RawValue;
}

type SimulationOf<A> = A extends Action<infer P, infer S> ? ActionSimulation<P, S> : never;

/** The key of the record that a sample record is below, where only the route says so. Undefined leaves the choice to the sandbox. */
export type SampleParent = (record: RawValue) => string | number | undefined;

/** The sample of an entity and the behavior of its actions, checked by `simulate`. */
export interface EntitySimulation {
  readonly entity: Entity;
  readonly sample: Sample | null;
  readonly parent: SampleParent | null;
  readonly actions: { readonly [Name in DirectActionName]?: ActionSimulation };
}

/** Checks and returns the simulation of an entity. Throws a `TypeError` that names entity, action and what is wrong. */
export function simulate<A extends EntityActions>(
  entity: Entity<Entity['record'], A>,
  definition: {
    readonly sample?: Sample;
    readonly parent?: SampleParent;
    readonly actions?: { readonly [Name in keyof A]?: SimulationOf<A[Name]> };
  },
): EntitySimulation {
  const { sample = null, parent = null, actions = {} } = definition as Partial<EntitySimulation>;
  for (const [name, simulation] of Object.entries(actions)) {
    const action = (entity.actions as EntityActions)[name as DirectActionName];
    const error = action === undefined ? 'is not declared' : brokenSimulation(entity, action, simulation);
    if (error !== null) throw new TypeError(`simulation of ${entity.name} ${name}: ${error}`);
  }
  return Object.freeze({ entity, sample, parent, actions });
}

/** A change of a record in the simulated vendor. */
export interface SimulatedChange {
  readonly entity: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The record after the change, or before it was removed. */
  readonly record: RawValue;
  /** Unique for each change, starting at 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The parent record of the changed one in another entity; with a path, such as `'issues', 'repositories'`, its last ancestor. */
  parent(...path: readonly string[]): RawValue;
}

/** An event of the simulated vendor, before it is signed. */
export interface SimulatedEvent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: RawValue;
  /** JSON by default; for a form, `body` has the fields by name. */
  readonly encoding?: 'json' | 'form';
}

/** The simulated vendor of a connector: what its package exports as `./sandbox`. */
export interface ConnectorSandbox {
  readonly connector: Connector;
  /** Chooses the generated values; by default the id of the connector. */
  readonly seed?: string;
  /** By the name of the entity. */
  readonly simulations: ReadonlyMap<string, EntitySimulation>;
  /** The event of a change; undefined if the vendor sends none. */
  events?(change: SimulatedChange): SimulatedEvent | undefined;
}

/**
 * Assembles the simulated vendor of a connector. Another `seed` makes other records. `events` belongs to a connector that declares events. Throws a `TypeError` for an entity
 * that the connector does not have, or that is simulated twice.
 */
export function defineSandbox(
  connector: Connector,
  {
    seed,
    entities,
    events,
  }: {
    readonly seed?: string;
    readonly entities: readonly EntitySimulation[];
    readonly events?: (change: SimulatedChange) => SimulatedEvent | undefined;
  },
): ConnectorSandbox {
  if ((events === undefined) !== (connector.events === undefined)) {
    const error = events === undefined ? 'its events are not simulated' : 'the connector declares no events';
    throw new TypeError(`sandbox of ${connector.id}: ${error}`);
  }
  const declared = [...connector.entities, connector.events?.registration?.webhooks];
  const simulations = new Map<string, EntitySimulation>();
  for (const simulation of entities) {
    const { name } = simulation.entity;
    if (!declared.includes(simulation.entity)) throw new TypeError(`sandbox of ${connector.id}: it has no ${name}`);
    if (simulations.has(name)) throw new TypeError(`sandbox of ${connector.id}: ${name} is simulated twice`);
    simulations.set(name, simulation);
  }
  return Object.freeze({ connector, ...(seed !== undefined && { seed }), simulations, ...(events && { events }) });
}

const parts = ['fields', 'matches', 'isMeant', 'values', 'toRow'];

// The error in the simulation of an action, as a sentence without its subject; null if it is valid.
function brokenSimulation({ record }: Pick<Entity, 'record'>, action: Action, simulation: ActionSimulation) {
  const unknown = Object.keys(simulation).find((part) => !parts.includes(part));
  if (unknown !== undefined) return `has a member ${unknown}; it can have ${parts.join(', ')}`;
  const fields = Object.entries<string | null | undefined>(simulation.fields ?? {});
  if (fields.length === 0) return null;
  const schema = jsonSchemaOfPaths(
    record,
    fields.flatMap(([, field]) => field ?? []),
  );
  const { shape } = syncParams(action);
  for (const [param, field] of fields) {
    if (!Object.hasOwn(shape, param) && !Object.hasOwn(shape, param.split('.', 1)[0] ?? '')) {
      return `fields names ${param}, which is not one of its parameters`;
    }
    if (typeof field === 'string' && !isPath(schema, field.split('.'), schema)) {
      return `fields compares ${param} with ${field}, which is not a field of the record`;
    }
  }
  return null;
}

// Where a schema is open, any path is possible.
function isPath(node: JsonSchema, [step, ...rest]: readonly string[], root: JsonSchema): boolean {
  if (step === undefined) return true;
  if (typeof node.$ref === 'string') return isPath(referenced(node.$ref, root), [step, ...rest], root);
  const variants = [node.anyOf ?? [], node.oneOf ?? [], node.allOf ?? []].flat() as JsonSchema[];
  if (variants.length > 0) return variants.some((variant) => isPath(variant, [step, ...rest], root));
  if (node.type === 'array') return /^\d+$/.test(step) && isPath((node.items ?? {}) as JsonSchema, rest, root);
  const properties = node.properties as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties === undefined) return node.type === undefined || node.type === 'object';
  const property = Object.hasOwn(properties, step) ? properties[step] : undefined;
  return property !== undefined && isPath(property, rest, root);
}

function referenced(reference: string, root: JsonSchema): JsonSchema {
  let node: RawValue = root;
  for (const step of reference.split('/').slice(1)) node = node?.[decodeURIComponent(step)];
  return node ?? {};
}
