import { type Connector, type Entity, valueAt } from '@connectory/connector-sdk';
import { type DerivedField, resultKind } from '@connectory/connector-sdk/engine';
import { type EntitySyncState, entityPlans } from '@connectory/context-store';
import { exampleSettings } from '@connectory/sandbox';
import type { ConformanceCheck } from '../conformance-check.ts';
import { Finding, require, shown } from '../finding.ts';
import type { TestConnectorOptions } from '../test-connector-options.ts';
import { jsonOf, type TestGateway } from '../test-gateway.ts';
import { succeeded } from './actions.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the copies of all entities held after a pass. */
interface Pass {
  readonly states: ReadonlyMap<string, EntitySyncState>;
  readonly copies: ReadonlyMap<string, readonly Row[]>;
  /** The records the vendor had. */
  readonly vendor: ReadonlyMap<string, readonly Row[]>;
}

/**
 * The copy of every searchable entity must hold the vendor's records after a complete pass, with each search field, and lose what the
 * vendor loses. The checks share two passes: one over everything, one after a record of each entity was removed.
 */
export function searchChecks(connector: Connector, options: TestConnectorOptions): readonly ConformanceCheck[] {
  const plans = entityPlans(connector);
  if (plans.length === 0) return [];
  const first = new WeakMap<TestGateway, Promise<Pass>>();
  const second = new WeakMap<TestGateway, Promise<Removal>>();
  const firstPass = (gateway: TestGateway) => once(first, gateway, () => readAll(gateway, connector));
  const secondPass = (gateway: TestGateway) =>
    once(second, gateway, async () => removeSome(gateway, connector, await firstPass(gateway)));
  return plans.flatMap(({ entity, origin }) => [
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
      run: async (gateway: TestGateway) => hasSearchFields(entity, await firstPass(gateway)),
    },
    {
      group: 'search and sync' as const,
      name: `the copy of ${entity.name} loses what the vendor loses`,
      run: async (gateway: TestGateway) => losesRecords(entity, await secondPass(gateway)),
    },
  ]);
}

function once<Value>(known: WeakMap<TestGateway, Promise<Value>>, gateway: TestGateway, make: () => Promise<Value>) {
  const made = known.get(gateway) ?? make();
  known.set(gateway, made);
  return made;
}

async function readAll(gateway: TestGateway, connector: Connector): Promise<Pass> {
  const states = await gateway.synchronise();
  const [[entity, fault] = []] = gateway.syncFaults;
  if (fault !== undefined) {
    const reason = fault instanceof Error ? (fault.stack ?? fault.message) : shown(fault);
    throw new Finding(`${entity === '' ? 'the copy' : entity} could not be read: ${reason}`);
  }
  const copies = new Map<string, readonly Row[]>();
  const vendor = new Map<string, readonly Row[]>();
  for (const { entity: one } of entityPlans(connector)) {
    copies.set(one.name, await searchAll(gateway, one.name));
    vendor.set(one.name, gateway.sandbox.records(connector.id, one.name));
  }
  return { states, copies, vendor };
}

async function searchAll(gateway: TestGateway, entity: string): Promise<readonly Row[]> {
  const params = { query: {}, limit: 10_000 };
  const outcome = await gateway.execute({ entity, action: 'context_store_search', params });
  return jsonOf(succeeded(outcome, `a search of ${entity}`)) as Row[];
}

function isComplete(entity: Entity, { states, copies, vendor }: Pass, isWhole: boolean): void {
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
  const keys = keysOf(entity);
  if (keys === undefined) return;
  const wanted = new Set(known.map((record) => keyText(record, keys)));
  const strange = rows.find((row) => !wanted.has(keyText(row, keys)));
  require(strange === undefined, () => `the copy of ${name} has a record the vendor does not have: ${shown(strange)}`);
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

// A gateway stores null for what cannot be computed, so that nobody would notice.
function requireValue(what: string, record: Row, from: DerivedField['from']): void {
  try {
    from?.(structuredClone(record));
  } catch (error) {
    throw new Finding(
      `${what} cannot be computed (${error instanceof Error ? error.message : shown(error)}) for ${shown(record)}`,
    );
  }
}

/** Which records were taken away at the vendor, and the copies after the next complete pass. */
interface Removal {
  readonly before: Pass;
  readonly after: Pass;
  readonly removed: ReadonlyMap<string, Row>;
}

// Parents go last: without them their children could not be told from those that were removed.
async function removeSome(gateway: TestGateway, connector: Connector, before: Pass): Promise<Removal> {
  const parents = new Set(
    entityPlans(connector).flatMap(({ origin }) => (origin.from === 'entity' ? origin.parent.entity.name : [])),
  );
  const partitions = Object.values(exampleSettings(connector, gateway.sandbox)).flat();
  const removed = new Map<string, Row>();
  for (const { entity, actionName } of entityPlans(connector)) {
    const keys = keysOf(entity);
    // What is read without a list is there once, and a vendor without it fails.
    if (keys === undefined || parents.has(entity.name) || resultKind(actionName) !== 'records') continue;
    const copied = new Set((before.copies.get(entity.name) ?? []).map((row) => keyText(row, keys)));
    const victim = gateway.sandbox
      .records(connector.id, entity.name)
      .findLast((record) => copied.has(keyText(record, keys)) && !isPartition(record, partitions));
    if (victim !== undefined && gateway.sandbox.remove(connector.id, entity.name, victim))
      removed.set(entity.name, victim);
  }
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
  const keys = keysOf(entity);
  const [error] = after.states.get(name)?.errors ?? [];
  require(error === undefined, () => `the second pass over ${name} met ${shown(error)}.`);
  if (keys === undefined) return;
  const left = new Set((after.vendor.get(name) ?? []).map((record) => keyText(record, keys)));
  const earlier = (before.copies.get(name) ?? []).map((row) => keyText(row, keys));
  const now = new Set((after.copies.get(name) ?? []).map((row) => keyText(row, keys)));
  const ghost = [...now].find((key) => !left.has(key));
  require(ghost === undefined, () => {
    return `${ghost} was removed at the vendor and is still in the copy of ${name} after a complete pass: does the list still answer it, or does its key change?`;
  });
  const lost = earlier.find((key) => left.has(key) && !now.has(key));
  require(lost === undefined, () =>
    `${lost} is still there at the vendor and no longer in the copy of ${name}: is its key the same in every answer?`);
  const victim = removed.get(name);
  require(victim === undefined || !now.has(keyText(victim, keys)), () =>
    `${shown(victim)} was not removed from the copy of ${name}.`);
}

/** The key of an entity when a search answers all of it; undefined when the copy does not show it. */
function keysOf({ key, search }: Entity): readonly string[] | undefined {
  const keys = key === null ? [] : [key].flat();
  const isShown = keys.length > 0 && keys.every((path) => search?.fields.includes(path));
  return isShown ? keys : undefined;
}

// A search field whose own name has dots stands beside nested ones.
const keyText = (record: Row, keys: readonly string[]) =>
  keys.map((path) => String(Object.hasOwn(record, path) ? record[path] : valueAt(record, path))).join('/');
