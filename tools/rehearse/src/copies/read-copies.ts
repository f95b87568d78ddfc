import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { entityPlans } from '@connectory/context-store';
import type { Workspace } from '../gateway/workspace.ts';

/** A connection whose copies are watched. */
export interface CopiedConnection {
  readonly connector: Connector;
  readonly id: string;
}

/** Returns the state of a connection's copies, by entity. Throws an `Error` for an unsuccessful response. */
export async function copyStates(workspace: Workspace, { id }: CopiedConnection): Promise<readonly RawValue[]> {
  const { status, text, json } = await workspace.manage('GET', `/connections/${id}/syncs`);
  if (status !== 200) throw new Error(`The states of ${id} were answered with ${status}: ${text}`);
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
export async function searchAll(workspace: Workspace, id: string, entity: string): Promise<readonly RawValue[]> {
  const records: RawValue[] = [];
  let params: RawValue = { query: {}, limit: 1000 };
  while (params !== null) {
    const { status, text, json } = await workspace.execute(id, { entity, action: 'context_store_search', params });
    if (status !== 200) throw new Error(`A search of ${entity} was answered with ${status}: ${text}`);
    records.push(...json.data);
    params = json.meta.next_params === null ? null : { ...params, ...json.meta.next_params };
  }
  return records;
}
