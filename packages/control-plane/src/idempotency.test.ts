import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, newConnection, openControlPlane } from '../test/fixture.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { IdempotencyAttempt, IdempotencyKeys } from './idempotency.ts';
import type { WorkspaceId } from './workspaces.ts';

describeDatabases('idempotency', ({ open, openAgain }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let here: IdempotencyKeys;
  let remote: IdempotencyKeys;
  let workspaceId: WorkspaceId;
  let connectionId: string;
  let key: string;
  const body = Buffer.from('{"data":{"id":"ünique"}}');
  beforeAll(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    here = controlPlane.idempotency;
    remote = (await openControlPlane(await openAgain(database))).idempotency;
    workspaceId = (await controlPlane.workspaces.create('acme')).id;
    connectionId = (await controlPlane.connections.create(workspaceId, newConnection())).id;
  });
  beforeEach(() => {
    key = `key-${randomUUID()}`;
  });

  async function start(fingerprint = 'one', keys = here): Promise<IdempotencyAttempt> {
    const found = await keys.begin(workspaceId, connectionId, key, fingerprint);
    if (found.state === 'new') return found.attempt;
    throw new Error('expected a new request');
  }

  it('replays what was finished, byte for byte, in every process', async () => {
    await (await start()).finish(201, body);
    for (const keys of [here, remote]) {
      const found = await keys.begin(workspaceId, connectionId, key, 'one');
      expect(found).toMatchObject({ state: 'replay', status: 201 });
      expect(found.state === 'replay' && body.equals(found.body)).toBe(true);
    }
  });

  it('refuses the key for another request, running or done', async () => {
    const attempt = await start();
    const refused = { code: 'idempotency_conflict', retryable: false, message: /different request/ };
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'two'))).toMatchObject(refused);
    await attempt.finish(200, body);
    expect(await failureOf(remote.begin(workspaceId, connectionId, key, 'two'))).toMatchObject(refused);
  });

  it('lets exactly one of many through, and tells the others to come back in a second', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? here : remote).begin(workspaceId, connectionId, key, 'one')),
    );
    const [through, ...rest] = outcomes.toSorted((one, other) => one.status.localeCompare(other.status));
    expect(through).toMatchObject({ status: 'fulfilled', value: { state: 'new' } });
    for (const { status, ...outcome } of rest) {
      expect(status).toBe('rejected');
      expect(outcome).toMatchObject({
        reason: { code: 'idempotency_conflict', retryable: true, retryAfterSeconds: 1 },
      });
    }
  });

  it('frees an abandoned key', async () => {
    await (await start()).abandon();
    await (await start('two', remote)).finish(200, body);
    expect(await here.begin(workspaceId, connectionId, key, 'two')).toMatchObject({ state: 'replay' });
  });

  it('says that the outcome is unknown when the process died', async () => {
    const dying = await openControlPlane(await openAgain(database));
    const found = await dying.idempotency.begin(workspaceId, connectionId, key, 'one');
    expect(found.state).toBe('new');
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'one'))).toMatchObject({ retryable: true });
    const { owner } = await database
      .tables<ControlPlaneTables>()
      .selectFrom('idempotency')
      .select('owner')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    await database.tables<ControlPlaneTables>().deleteFrom('processes').where('id', '=', owner).execute();
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'one'))).toMatchObject({
      code: 'idempotency_conflict',
      retryable: false,
      outcome: 'unknown',
    });
  });

  it('may be continued by one process when the one that ran it died, if it can be resumed', async () => {
    const dying = await openControlPlane(await openAgain(database));
    const resume = (keys: IdempotencyKeys, fingerprint = 'one') =>
      keys.begin(workspaceId, connectionId, key, fingerprint, true);
    expect((await resume(dying.idempotency)).state).toBe('new');
    expect(await failureOf(resume(here))).toMatchObject({ retryable: true });
    await dying.close();
    expect(await failureOf(resume(here, 'two'))).toMatchObject({ message: /different request/ });
    const turns = await Promise.allSettled([here, remote, here].map((keys) => resume(keys)));
    expect(turns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('still replays when a process that seemed dead finishes after all', async () => {
    const slow = await openControlPlane(await openAgain(database));
    const found = await slow.idempotency.begin(workspaceId, connectionId, key, 'one');
    await slow.close();
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'one'))).toMatchObject({ outcome: 'unknown' });
    if (found.state === 'new') await found.attempt.finish(200, body);
    expect(await here.begin(workspaceId, connectionId, key, 'one')).toMatchObject({ state: 'replay' });
  });

  it('takes a key anew after 24 hours, whose first request can then change nothing any more', async () => {
    const first = await start();
    const tables = database.tables<ControlPlaneTables>();
    const { expires_at } = await tables
      .selectFrom('idempotency')
      .select('expires_at')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await tables
      .updateTable('idempotency')
      .set({ expires_at: new Date(0).toISOString() })
      .where('key', '=', key)
      .execute();
    const second = await start('two');
    await first.finish(500, body);
    await first.abandon();
    await second.finish(200, body);
    expect(await here.begin(workspaceId, connectionId, key, 'two')).toMatchObject({ state: 'replay', status: 200 });
  });

  it('is removed after it expired', async () => {
    await start();
    const tables = database.tables<ControlPlaneTables>();
    await tables
      .updateTable('idempotency')
      .set({ expires_at: new Date(0).toISOString() })
      .where('key', '=', key)
      .execute();
    expect(await here.removeExpired(100)).toBeGreaterThanOrEqual(1);
    expect(await here.removeExpired(100)).toBe(0);
    expect(await tables.selectFrom('idempotency').select('key').where('key', '=', key).execute()).toEqual([]);
  });

  it('may be sent again after it was opened, by one process and with the same request, which knows that it may have happened', async () => {
    const first = await start();
    expect(first.mayHaveHappened).toBe(false);
    await first.reopen();
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'two'))).toMatchObject({
      message: /different request/,
    });
    const turns = await Promise.allSettled([here, remote, here].map((keys) => start('one', keys)));
    const through = turns.flatMap((turn) => (turn.status === 'fulfilled' ? [turn.value] : []));
    expect(through.map(({ mayHaveHappened }) => mayHaveHappened)).toEqual([true]);
    await first.finish(500, body);
    await through[0]?.finish(200, body);
    expect(await remote.begin(workspaceId, connectionId, key, 'one')).toMatchObject({
      state: 'replay',
      status: 200,
    });
  });

  it('is replayed although its response cannot be stored, and stored later', async () => {
    const broken = await openAgain(database);
    const errors: unknown[] = [];
    const { idempotency } = await openControlPlane(broken, { onError: (error) => errors.push(error) });
    const attempt = await start('one', idempotency);
    await sql`alter table idempotency rename to away`.execute(database.tables());
    await attempt.finish(201, body);
    expect(errors).toHaveLength(1);
    await sql`alter table away rename to idempotency`.execute(database.tables());
    await vi.waitFor(
      async () => {
        expect(await idempotency.begin(workspaceId, connectionId, key, 'one')).toMatchObject({
          state: 'replay',
          status: 201,
        });
        expect(await here.begin(workspaceId, connectionId, key, 'one')).toMatchObject({ state: 'replay', status: 201 });
      },
      { interval: 100 },
    );
  });

  it('does not run a request again whose response was too large to keep', async () => {
    await (await start()).finish(200, Buffer.alloc(1_048_577));
    expect(await failureOf(here.begin(workspaceId, connectionId, key, 'one'))).toMatchObject({
      code: 'idempotency_conflict',
      retryable: false,
      message: /status 200.*too large/,
    });
    key = `${key}-largest`;
    await (await start()).finish(200, Buffer.alloc(1_048_576));
    expect(await here.begin(workspaceId, connectionId, key, 'one')).toMatchObject({ state: 'replay' });
  });

  it('keeps the same key of different connections apart', async () => {
    const other = await controlPlane.connections.create(workspaceId, newConnection({ name: `other-${key}` }));
    await (await start()).finish(200, body);
    expect(await here.begin(workspaceId, other.id, key, 'two')).toMatchObject({ state: 'new' });
  });

  it('refuses malformed keys and unknown connections', async () => {
    for (const malformed of ['', 'x'.repeat(256), 'a\nb', 'ü', '\0']) {
      const failure = await failureOf(here.begin(workspaceId, connectionId, malformed, 'one'));
      expect(failure).toMatchObject({ code: 'malformed_request', message: /1 to 255/ });
    }
    key = 'x'.repeat(255);
    await start();
    for (const unknown of [randomUUID(), 'x', '\0']) {
      const failure = await failureOf(here.begin(workspaceId, unknown, key, 'one'));
      expect(failure).toMatchObject({ code: 'connector_not_found' });
    }
  });

  it('is emptied with its connection', async () => {
    const { id } = await controlPlane.connections.create(workspaceId, newConnection({ name: key }));
    const found = await here.begin(workspaceId, id, key, 'one');
    await controlPlane.connections.delete(workspaceId, id);
    if (found.state === 'new') await found.attempt.finish(200, body);
    const tables = database.tables<ControlPlaneTables>();
    expect(await tables.selectFrom('idempotency').select('key').where('connection_id', '=', id).execute()).toEqual([]);
  });
});
