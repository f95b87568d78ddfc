import { expect, it } from 'vitest';
import { syncStates } from '../test/sync-states.ts';
import { historyTable, progressText, statusTable } from './sync-progress.ts';

const [customers, charges] = syncStates;

it('shows the state of each entity as a table, and its first error', () => {
  const error = { partition: null, code: 'upstream_rejected', message: 'No such account.' };
  const lines = statusTable([
    customers,
    { ...charges, records: null, enabled: false, ready: false, synced_at: null, errors: [error, error] },
  ])
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(lines).toEqual([
    'entity phase records read added changed removed partitions errors synced at next run',
    'customers idle 1250 250 250 0 0 0 2026-02-01 08:59 UTC 2026-02-01 10:02 UTC',
    'charges idle, empty, off 40 250 0 0 7/8, 1 failed 2 2026-02-01 10:02 UTC',
    'charges: upstream_rejected: No such account.',
  ]);
});

it('shows what each of the last passes did', () => {
  const counts = { rows: 250, added: 2, changed: 1, removed: 0 };
  const at = { started_at: '2026-02-01T08:59:00.000Z', finished_at: '2026-02-01T08:59:01.200Z' };
  const error = { code: 'upstream_rejected', message: 'No such account.' };
  const lines = historyTable([
    { pass: 2, kind: 'incremental', ...at, ...counts, error },
    { pass: 1, kind: 'full', ...at, ...counts, error: null },
  ])
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(lines).toEqual([
    'pass kind started at seconds read added changed removed error',
    '2 incremental 2026-02-01 08:59 UTC 2 250 2 1 0 upstream_rejected: No such account.',
    '1 full 2026-02-01 08:59 UTC 2 250 2 1 0',
  ]);
  expect(historyTable([])).toBe('No pass has ended yet.');
});

it('shows how far a synchronization is', () => {
  const finished = { ...customers, finished_at: '2026-02-01T10:01:00.000Z' };
  const running = { ...charges, phase: 'running' as const, coverage: { done: 2, failed: 0, total: 8 } };
  const [head, first, second, total] = progressText(syncStates, [finished, running]).split('\n');
  expect(head).toMatch(/^entity +progress +pages +rows +errors/);
  expect(first).toMatch(/^customers +done +3 +250 +0/);
  expect(second).toMatch(/^charges +█{5}░{15} 2\/8 +3 +40 +0/);
  expect(total).toBe(`${'█'.repeat(10)}${'░'.repeat(10)} 1 of 2 entities, 290 rows`);
});

it('says nothing of entities that have not begun', () => {
  expect(progressText(syncStates, syncStates)).not.toContain('customers');
});
