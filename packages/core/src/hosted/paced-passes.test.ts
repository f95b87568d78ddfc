import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, openSqliteStore } from '@connectory/context-store';
import { createEgressGuard, createUpstreamClient } from '@connectory/upstream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openGateway } from '../../test/test-gateway.ts';
import { notebook } from '../../test/test-vendor.ts';
import { Executor } from '../executor.ts';
import { createRegistry } from '../registry.ts';
import { ContextCopy } from './context-copy.ts';

/** A clock that is moved by hand. */
class SteppedClock implements Clock {
  readonly #timers = new Set<{ readonly at: number; readonly call: () => void }>();
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.call();
    }
  }
}

const quotas = [{ requests: 1, seconds: 60, routes: ['GET /notes'] }];
const rarelyListed = { ...notebook, upstream: { ...notebook.upstream, limits: { quotas } } };

it('a first pass over a list with one request per minute delays no live call of the same credential', async () => {
  const clock = new SteppedClock();
  const gateway = await openGateway();
  const { controlPlane, vendor, connection } = gateway;
  const listedAt: number[] = [];
  let refusals = 0;
  vendor.response(({ method }) => {
    if (method === 'POST') return { body: { id: 'new' } };
    if (clock.now() - (listedAt.at(-1) ?? 0) < 60_000) {
      refusals += 1;
      return { status: 429, headers: { 'retry-after': '60' }, body: { message: 'too many' } };
    }
    listedAt.push(clock.now());
    return { body: { data: [{ id: `${listedAt.length}` }], next: listedAt.length < 4 ? `${listedAt.length}` : null } };
  });
  const directory = await mkdtemp(join(tmpdir(), 'paced-passes-'));
  const store = await openSqliteStore(directory);
  const upstream = createUpstreamClient({
    guard: createEgressGuard(['127.0.0.1']),
    retry: { now: () => clock.now(), sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal) },
  });
  const services = { registry: createRegistry([rarelyListed]), controlPlane, upstream };
  const copy = new ContextCopy({ ...services, store, clock, onError: () => undefined });
  onTestFinished(async () => {
    await copy.stop(new AbortController().signal);
    await upstream.close();
    await store.close();
    await rm(directory, { recursive: true });
  });
  const executor = new Executor({ ...services, copy });
  const principal = await gateway.principal();

  copy.start();
  await copy.request(connection);
  await vi.waitFor(async () => {
    expect((await copy.states(connection))[0]).toMatchObject({
      phase: 'waiting',
      pages: 1,
      errors: [{ code: 'upstream_rate_limited' }],
      next_run_at: new Date(clock.now() + 120_000).toISOString(),
    });
  });
  const beganAt = clock.now();
  const posts = Array.from({ length: 100 }, (_, index) =>
    executor.execute({
      principal,
      connectionId: connection.id,
      body: { entity: 'notes', action: 'create', params: { text: `${index}` } },
      requestId: `request-${index}`,
    }),
  );
  expect(await Promise.all(posts)).toHaveLength(100);
  expect(clock.now()).toBe(beganAt);
  // The clock moves only while no request is under way, so the time of each list is known exactly.
  for (const pages of [2, 3, 4]) {
    clock.pass(120_000);
    await vi.waitFor(async () => {
      expect((await copy.states(connection))[0]).toMatchObject({ phase: pages === 4 ? 'idle' : 'waiting', pages });
    });
  }
  expect(refusals).toBe(0);
  const gaps = listedAt.slice(1).map((at, index) => at - (listedAt[index] ?? 0));
  expect(gaps).toEqual([120_000, 120_000, 120_000]);
});
