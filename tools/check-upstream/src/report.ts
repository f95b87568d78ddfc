import type { Finding, UpstreamReport } from './check-upstream.ts';
import type { StaleDeviation } from './known-deviations.ts';

/** Writes the outcome as text: a table with one row per connector, then one line per deviation, stale explanation and note. */
export function renderReport(reports: readonly UpstreamReport[]): string {
  const header = ['connector', 'actions', 'requests', 'records', 'simulated', 'deviations', 'known', 'stale', ''];
  const rows = reports.map((report) => [
    report.connector,
    ...[report.actions, report.requests, report.records, report.simulated].map(String),
    ...[report.findings, report.known, report.stale].map(({ length }) => String(length)),
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
    ...report.stale.map((stale) => `stale      ${staleLine(stale)}`),
    ...report.known.map((finding) => `known      ${findingLine(finding)} | ${finding.reason ?? ''}`),
    ...report.notes.map((note) => `note       ${note}`),
  ];
  return lines.length === 0 ? [] : ['', report.connector, ...lines.map((line) => `  ${line}`)];
}

function findingLine(finding: Finding): string {
  const { part, entity, action, kind, where, message, nearest, count, seenWith, operation } = finding;
  const suggestion = nearest === undefined ? '' : ` (nearest: ${nearest})`;
  const place = operation === undefined ? '' : ` [${operation}]`;
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  const seen = seenWith === undefined ? '' : `; seen with ${seenWith.label}${others}`;
  return `${part} ${entity}.${action} ${kind} ${where}: ${message}${suggestion}${place}${seen}`;
}

function staleLine({ entry, unused }: StaleDeviation): string {
  const { entity, action, kind, where } = entry;
  const which = [entity, action, kind, where].map((one) => [one].flat().join(', ')).join(' | ');
  return unused.length === 0
    ? `${which}: no longer occurs, remove it`
    : `${which}: ${unused.map((one) => `"${one}"`).join(', ')} no longer occurs, remove it from the entry`;
}
