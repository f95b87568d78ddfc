import { expect, it } from 'vitest';
import type { ActionRunner } from './action-runner.ts';
import { allRecords } from './all-records.ts';

/** Runs an action whose responses are these pages, one after the other. */
const runnerOf = (...pages: readonly object[]): ActionRunner => {
  const left = pages.map((page) => JSON.stringify(page));
  return {
    run: async () => ({ kind: 'json', text: left.shift() ?? '' }),
    close: async () => undefined,
  };
};

it('reads all pages, and then says that the upstream left records out of one of them', async () => {
  const omitted = [{ path: 'viewer.repositories.nodes.1', code: 'FORBIDDEN', message: 'Protected' }];
  const first = { data: [{ id: 'a' }], meta: { next_params: { after: 'b' }, omitted } };
  const second = { data: [{ id: 'b' }], meta: { next_params: null } };
  const lines: string[] = [];
  const reading = async () => {
    for await (const page of allRecords(runnerOf(first, second), { action: 'list' })) lines.push(page);
  };
  await expect(reading()).rejects.toMatchObject({ problem: { code: 'omitted' } });
  expect(lines).toEqual(['{"id":"a"}\n', '{"id":"b"}\n']);
});

it('says at the end that the upstream returns no more of a longer list', async () => {
  const last = { data: [{ id: 'a' }], meta: { next_params: null, upstream_capped_at: 1000 } };
  const lines: string[] = [];
  const reading = async () => {
    for await (const page of allRecords(runnerOf(last), { action: 'list' })) lines.push(page);
  };
  await expect(reading()).rejects.toMatchObject({ problem: { code: 'upstream_cap' } });
  expect(lines).toEqual(['{"id":"a"}\n']);
});
