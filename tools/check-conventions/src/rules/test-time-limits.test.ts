import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { testTimeLimits } from './test-time-limits.ts';

const problemsOf = (text: string) => testTimeLimits.check(createProject({ 'packages/core/src/run.test.ts': text }));

it.each([
  ["it('runs', async () => {}, 60_000);", '60_000'],
  ["it.skipIf(slow)('runs', () => {}, 30_000);", '30_000'],
  ["it.each([1])('runs', () => {}, 30_000);", '30_000'],
  ["it('runs', { timeout: 1_000 }, () => {});", '1_000'],
  ['beforeAll(() => start(), 120_000);', '120_000'],
  ['await vi.waitFor(look, { interval: 10, timeout: 500 });', '500'],
  ['await expect.poll(look, { timeout: 500 }).toBe(1);', '500'],
  ['vi.setConfig({ testTimeout: 60_000 });', '60_000'],
])('finds %s', (text, limit) => {
  expect(problemsOf(text)).toEqual([
    { path: 'packages/core/src/run.test.ts', line: 1, problem: `it has a time limit of ${limit}` },
  ]);
});

it.each([
  "it('runs', () => {});",
  "it('runs', { timeout: 1_800_000 }, () => {});",
  'await vi.waitFor(look, { interval: 10_000 });',
  'setTimeout(() => {}, 60_000);',
  'send({ timeout: 50 });',
])('accepts %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});
