import { type Connector, type Entity, valueAt } from '@connectory/connector-sdk';
import {
  type DerivedField,
  describeConnector,
  type EntityManifest,
  resultKind,
} from '@connectory/connector-sdk/engine';
import { type EntityPlan, type EntitySyncState, entityPlans } from '@connectory/context-store';
import { exampleSettings, type LoggedRequest } from '@connectory/sandbox';
import { type ConformanceCheck, Finding, require, shown } from '../conformance-check.ts';
import { storedKey, vendorKey } from '../declarations.ts';
import type { TestConnectorOptions } from '../test-connector.ts';
import { jsonOf, type TestGateway } from '../test-gateway.ts';
import { succeeded } from './actions.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the copies of all entities held after a pass. */
interface Pass {
  readonly states: ReadonlyMap<string, EntitySyncState>;
  /** The result of a search of each entity. */
  readonly copies: ReadonlyMap<string, readonly Row[]>;
  /** The keys of what the store has, whether a search shows them or not. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** The records the vendor had. */
  readonly vendor: ReadonlyMap<string, readonly Row[]>;
}

/**
 * The copy of every searchable entity must hold the vendor's records after a complete pass, with each search field, take up what is
 * new, and lose what the vendor loses. The checks share three passes: one over everything, one over what is new, and one over
 * everything after a record of each entity was removed.
 */
export function searchChecks(connector: Connector, options: TestConnectorOptions): readonly ConformanceCheck[] {
  const plans = entityPlans(connector);
  if (plans.length === 0) return [];
  const first = new WeakMap<TestGateway, Promise<Pass>>();
  const second = new WeakMap<TestGateway, Promise<LaterPass>>();
  const third = new WeakMap<TestGateway, Promise<Removal>>();
  const firstPass = (gateway: TestGateway) => once(first, gateway, () => readAll(gateway, connector));
  const laterPass = (gateway: TestGateway) =>
    once(second, gateway, async () => readWhatIsNew(gateway, connector, (await firstPass(gateway)).states));
  const lastPass = (gateway: TestGateway) =>
    once(third, gateway, async () => {
      await firstPass(gateway);
      // Errors of a later pass are reported by its own checks.
      if (plans.some(({ cursor }) => cursor !== null)) await laterPass(gateway).catch(() => undefined);
      return removeSome(gateway, connector);
    });
  return plans.flatMap(({ entity, origin, cursor }) => [
    {
      group: 'search and sync' as const,
      name: `the copy of ${entity.name} holds exactly the vendor's records after a complete pass`,
      run: async (gateway: TestGateway) => {
        const isWhole = origin.from === 'nowhere' && options.partialCopies?.[entity.name] === undefined;
        isComplete(entity, await firstPass(gateway), isWhole);
      },
    },
    {
      group: 'search and sync' as const,
      name: `a search of ${entity.name} answers every search field`,
      run: async (gateway: TestGateway) => {
        const pass = await firstPass(gateway);
        hasSearchFields(entity, pass);
        declaresTimes(
          describeConnector(connector).entities.find(({ name }) => name === entity.name),
          pass,
        );
      },
    },
    ...(cursor === null
      ? []
      : [
          {
            group: 'search and sync' as const,
            name: `a later pass over ${entity.name} reads only what is new`,
            run: async (gateway: TestGateway) => isNarrow(entity, await laterPass(gateway)),
          },
        ]),
    {
      group: 'search and sync' as const,
      name: `the copy of ${entity.name} loses what the vendor loses`,
      run: async (gateway: TestGateway) => losesRecords(entity, await lastPass(gateway)),
    },
  ]);
}

function once<Value>(known: WeakMap<TestGateway, Promise<Value>>, gateway: TestGateway, make: () => Promise<Value>) {
  const made = known.get(gateway) ?? make();
  known.set(gateway, made);
  return made;
}

async function readAll(gateway: TestGateway, connector: Connector): Promise<Pass> {
  const states = await gateway.synchronize({ full: true });
  requireNoError(gateway);
  const copies = new Map<string, readonly Row[]>();
  const keys = new Map<string, ReadonlySet<string>>();
  const vendor = new Map<string, readonly Row[]>();
  for (const plan of entityPlans(connector)) {
    const { entity } = plan;
    copies.set(entity.name, await searchAll(gateway, entity.name));
    keys.set(entity.name, new Set((await gateway.stored(plan)).map((record) => storedKey(entity, record))));
    vendor.set(entity.name, gateway.sandbox.records(connector.id, entity.name));
  }
  return { states, copies, keys, vendor };
}

async function searchAll(gateway: TestGateway, entity: string): Promise<readonly Row[]> {
  const params = { query: {}, limit: 10_000 };
  const outcome = await gateway.execute({ entity, action: 'context_store_search', params });
  return jsonOf(succeeded(outcome, `a search of ${entity}`)) as Row[];
}

function isComplete(entity: Entity, { states, copies, keys, vendor }: Pass, isWhole: boolean): void {
  const { name } = entity;
  const state = states.get(name);
  const [error] = state?.errors ?? [];
  require(error === undefined, () => `the pass over ${name} met ${shown(error)}: look at its sync plan.`);
  const rows = copies.get(name) ?? [];
  require(rows.length > 0, () =>
    `the copy of ${name} is empty: its sync plan finds no record. Where partitions come from a setting, give it as settings to testConnector.`);
  require(rows.length === state?.rows, () => `a search of ${name} answers ${rows.length} records of ${state?.rows}.`);
  const known = vendor.get(name) ?? [];
  if (isWhole) {
    require(rows.length === known.length, () => {
      return `the vendor has ${known.length} ${name}, the copy ${rows.length}: does sync.params leave some out, or does paging end early? If only some are wanted, say why with partialCopies in testConnector.`;
    });
  }
  const wanted = new Set(known.map((record) => vendorKey(entity, record)));
  const strange = [...(keys.get(name) ?? [])].find((key) => !wanted.has(key));
  require(strange === undefined, () => `the copy of ${name} has a record the vendor does not have: ${strange}`);
}

function hasSearchFields({ name, search }: Entity, { copies, vendor }: Pass): void {
  const { fields, derived } = search ?? { fields: [], derived: {} };
  const rows = copies.get(name) ?? [];
  const known = vendor.get(name) ?? [];
  for (const field of [...fields, ...Object.keys(derived)]) {
    const without = rows.find((row) => !Object.hasOwn(row, field));
    require(without === undefined, () => `the search field ${field} of ${name} is missing in ${shown(without)}`);
  }
  for (const [field, { from }] of Object.entries(derived)) {
    for (const record of known) requireValue(`the search field ${field} of ${name}`, record, from);
  }
  for (const [field, { absent }] of Object.entries(derived)) {
    const filled = absent === undefined ? undefined : rows.find((row) => row[field] !== null);
    require(filled === undefined, () =>
      `the search field ${field} of ${name} is declared absent and has a value: ${shown(filled?.[field])}`);
  }
  for (const field of fields) {
    const isKnown = known.every((record) => (valueAt(record, field) ?? null) !== null);
    const isLost = known.length > 0 && isKnown && rows.length > 0 && rows.every((row) => row[field] === null);
    require(!isLost, () =>
      `the search field ${field} of ${name} is null in the whole copy although every record of the vendor has it.`);
  }
}

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

// A text that is compared by its characters sorts wrongly once vendors write offsets or fractions of seconds.
function declaresTimes(manifest: EntityManifest | undefined, { copies }: Pass): void {
  const { name = '', search = null } = manifest ?? {};
  const rows = copies.get(name) ?? [];
  for (const { name: field, type, format } of search?.fields ?? []) {
    const values = rows.map((row) => row[field] ?? null).filter((value) => value !== null && value !== '');
    const areTimes = values.length > 0 && values.every((value) => typeof value === 'string' && isoTime.test(value));
    require(!areTimes || type !== 'string' || format !== undefined, () =>
      `the search field ${field} of ${name} has times such as ${shown(values[0])}: declare it with time().`);
  }
}

// A gateway stores null if a field cannot be computed, which would go unnoticed.
function requireValue(what: string, record: Row, from: DerivedField['from']): void {
  try {
    from?.(structuredClone(record));
  } catch (error) {
    throw new Finding(
      `${what} cannot be computed (${error instanceof Error ? error.message : shown(error)}) for ${shown(record)}`,
    );
  }
}

/** Which records were taken away at the vendor, and the copies after two more complete passes. */
interface Removal {
  readonly before: Pass;
  readonly after: Pass;
  readonly removed: ReadonlyMap<string, Row>;
}

// Parents are removed last: otherwise their children would look removed as well.
async function removeSome(gateway: TestGateway, connector: Connector): Promise<Removal> {
  // What earlier checks have deleted is gone after two passes.
  await gateway.synchronize({ full: true });
  const before = await readAll(gateway, connector);
  const parents = new Set(
    entityPlans(connector).flatMap(({ origin }) => (origin.from === 'entity' ? origin.parent.entity.name : [])),
  );
  const partitions = Object.values(exampleSettings(connector, gateway.sandbox)).flat();
  const removed = new Map<string, Row>();
  for (const { entity, actionName } of entityPlans(connector)) {
    // What is read without a list is there once, and a vendor without it fails.
    if (parents.has(entity.name) || resultKind(actionName) !== 'records') continue;
    const copied = before.keys.get(entity.name);
    const victim = gateway.sandbox
      .records(connector.id, entity.name)
      .findLast((record) => copied?.has(vendorKey(entity, record)) === true && !isPartition(record, partitions));
    if (victim !== undefined && gateway.sandbox.remove(connector.id, entity.name, victim))
      removed.set(entity.name, victim);
  }
  // A record that one pass does not see is removed when the next does not see it either.
  await gateway.synchronize({ full: true });
  return { before, removed, after: await readAll(gateway, connector) };
}

// What a setting of the connection names must stay: without it, the entities below could not be read.
function isPartition(record: Row, partitions: readonly string[]): boolean {
  const leaves = new Set(leavesOf(record).map(String));
  return partitions.some((text) => text.split('/').every((part) => leaves.has(part)));
}

const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

function losesRecords(entity: Entity, { before, after, removed }: Removal): void {
  const { name } = entity;
  const [error] = after.states.get(name)?.errors ?? [];
  require(error === undefined, () => `the second pass over ${name} met ${shown(error)}.`);
  const left = new Set((after.vendor.get(name) ?? []).map((record) => vendorKey(entity, record)));
  const now = after.keys.get(name) ?? new Set();
  const ghost = [...now].find((key) => !left.has(key));
  require(ghost === undefined, () => {
    return `${ghost} was removed at the vendor and is still in the copy of ${name} after a complete pass: does the list still answer it, or does its key change?`;
  });
  const lost = [...(before.keys.get(name) ?? [])].find((key) => left.has(key) && !now.has(key));
  require(lost === undefined, () =>
    `${lost} is still there at the vendor and no longer in the copy of ${name}: is its key the same in every answer?`);
  const victim = removed.get(name);
  require(victim === undefined || !now.has(vendorKey(entity, victim)), () =>
    `${shown(victim)} was not removed from the copy of ${name}.`);
}

type States = ReadonlyMap<string, EntitySyncState>;

/** What a pass over what is new did, after something had changed at the vendor. */
interface LaterPass {
  readonly before: States;
  readonly after: States;
  /** What was changed or added at the vendor, by entity. */
  readonly changes: ReadonlyMap<string, VendorChange>;
  readonly arrived: readonly LoggedRequest[];
}

/** Changes of one entity at the vendor, and the resulting copy. */
interface VendorChange {
  readonly plan: EntityPlan;
  readonly changed: Row | undefined;
  readonly added: Row | undefined;
  /** Search fields of the copy by record key, before and after the pass. */
  readonly documents: { readonly before: Documents; readonly after: Documents };
}

type Documents = ReadonlyMap<string, unknown>;

const minute = 60_000;
const hour = 3_600_000;

/** Changes a record of each entity with a cursor at the vendor, adds one where it has a place, and lets the copies catch up. */
async function readWhatIsNew(gateway: TestGateway, connector: Connector, before: States): Promise<LaterPass> {
  const plans = entityPlans(connector).filter(({ cursor }) => cursor !== null);
  const time = gateway.clock.now() + 10 * minute;
  const made = new Map<string, VendorChange>();
  for (const plan of plans) made.set(plan.entity.name, await changeSome(gateway, connector, plan, time));
  gateway.clock.moveOn(2 * hour);
  let after: States = new Map();
  const arrived = await gateway.arrivalsDuring(async () => {
    after = await gateway.synchronize({ full: false });
  });
  requireNoError(gateway);
  const changes = new Map<string, VendorChange>();
  for (const [name, change] of made) {
    const documents = { ...change.documents, after: await documentsOf(gateway, change.plan) };
    changes.set(name, { ...change, documents });
  }
  return { before, after, changes, arrived };
}

async function changeSome(
  gateway: TestGateway,
  connector: Connector,
  plan: EntityPlan,
  time: number,
): Promise<VendorChange> {
  const { entity, cursor, origin } = plan;
  const field = cursor?.field ?? '';
  const before = await documentsOf(gateway, plan);
  const { sandbox } = gateway;
  const copied = sandbox.records(connector.id, entity.name).filter((record) => before.has(vendorKey(entity, record)));
  const changed = firstOf(copied, (record) => sandbox.touch(connector.id, entity.name, record, field, time));
  // A new record of a partition could belong to a parent that the plan does not read.
  const added =
    origin.from === 'nowhere'
      ? sandbox.touch(connector.id, entity.name, sandbox.add(connector.id, entity.name), field, time + minute)
      : undefined;
  return { plan, changed, added, documents: { before, after: before } };
}

function firstOf(records: readonly Row[], make: (record: Row) => Row | undefined): Row | undefined {
  for (const record of records) {
    const made = make(record);
    if (made !== undefined) return made;
  }
  return undefined;
}

async function documentsOf(gateway: TestGateway, plan: EntityPlan): Promise<Documents> {
  const stored = await gateway.stored(plan);
  return new Map(stored.map((record) => [storedKey(plan.entity, record), record.document]));
}

/** Requires that an incremental pass was one: it used the cursor, read fewer records, and found the changes. */
function isNarrow(entity: Entity, { before, after, changes, arrived }: LaterPass): void {
  const { name } = entity;
  const change = changes.get(name);
  const { field, param } = change?.plan.cursor ?? { field: '', param: '' };
  require(change?.changed !== undefined, () => {
    return `the cursor of ${name} reads ${field}, which is not a time in the records of the simulated vendor: set it in the sample.`;
  });
  const [first, second] = [before.get(name), after.get(name)];
  const [error] = second?.errors ?? [];
  require(error === undefined, () => `the pass over what is new of ${name} met ${shown(error)}: look at its cursor.`);
  require(second?.kind === 'incremental', () => {
    return `the cursor of ${name} never settles, so that every pass reads everything: ${field} is ${shown(valueAt(change.changed, field))}, which is not read as a time. Say how it is written with reads.`;
  });
  const asked = arrived.filter(({ meant }) => meant?.entity === name && meant.action === entity.sync?.via);
  require(asked.some(({ meant }) => hasParam(meant?.params ?? {}, param)), () => {
    return `the pass over what is new of ${name} did not send ${param}: does it reach the vendor? It sent ${shown(asked.at(-1)?.url)}.`;
  });
  const [all, some] = [first?.rows ?? 0, second.rows];
  require(some < all, () => {
    return `the pass over what is new of ${name} read ${some} records, the full one ${all}: does ${param} select by ${field}? If it looks back, spread ${field} in the sample.`;
  });
  const { documents, changed, added } = change;
  const key = vendorKey(entity, changed);
  const isShown = entity.search?.fields.includes(field) === true;
  const isSame = JSON.stringify(documents.before.get(key)) === JSON.stringify(documents.after.get(key));
  require(!isShown || !isSame, () => `${key} changed at the vendor, and the copy of ${name} still has it as it was.`);
  require(added === undefined || documents.after.has(vendorKey(entity, added)), () => {
    return `${shown(added)} is new at the vendor and not in the copy of ${name} after a pass over what is new.`;
  });
}

const hasParam = (params: Row, param: string) => params[param] !== undefined || valueAt(params, param) !== undefined;

/** Throws a `Finding` for what went wrong in a synchronization. */
export function requireNoError(gateway: TestGateway): void {
  const [[entity, problem] = []] = gateway.syncErrors;
  if (problem === undefined) return;
  const reason = problem instanceof Error ? (problem.stack ?? problem.message) : shown(problem);
  throw new Finding(`${entity === '' ? 'the copy' : entity} could not be read: ${reason}`);
}
