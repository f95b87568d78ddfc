import { type Connector, type Entity, valueAt } from '@connectory/connector-sdk';
import { type EntityPlan, type EntitySyncState, entityPlans } from '@connectory/context-store';
import type { LoggedRequest } from '@connectory/sandbox';
import { Finding, require, shown } from '../finding.ts';
import { storedKey, vendorKey } from '../record-keys.ts';
import type { TestGateway } from '../test-gateway.ts';

type Row = Readonly<Record<string, unknown>>;
type States = ReadonlyMap<string, EntitySyncState>;

/** What a pass over what is new did, after something had changed at the vendor. */
export interface LaterPass {
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
export async function readWhatIsNew(gateway: TestGateway, connector: Connector, before: States): Promise<LaterPass> {
  const plans = entityPlans(connector).filter(({ cursor }) => cursor !== null);
  const time = gateway.clock.now() + 10 * minute;
  const made = new Map<string, VendorChange>();
  for (const plan of plans) made.set(plan.entity.name, await changeSome(gateway, connector, plan, time));
  gateway.clock.moveOn(2 * hour);
  let after: States = new Map();
  const arrived = await gateway.arrivalsDuring(async () => {
    after = await gateway.synchronize({ full: false });
  });
  requireNoFault(gateway);
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
export function isNarrow(entity: Entity, { before, after, changes, arrived }: LaterPass): void {
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
export function requireNoFault(gateway: TestGateway): void {
  const [[entity, fault] = []] = gateway.syncFaults;
  if (fault === undefined) return;
  const reason = fault instanceof Error ? (fault.stack ?? fault.message) : shown(fault);
  throw new Finding(`${entity === '' ? 'the copy' : entity} could not be read: ${reason}`);
}
