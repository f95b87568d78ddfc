import type { Finding, UpstreamReport } from './check-upstream.ts';

/** Writes the outcome as text: a table with one row per connector, then one line per deviation, stale entry and note. */
export function renderReport(reports: readonly UpstreamReport[]): string {
  const header = ['connector', 'actions', 'requests', 'deviations', 'known', 'stale', ''];
  const rows = reports.map((report) => [
    report.connector,
    String(report.actions),
    String(report.requests),
    String(report.findings.length),
    String(report.known.length),
    String(report.stale.length),
    report.passed ? 'passed' : 'FAILED',
  ]);
  return [...table([header, ...rows]), ...reports.flatMap(reportLines), ''].join('\n');
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function reportLines(report: UpstreamReport): string[] {
  const lines = [
    ...report.findings.map((finding) => `deviation  ${findingLine(finding)}`),
    ...report.stale.map(
      ({ entity, action, kind, where }) =>
        `stale      ${entity}.${action} ${kind} ${where}: no longer occurs, remove it from the deviations file`,
    ),
    ...report.known.map((finding) => `known      ${findingLine(finding)} | ${finding.reason ?? ''}`),
    ...report.notes.map((note) => `note       ${note}`),
  ];
  return lines.length === 0 ? [] : ['', report.connector, ...lines.map((line) => `  ${line}`)];
}

function findingLine(finding: Finding): string {
  const { entity, action, kind, where, message, nearest, count, label, operation } = finding;
  const suggestion = nearest === undefined ? '' : ` (nearest: ${nearest})`;
  const place = operation === undefined ? '' : ` [${operation}]`;
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return `${entity}.${action} ${kind} ${where}: ${message}${suggestion}${place}; seen with ${label}${others}`;
}
