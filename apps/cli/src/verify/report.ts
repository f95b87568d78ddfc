import { type Cell, tableText } from '../table.ts';
import type { CountedDifference } from './compare.ts';

/** How an action ended: `unclear` if a refusal may be due to a guessed parameter or to missing rights of the account. */
type Outcome = 'accepted' | 'failed' | 'unclear' | 'not_tried';

/** What the second page was: read, the same records again, an error, or not needed because the first page had all records. */
type SecondPage = 'read' | 'repeated' | 'failed' | 'none';

/** What became of one read action. */
export interface ActionReport {
  readonly entity: string;
  readonly action: string;
  readonly outcome: Outcome;
  readonly calls: number;
  readonly records: number;
  /** Code of the error, and the status of the vendor's response. */
  readonly code?: string;
  readonly upstream_status?: number;
  /** Why it was not tried, or why the outcome is unclear. */
  readonly reason?: string;
  /** Names of parameters whose values were guesses, such as the example of the schema. */
  readonly guessed?: readonly string[];
  readonly second_page?: SecondPage;
}

/** How the records that an action returned compare with their declaration. */
export interface RecordReport {
  readonly entity: string;
  /** The action whose own result was compared, if it is not the record of the entity. */
  readonly action?: string;
  readonly records: number;
  /** Values of another type, and missing keys. */
  readonly differences: readonly CountedDifference[];
  /** Fields that are not declared. A gateway passes them on, so they do not count as differences. */
  readonly undeclared: readonly CountedDifference[];
  /** Declared fields that no record had. */
  readonly unseen: readonly string[];
}

/** The result of a verification. It contains names, types and counts, but no values of records or parameters. */
export interface VerifyReport {
  readonly connector: string;
  readonly version: string;
  readonly upstream: { readonly version: string; readonly sunset: string | null };
  readonly calls: number;
  readonly actions: readonly ActionReport[];
  readonly records: readonly RecordReport[];
  /** Names of the headers with rate limits that the vendor sent; null if no response was read. */
  readonly limit_headers: readonly string[] | null;
}

/** The number of differences: those of records, repeated pages, and actions that the vendor did not accept. */
export function differenceCount({ actions, records }: Pick<VerifyReport, 'actions' | 'records'>): number {
  const bad = actions.filter(({ outcome, second_page: page }) => outcome === 'failed' || page === 'repeated');
  return bad.length + records.reduce((sum, { differences }) => sum + differences.length, 0);
}

/** Formats a report for people. */
export function reportText(report: VerifyReport): string {
  const { connector, version, upstream, calls, actions, records } = report;
  const sunset = upstream.sunset === null ? 'no shutdown announced' : `shut down on ${upstream.sunset}`;
  const differing = records.flatMap(differenceRows);
  const count = (wanted: Outcome) => actions.filter(({ outcome }) => outcome === wanted).length;
  const outcomes = (['accepted', 'failed', 'unclear', 'not_tried'] as const).map(
    (outcome) => `${count(outcome)} ${outcome.replace('_', ' ')}`,
  );
  const total = (list: 'undeclared' | 'unseen') => records.reduce((sum, record) => sum + record[list].length, 0);
  return [
    `${connector} ${version}, upstream version ${upstream.version} (${sunset})`,
    '',
    tableText(['entity', 'action', 'outcome', 'records', '2nd page', 'note'], actions.map(actionRow)),
    '',
    ...(differing.length === 0
      ? []
      : [tableText(['entity', 'path', 'difference', 'declared', 'found', 'count'], differing), '']),
    `Rate limit headers: ${report.limit_headers?.join(', ') || 'none'}`,
    `Declared fields never seen: ${total('unseen')} (--json lists them)`,
    `${counted(differenceCount(report), 'difference')}, ${counted(total('undeclared'), 'undeclared field')}, ${counted(calls, 'call')}; actions: ${outcomes.join(', ')}`,
  ].join('\n');
}

const actionRow = (action: ActionReport): readonly Cell[] => [
  action.entity,
  action.action,
  action.outcome.replace('_', ' '),
  action.records,
  action.second_page,
  [action.code, action.upstream_status && `status ${action.upstream_status}`, action.reason].filter(Boolean).join(', '),
];

const differenceRows = ({ entity, action, differences, undeclared }: RecordReport): readonly Cell[][] =>
  [...differences, ...undeclared].map(({ kind, path, declared, found, count }) => [
    action === undefined ? entity : `${entity} ${action}`,
    path,
    kind,
    declared,
    found,
    count,
  ]);

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
