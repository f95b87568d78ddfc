import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Connector, type RawValue, valueAt } from '@connectory/connector-sdk';
import { isValue } from '@connectory/connector-sdk/engine';
import { type EntityPlan, entityPlans } from '@connectory/context-store';
import type { Workspace } from './gateway.ts';

/** A connection whose copies are watched. */
export interface CopiedConnection {
  readonly connector: Connector;
  readonly id: string;
}

/** Returns the state of a connection's copies, by entity. Throws an `Error` for an unsuccessful response. */
export async function copyStates(workspace: Workspace, { id }: CopiedConnection): Promise<readonly RawValue[]> {
  const { status, text, json } = await workspace.manage('GET', `/connections/${id}/syncs`);
  if (status !== 200) throw new Error(`The states of ${id} returned ${status}: ${text}`);
  return json.data;
}

/** Requests a full pass of all entities. */
export async function requestFullPass(workspace: Workspace, { id }: CopiedConnection): Promise<void> {
  const { status, text } = await workspace.manage('POST', `/connections/${id}/syncs`, { full: true });
  if (status !== 202) throw new Error(`A pass of ${id} was refused with ${status}: ${text}`);
}

/** Whether all copies have been read completely since a time (UTC, ISO 8601), and no pass is running. */
const areRead = (states: readonly RawValue[], since: string): boolean =>
  states.every(({ phase, finished_at: finished }) => phase === 'idle' && finished !== null && finished >= since);

/** Waits until all copies have been read completely since a time; returns false if that takes longer than `patience` milliseconds. */
export async function untilRead(
  workspace: Workspace,
  connection: CopiedConnection,
  since: string,
  patience: number,
): Promise<boolean> {
  const begun = performance.now();
  for (;;) {
    if (areRead(await copyStates(workspace, connection), since)) return true;
    if (performance.now() - begun > patience) return false;
    await delay(100);
  }
}

/** Returns the number of records of each entity's copy, and a digest of all of them in any order. */
export async function readCopies(
  workspace: Workspace,
  { connector, id }: CopiedConnection,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { entity } of entityPlans(connector)) {
    const records = await searchAll(workspace, id, entity.name);
    const texts = records.map((record) => JSON.stringify(record)).sort();
    const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
    digests.set(entity.name, `${records.length} records ${digest}`);
  }
  return digests;
}

/** Returns all records of a copy. Throws an `Error` for an unsuccessful response. */
async function searchAll(workspace: Workspace, id: string, entity: string): Promise<readonly RawValue[]> {
  const records: RawValue[] = [];
  let params: RawValue = { query: {}, limit: 1000 };
  while (params !== null) {
    const { status, text, json } = await workspace.execute(id, { entity, action: 'context_store_search', params });
    if (status !== 200) throw new Error(`A search of ${entity} returned ${status}: ${text}`);
    records.push(...json.data);
    params = json.meta.next_params === null ? null : { ...params, ...json.meta.next_params };
  }
  return records;
}

/** How the copies of a connection differ from the vendor's live responses. */
export interface Comparison {
  readonly compared: number;
  readonly differences: readonly string[];
}

/**
 * Compares the results of searches with live lists with the same parameters, record by record and field by field. Copies that are read in
 * partitions, or with parameters computed at run time, have no single list and are skipped.
 */
export async function compareWithVendor(workspace: Workspace, connection: CopiedConnection): Promise<Comparison> {
  const plans = entityPlans(connection.connector).filter(isOneList);
  const differences: string[] = [];
  for (const plan of plans) {
    const found = await searchAll(workspace, connection.id, plan.entity.name);
    const listed = await listAll(workspace, connection.id, plan);
    const name = `${connection.connector.id} ${plan.entity.name}`;
    if (typeof listed === 'string') differences.push(`${name}: ${listed}`);
    else if (found.length !== listed.length)
      differences.push(`${name}: ${found.length} found, ${listed.length} listed`);
    else differences.push(...differingFields(plan, found, listed).map((field) => `${name}: ${field}`));
  }
  return { compared: plans.length, differences };
}

function isOneList({ origin, actionName, action, constants }: EntityPlan): boolean {
  const names = Object.keys(constants);
  return (
    origin.from === 'nowhere' &&
    actionName === 'list' &&
    names.every((name) => Object.hasOwn(action.params.shape, name)) &&
    !Object.values(constants).some(isValue)
  );
}

async function listAll(workspace: Workspace, id: string, plan: EntityPlan): Promise<readonly RawValue[] | string> {
  const call = { entity: plan.entity.name, action: plan.actionName, params: plan.constants };
  const { status, text } = await workspace.execute(id, call, { headers: { accept: 'application/x-ndjson' } });
  if (status !== 200) return `the list returned ${status}: ${text}`;
  const lines: RawValue[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const trailer = lines.pop();
  return trailer?.meta?.complete === true ? lines : `the list ended early: ${JSON.stringify(trailer)}`;
}

function differingFields(
  { entity }: EntityPlan,
  found: readonly RawValue[],
  listed: readonly RawValue[],
): readonly string[] {
  const derived = entity.search?.derived ?? {};
  // The copy has fields that the account has added, which this list does not request; the others are compared one by one.
  const partial = entity.ownFields?.request === undefined ? undefined : entity.ownFields.at;
  const fields = (entity.search?.fields ?? []).filter((field) => !Object.hasOwn(derived, field) && field !== partial);
  const values =
    (records: readonly RawValue[], read: (record: RawValue, field: string) => unknown) => (field: string) =>
      records.map((record) => JSON.stringify(read(record, field) ?? null)).sort();
  const ofCopy = values(found, (record, field) => record[field]);
  const ofVendor = values(listed, valueAt);
  return fields.filter((field) => !isDeepStrictEqual(ofCopy(field), ofVendor(field)));
}
