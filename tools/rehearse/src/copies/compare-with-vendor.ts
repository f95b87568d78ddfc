import { isDeepStrictEqual } from 'node:util';
import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { isValue } from '@connectory/connector-sdk/engine';
import { type EntityPlan, entityPlans } from '@connectory/context-store';
import type { Workspace } from '../gateway/workspace.ts';
import { type CopiedConnection, searchAll } from './read-copies.ts';

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
  if (status !== 200) return `the list was answered with ${status}: ${text}`;
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
  const fields = (entity.search?.fields ?? []).filter((field) => !Object.hasOwn(derived, field));
  const values =
    (records: readonly RawValue[], read: (record: RawValue, field: string) => unknown) => (field: string) =>
      records.map((record) => JSON.stringify(read(record, field) ?? null)).sort();
  const ofCopy = values(found, (record, field) => record[field]);
  const ofVendor = values(listed, valueAt);
  return fields.filter((field) => !isDeepStrictEqual(ofCopy(field), ofVendor(field)));
}
