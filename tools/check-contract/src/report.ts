import type { ConnectorCheck, ContractCheck } from './check-connectors.ts';
import type { Contract } from './contract.ts';
import { differenceLine } from './difference.ts';

/** Renders a check as text: a row per connector, a line per difference and stale entry, and the totals. */
export function renderReport(check: ContractCheck): string {
  const { connectors } = check;
  const header = ['connector', 'entities', 'direct actions', 'searchable', 'differences', 'known'];
  const rows = connectors.map(({ connector, entities, directActions, searchableEntities, differences, known }) =>
    [connector, entities, directActions, searchableEntities, differences.length, known.length].map(String),
  );
  return [...table([header, ...rows]), ...connectors.flatMap(details), '', totalsLine(check), ''].join('\n');
}

/** Counts what the loaded connectors of the contract offer. */
export function totals({ connectors }: ContractCheck): Contract['counts'] {
  const total = (count: (check: ConnectorCheck) => number) => connectors.reduce((sum, check) => sum + count(check), 0);
  return {
    connectors: connectors.length,
    entities: total(({ entities }) => entities),
    directActions: total(({ directActions }) => directActions),
    searchableEntities: total(({ searchableEntities }) => searchableEntities),
  };
}

/** One line with the totals, and the connectors of the contract that are not loaded. */
export function totalsLine(check: ContractCheck): string {
  const { connectors, entities, directActions, searchableEntities } = totals(check);
  const { missing } = check;
  const all = connectors + missing.length;
  const gaps = missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`;
  return `contract: ${connectors} of ${all} connectors, ${entities} entities, ${directActions} direct actions, ${searchableEntities} searchable entities${gaps}`;
}

function details({ connector, differences, stale }: ConnectorCheck): readonly string[] {
  const lines = [
    ...differences.map(differenceLine),
    ...stale.map(({ where, kind }) => `${where}  ${kind}: no longer differs, remove it from check-contract.json`),
  ];
  return lines.length === 0 ? [] : ['', connector, ...lines.map((line) => `  ${line}`)];
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}
