import type { ConnectorCheck, ContractCheck } from './check-connectors.ts';
import { differenceLine } from './difference.ts';

/** Renders a check as text: a row per connector, a line per difference and stale entry, and the missing connectors. */
export function renderReport(check: ContractCheck): string {
  const { connectors } = check;
  const header = ['connector', 'entities', 'direct actions', 'differences', 'known'];
  const rows = connectors.map(({ connector, entities, directActions, differences, known }) =>
    [connector, entities, directActions, differences.length, known.length].map(String),
  );
  return [...table([header, ...rows]), ...connectors.flatMap(details), '', missingLine(check), ''].join('\n');
}

/** One line that names the connectors of the contract that are not loaded. */
export function missingLine({ connectors, missing }: ContractCheck): string {
  const all = connectors.length + missing.length;
  return missing.length === 0
    ? `All ${all} connectors are there.`
    : `${missing.length} of ${all} connectors are still missing: ${missing.join(', ')}.`;
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
