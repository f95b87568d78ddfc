import type { EntitySync, OwnFields, SyncPass } from '@connectory/client';
import { earlier, hasFinished } from './sync-state.ts';
import { momentOf, tableText } from './table.ts';

const barWidth = 20;
const full = '█';
const empty = '░';

/** Formats the states as a table for people, one line per entity. */
export function statusTable(states: readonly EntitySync[]): string {
  const head = [
    'entity',
    'phase',
    'records',
    'read',
    'added',
    'changed',
    'removed',
    'partitions',
    'errors',
    'synced at',
    'next run',
  ];
  const rows = states.map((state) => [
    state.entity,
    phaseOf(state),
    state.records ?? '',
    state.rows,
    state.added,
    state.changed,
    state.removed,
    partitionsOf(state),
    state.errors.length,
    momentOf(state.synced_at),
    momentOf(state.next_run_at),
  ]);
  return [tableText(head, rows), ...errorLines(states)].join('\n');
}

/** Formats what the last passes of an entity did as a table for people, one line per pass. */
export function historyTable(passes: readonly SyncPass[]): string {
  const head = ['pass', 'kind', 'started at', 'seconds', 'read', 'added', 'changed', 'removed', 'error'];
  const rows = passes.map((pass) => [
    pass.pass,
    pass.kind,
    momentOf(pass.started_at),
    Math.ceil((Date.parse(pass.finished_at) - Date.parse(pass.started_at)) / 1000),
    pass.rows,
    pass.added,
    pass.changed,
    pass.removed,
    pass.error && `${pass.error.code}: ${pass.error.message}`,
  ]);
  return passes.length === 0 ? 'No pass has ended yet.' : tableText(head, rows);
}

/** Formats the own fields of an account, with what could not be read. */
export function ownFieldsTable({ data, meta }: OwnFields): string {
  const head = ['entity', 'path', 'label', 'type', 'values', 'copied', 'gone since'];
  const rows = data.map(({ entity, path, label, type, format, options, copied, gone_at: gone }) => [
    entity,
    path,
    label,
    format ?? type,
    options.map(({ value }) => value).join(', '),
    copied ? 'yes' : 'no',
    gone && momentOf(gone),
  ]);
  const failed = meta.failed.map(({ entity, code, message }) => `${entity || 'entities'}: ${code}: ${message}`);
  const none = meta.discovered_at === null ? 'Not discovered yet: use --discover.' : 'The account has added no fields.';
  return [data.length === 0 ? none : tableText(head, rows), ...failed].join('\n');
}

/** Formats the progress of a synchronization since the states were `before`: a bar, and a line per entity that has begun. */
export function progressText(before: readonly EntitySync[], now: readonly EntitySync[]): string {
  const finished = now.filter((state) => hasFinished(earlier(before, state), state));
  const begun = now.filter((state) => finished.includes(state) || state.phase !== 'idle');
  const read = now.filter((state) => finished.includes(state) || state.phase === 'running');
  const table = tableText(
    ['entity', 'progress', 'pages', 'rows', 'errors'],
    begun.map((state) => [
      state.entity,
      progressOf(state, finished.includes(state)),
      state.pages,
      state.rows,
      state.errors.length,
    ]),
  );
  const share = now.length === 0 ? 1 : finished.length / now.length;
  const rows = read.reduce((sum, state) => sum + (state.rows ?? 0), 0);
  return [table, `${bar(share)} ${finished.length} of ${now.length} entities, ${rows} rows`].join('\n');
}

/** What a sync did, as a sentence: how many entities have finished, and their records. */
export function outcomeText(before: readonly EntitySync[], now: readonly EntitySync[]): string {
  const finished = now.filter((state) => hasFinished(earlier(before, state), state) && state.phase !== 'failed');
  if (finished.length === 0) return `Started: ${now.map(({ entity }) => entity).join(', ')}.`;
  const sum = (field: 'rows' | 'added' | 'changed' | 'removed') =>
    finished.reduce((total, state) => total + (state[field] ?? 0), 0);
  const records = `${sum('rows')} records read, ${sum('added')} added, ${sum('changed')} changed, ${sum('removed')} removed`;
  return `${finished.length} of ${now.length} ${now.length === 1 ? 'entity' : 'entities'} synchronized: ${records}.`;
}

/** The first error of each entity, one line each, and the large removals that are held. */
export function errorLines(states: readonly EntitySync[]): readonly string[] {
  return states.flatMap(({ entity, errors: [first], held }) => [
    ...(first === undefined ? [] : [`${entity}: ${first.code}: ${first.message}`]),
    ...(held?.large === true
      ? [
          `${entity}: ${held.records} records were not seen and are kept; if they are gone, start a sync with --remove-held`,
        ]
      : []),
  ]);
}

function phaseOf({ phase, ready, enabled }: EntitySync): string {
  return [phase, ...(ready ? [] : ['empty']), ...(enabled ? [] : ['off'])].join(', ');
}

function progressOf(state: EntitySync, isFinished: boolean): string {
  if (isFinished) return state.phase === 'failed' ? 'failed' : 'done';
  if (state.coverage === null) return state.phase;
  const { done, total } = state.coverage;
  return `${bar(total === 0 ? 0 : done / total)} ${partitionsOf(state)}`;
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return full.repeat(filled) + empty.repeat(barWidth - filled);
}

function partitionsOf({ coverage }: EntitySync): string {
  if (coverage === null) return '';
  const failed = coverage.failed === 0 ? '' : `, ${coverage.failed} failed`;
  return `${coverage.done}/${coverage.total}${failed}`;
}
