import type { Bump, Change } from './bump.ts';
import { isAtLeast } from './bump.ts';
import { type ConnectorVersion, packageOf, type VersionCheck } from './check-versions.ts';

/** Renders a check as text: a row per connector, its changes, its errors, and the exact text of the missing changeset. */
export function renderReport({ connectors }: VersionCheck): string {
  const header = ['connector', 'version', 'changes', 'needs', 'has', ''];
  const rows = connectors.map((row) => [
    row.connector,
    row.version,
    row.changes === null ? 'never released' : countsOf(row.changes),
    row.needs,
    row.has,
    row.faults.length === 0 ? '' : 'FAILED',
  ]);
  return [...table([header, ...rows]), ...connectors.flatMap(details), ''].join('\n');
}

function countsOf(changes: readonly Change[]): string {
  const counts = (['major', 'minor', 'patch'] as const).flatMap((bump) => {
    const count = changes.filter((change) => change.bump === bump).length;
    return count === 0 ? [] : [`${count} ${bump}`];
  });
  return counts.join(', ') || 'none';
}

function details(row: ConnectorVersion): readonly string[] {
  const { connector, changes, needs, has, faults } = row;
  if (faults.length === 0 && (changes ?? []).length === 0) return [];
  const lines = (changes ?? []).map(({ bump, where, what }) => `${bump.padEnd(5)}  ${where} ${what}`);
  const advice = isAtLeast(has, needs) ? [] : changesetAdvice(connector, needs);
  return ['', connector, ...[...lines, ...faults].map((line) => `  ${line}`), ...advice];
}

function changesetAdvice(connector: string, needs: Bump): readonly string[] {
  return [
    `  Add the file .changeset/${connector}-${needs}.md, and say in its last line what users have to know:`,
    '',
    '---',
    `"${packageOf(connector)}": ${needs}`,
    '---',
    '',
    `${sentences[needs]}`,
    '',
  ];
}

const sentences: Readonly<Record<Bump, string>> = {
  none: '',
  patch: 'What reads differently now.',
  minor: 'What can be done now that could not be done before.',
  major: 'What is gone or different, and what to do instead.',
};

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
