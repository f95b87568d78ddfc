import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventLoopWatch } from '../telemetry/event-loop.ts';
import { Readiness } from './readiness.ts';

let directory: string;
let log: string[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'connectory-ready-'));
  log = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Errors {
  readonly findProblem?: ControlPlane['findProblem'];
  readonly ping?: () => Promise<void>;
  readonly maxPage?: number;
  readonly isStalled?: boolean;
  readonly dataDirectory?: string | null;
}

function readiness({ findProblem, ping, maxPage = 0, isStalled = false, dataDirectory = directory }: Errors = {}) {
  const parts = {
    controlPlane: { findProblem: findProblem ?? (async () => null) } as ControlPlane,
    copy: { ping: ping ?? (async () => undefined), maxPage: () => maxPage } as unknown as ContextCopy,
    eventLoop: { isStalled } as EventLoopWatch,
    dataDirectory,
    logger: pino({}, { write: (line) => log.push(line) }),
  };
  return new Readiness(parts);
}

const never = () => new Promise<never>(() => undefined);
const fail = async () => {
  throw new Error('away');
};

it('is ready when nothing is wrong, and leaves nothing behind in the data directory', async () => {
  expect(await readiness().reason()).toBeNull();
  expect(await readdir(directory)).toEqual([]);
  expect(log).toEqual([]);
});

it.each<[string, Errors]>([
  ['database_unavailable', { findProblem: async () => 'database_unavailable' }],
  ['database_unavailable', { findProblem: fail }],
  ['encryption_key_missing', { findProblem: async () => 'encryption_key_missing' }],
  ['disk_full', { findProblem: async () => 'disk_full' }],
  ['disk_unwritable', { dataDirectory: '/nothing/of/this/name' }],
  ['context_store_unavailable', { ping: fail }],
  ['work_stuck', { maxPage: 11 * 60_000 }],
  ['event_loop_stalled', { isStalled: true }],
])('is not ready: %s', async (reason, errors) => {
  expect(await readiness(errors).reason()).toBe(reason);
  expect(JSON.parse(log[0] ?? '{}')).toMatchObject({ reason, msg: 'not ready' });
});

it('does not look at the disk where nothing is stored in files', async () => {
  expect(await readiness({ dataDirectory: null }).reason()).toBeNull();
});

it('gives a check up that does not end', async () => {
  expect(await readiness({ findProblem: never }).reason()).toBe('database_unavailable');
  expect(await readiness({ ping: never }).reason()).toBe('context_store_unavailable');
});

it('looks once for many who ask at the same time', async () => {
  const findProblem = vi.fn(async () => null);
  const one = readiness({ findProblem });
  expect(await Promise.all(Array.from({ length: 50 }, () => one.reason()))).toEqual(Array(50).fill(null));
  expect(findProblem).toHaveBeenCalledTimes(1);
});
