import type { EntitySync } from '@connectory/client';

const customers: EntitySync = {
  entity: 'customers',
  phase: 'idle',
  pass: 1,
  kind: 'full',
  ready: true,
  records: 1_250,
  enabled: true,
  interval_minutes: 60,
  pages: 3,
  rows: 250,
  added: 250,
  changed: 0,
  removed: 0,
  errors: [],
  held: null,
  coverage: null,
  started_at: '2026-02-01T08:59:00.000Z',
  finished_at: '2026-02-01T09:00:00.000Z',
  synced_at: '2026-02-01T08:59:00.000Z',
  next_run_at: '2026-02-01T10:02:00.000Z',
};

/** The states of two entities after a first pass. */
export const syncStates: readonly [EntitySync, EntitySync] = [
  customers,
  { ...customers, entity: 'charges', rows: 40, coverage: { done: 7, failed: 1, total: 8 } },
];
