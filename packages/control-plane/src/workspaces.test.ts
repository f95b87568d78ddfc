import { randomBytes, randomUUID } from 'node:crypto';
import { describeDatabases } from '@connectory/database/testing';
import { beforeAll, expect, it } from 'vitest';
import { failureOf, openControlPlane } from '../test/fixture.ts';
import { EncryptionKeys } from './connections/encryption-keys.ts';
import type { Workspaces } from './workspaces.ts';

describeDatabases('workspaces', ({ open }) => {
  let workspaces: Workspaces;
  beforeAll(async () => {
    ({ workspaces } = await openControlPlane(await open()));
  });

  it('finds what was created, by id and by name', async () => {
    const created = await workspaces.create('acme');
    expect(created.name).toBe('acme');
    expect(created.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await workspaces.find(created.id)).toEqual(created);
    expect(await workspaces.find('acme')).toEqual(created);
    expect(await workspaces.find(randomUUID())).toBeNull();
    for (const absent of ['acm', 'ACME', '', '\0', 'x'.repeat(1_000_000)])
      expect(await workspaces.find(absent)).toBeNull();
  });

  it('refuses a name in use and names that are malformed or look like an id', async () => {
    await workspaces.create('taken');
    expect(await failureOf(workspaces.create('taken'))).toMatchObject({ code: 'conflict', message: /taken/ });
    for (const name of ['', 'Upper', '-a', 'a b', 'a'.repeat(64), 'é', randomUUID()]) {
      const error = await failureOf(workspaces.create(name));
      expect(error).toMatchObject({ code: 'invalid_params', errors: [{ field: '/name' }] });
    }
    expect((await workspaces.create('a'.repeat(63))).name).toHaveLength(63);
  });

  it('keeps the limits it was given last, and refuses those that are none', async () => {
    const { id, limits } = await workspaces.create('limited');
    expect(limits).toEqual({});
    const first = { callsPerMinute: 60, callsPerDay: 1_000_000_000, runningCalls: 1_000 };
    expect((await workspaces.setLimits(id, first)).limits).toEqual(first);
    expect((await workspaces.setLimits(id, { callsPerDay: 5 })).limits).toEqual({ callsPerDay: 5 });
    expect((await workspaces.find(id))?.limits).toEqual({ callsPerDay: 5 });
    for (const wrong of [{ callsPerDay: 0 }, { runningCalls: 1_001 }, { callsPerMinute: 1.5 }, { callsPerHour: 1 }]) {
      expect(await failureOf(workspaces.setLimits(id, wrong))).toMatchObject({ code: 'invalid_params' });
    }
    expect((await workspaces.find(id))?.limits).toEqual({ callsPerDay: 5 });
  });

  it('have hash keys of their own, which do not change with the encryption key', async () => {
    const database = await open();
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const openedWith = (...keys: [Uint8Array, ...Uint8Array[]]) =>
      openControlPlane(database, { encryptionKeys: new EncryptionKeys(keys) });
    const [one, other] = [await openedWith(oldKey), await openedWith(oldKey)];
    const [acme, globex] = [await one.workspaces.create('acme'), await one.workspaces.create('globex')];
    const [key, ...same] = await Promise.all([one, other, one].map(({ workspaces }) => workspaces.hashKey(acme.id)));
    expect(key).toHaveLength(32);
    expect(same).toEqual([key, key]);
    expect(await one.workspaces.hashKey(globex.id)).not.toEqual(key);
    expect(await (await openedWith(newKey, oldKey)).workspaces.hashKey(acme.id)).toEqual(key);
    expect(await (await openedWith(newKey)).workspaces.hashKey(acme.id)).toEqual(key);
  });

  it('lists by name, page by page', async () => {
    const names = ['page-c', 'page-a', 'page-b', 'page-d'];
    for (const name of names) await workspaces.create(name);
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await workspaces.list({ limit: 2, cursor });
      listed.push(...page.items.map((workspace) => workspace.name));
      expect(page.items.length).toBeLessThanOrEqual(2);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(listed.filter((name) => name.startsWith('page-'))).toEqual(names.sort());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('refuses limits out of bounds and cursors that are none', async () => {
    for (const limit of [0, 1001, 1.5, Number.NaN]) {
      expect(await failureOf(workspaces.list({ limit }))).toMatchObject({ code: 'invalid_params' });
    }
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['', '%', forged({}), forged([1]), forged(['a', 'b']), forged(['\0']), 'x'.repeat(3_000)]) {
      expect(await failureOf(workspaces.list({ cursor }))).toMatchObject({ code: 'invalid_cursor' });
    }
  });
});
