import Table from 'cli-table3';
import { earlier, hasFinished, type SyncState } from './sync-state.ts';

const barWidth = 20;
const full = '█';
const empty = '░';

/** The states as a table for people, a line per entity. */
export function statusTable(states: readonly SyncState[]): string {
  const table = plainTable([
    'entity',
    'phase',
    'rows',
    'added',
    'changed',
    'removed',
    'partitions',
    'errors',
    'synced at',
    'next run',
  ]);
  for (const state of states) {
    table.push([
      state.entity,
      state.ready ? state.phase : `${state.phase}, empty`,
      ...[state.rows, state.added, state.changed, state.removed].map(String),
      partitionsOf(state),
      String(state.errors.length),
      momentOf(state.synced_at),
      momentOf(state.next_run_at),
    ]);
  }
  return [table.toString(), ...faultLines(states)].join('\n');
}

/** How far a synchronisation is that began when the states were `before`: a bar, and a line per entity that has begun. */
export function progressText(before: readonly SyncState[], now: readonly SyncState[]): string {
  const finished = now.filter((state) => hasFinished(earlier(before, state), state));
  const rows = now.reduce(
    (sum, state) => sum + (state.phase === 'running' || finished.includes(state) ? state.rows : 0),
    0,
  );
  const table = plainTable(['entity', 'progress', 'pages', 'rows', 'errors']);
  for (const state of now) {
    const isFinished = finished.includes(state);
    if (!isFinished && state.phase === 'idle') continue;
    table.push([
      state.entity,
      progressOf(state, isFinished),
      ...[state.pages, state.rows, state.errors.length].map(String),
    ]);
  }
  const share = now.length === 0 ? 1 : finished.length / now.length;
  return [table.toString(), `${bar(share)} ${finished.length} of ${now.length} entities, ${rows} rows`].join('\n');
}

/** The first fault of each entity, a line each. */
export function faultLines(states: readonly SyncState[]): readonly string[] {
  return states.flatMap(({ entity, errors: [first] }) =>
    first === undefined ? [] : [`${entity}: ${first.code}: ${first.message}`],
  );
}

function progressOf(state: SyncState, isFinished: boolean): string {
  if (isFinished) return state.phase === 'failed' ? 'failed' : 'done';
  if (state.coverage === null) return state.phase;
  const { done, total } = state.coverage;
  return `${bar(total === 0 ? 0 : done / total)} ${partitionsOf(state)}`;
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return full.repeat(filled) + empty.repeat(barWidth - filled);
}

function partitionsOf({ coverage }: SyncState): string {
  if (coverage === null) return '';
  const failed = coverage.failed === 0 ? '' : `, ${coverage.failed} failed`;
  return `${coverage.done}/${coverage.total}${failed}`;
}

const momentOf = (time: string | null) => (time === null ? '' : `${time.slice(0, 16).replace('T', ' ')} UTC`);

function plainTable(head: string[]): Table.Table {
  const none = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
  };
  const lines = { 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' };
  return new Table({
    head,
    chars: { ...none, ...lines, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
}
