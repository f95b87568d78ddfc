import { isDeepStrictEqual } from 'node:util';
import type { Connector } from '@connectory/connector-sdk';
import { isRead, resultKind } from '@connectory/connector-sdk/engine';
import { type ConformanceCheck, Finding, require, shown } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions, vendorKey } from '../declarations.ts';
import { jsonOf, type TestGateway } from '../test-gateway.ts';
import { succeeded } from './actions.ts';

type Row = Readonly<Record<string, unknown>>;

/** `toRecord` must turn the rows of the simulated vendor into its records, so that the sandbox behaves like the vendor. */
export function reshapingChecks(connector: Connector): readonly ConformanceCheck[] {
  return declaredActions(connector)
    .filter(({ name, action }) => action.toRecord !== undefined && isRead(name) && resultKind(name) !== 'file')
    .map((declared) => ({
      group: 'actions',
      name: `${declared.title} makes records of the vendor's rows that are the vendor's records`,
      run: (gateway) => makesRecords(gateway, declared),
    }));
}

async function makesRecords(gateway: TestGateway, { entity, name, action, title }: DeclaredAction): Promise<void> {
  const params = action.params.parse(gateway.example(entity.name, name));
  const outcome = await gateway.execute({ entity: entity.name, action: name, params });
  const responded = [jsonOf(succeeded(outcome, `${title} with ${shown(params)}`))].flat();
  const keys = new Set(responded.map((record) => vendorKey(entity, record)));
  const records = gateway.sandbox.records(gateway.connector.id, entity.name);
  // toRecord may look at the parameters, so only records that belong to them are looked at.
  const belonging = entity.key === null ? records : records.filter((record) => keys.has(vendorKey(entity, record)));
  require(belonging.length > 0, () =>
    `${title} answers records whose keys the vendor does not have: ${shown([...keys][0])}`);
  for (const record of belonging) {
    const row = gateway.sandbox.rowOf(gateway.connector.id, entity.name, name, record, params);
    if (action.keep?.(row) !== false) requireSame(record, recordOf(action, row, params, title), title);
  }
}

function recordOf(action: DeclaredAction['action'], row: unknown, params: Row, title: string): Row {
  try {
    return plain(action.toRecord?.(structuredClone(row), params));
  } catch (error) {
    throw new Finding(
      `toRecord of ${title} throws "${error instanceof Error ? error.message : shown(error)}" for ${shown(row)}`,
    );
  }
}

function requireSame(record: Row, made: Row, title: string): void {
  const wanted = plain(record);
  const field = Object.keys({ ...wanted, ...made }).find((name) => !isDeepStrictEqual(wanted[name], made[name]));
  require(field === undefined, () => {
    const seen = `${field} of ${shown(record)} becomes ${shown(made[field ?? ''])}`;
    return `toRecord of ${title} reshapes the rows of the vendor, and the sandbox does not undo that: ${seen}. Simulate the action with toRow, its inverse.`;
  });
}

const plain = (value: unknown): Row => JSON.parse(JSON.stringify(value ?? {}));
