import { z } from 'zod';
import type { Finding, UpstreamReport } from './check-upstream.ts';
import { type DeviationKind, deviationKinds } from './description.ts';

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

const parts = ['request', 'record', 'simulated'] as const;

/** What a deviation is about: a request, the declared record of an action, or a response of the simulated vendor. */
type Part = (typeof parts)[number];

/** A text with `*` for anything within one step of a place and `**` for any number of steps, or several such texts. */
type Pattern = string | readonly string[];

/** Deviations that are known and explained: all those that meet every pattern. */
export interface KnownDeviation {
  /** By default, all three. */
  readonly part?: Part | undefined;
  readonly entity: Pattern;
  readonly action: Pattern;
  readonly kind: DeviationKind;
  readonly where: Pattern;
  /** Why it is right all the same, or why it cannot be better. */
  readonly reason: string;
}

/** What is compared with known deviations. */
export interface PlacedDeviation {
  readonly part: Part;
  readonly entity: string;
  readonly action: string;
  readonly kind: DeviationKind;
  readonly where: string;
}

const pattern = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** Known deviations as a file has them. */
export const knownDeviations = z.array(
  z.strictObject({
    part: z.enum(parts).optional(),
    entity: pattern,
    action: pattern,
    kind: z.enum(deviationKinds),
    where: pattern,
    reason: z.string().trim().min(1, 'write why this is right although it deviates'),
  }),
);

/** An entry that is not needed, or no longer all of it. */
export interface StaleDeviation {
  readonly entry: KnownDeviation;
  /** The patterns that meet nothing; all of the entry when none are named. */
  readonly unused: readonly string[];
}

const patterned = ['entity', 'action', 'where'] as const;

/** Finds the entry that explains a deviation; undefined if there is none. */
export function explanationOf(
  known: readonly KnownDeviation[],
  deviation: PlacedDeviation,
): KnownDeviation | undefined {
  return known.find((entry) => explains(entry, deviation));
}

/** The entries of which something explains no deviation. */
export function staleDeviations(
  known: readonly KnownDeviation[],
  deviations: readonly PlacedDeviation[],
): readonly StaleDeviation[] {
  return known.flatMap((entry) => {
    const explained = deviations.filter((deviation) => explains(entry, deviation));
    if (explained.length === 0) return [{ entry, unused: [] }];
    const unused = patterned.flatMap((name) =>
      [entry[name]].flat().filter((one) => !explained.some((deviation) => meets(one, deviation[name]))),
    );
    return unused.length === 0 ? [] : [{ entry, unused }];
  });
}

function explains(entry: KnownDeviation, deviation: PlacedDeviation): boolean {
  return (
    entry.kind === deviation.kind &&
    (entry.part === undefined || entry.part === deviation.part) &&
    patterned.every((name) => [entry[name]].flat().some((one) => meets(one, deviation[name])))
  );
}

const expressions = new Map<string, RegExp>();

function meets(text: string, value: string): boolean {
  const known = expressions.get(text) ?? expressionOf(text);
  expressions.set(text, known);
  return known.test(value);
}

function expressionOf(text: string): RegExp {
  const source = text.split(/(\/\*\*(?=\/|$)|\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return part.endsWith('**') ? '.*' : part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}
