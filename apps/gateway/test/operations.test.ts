import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { Secret } from '@connectory/connector-sdk/engine';
import { openDatabase } from '@connectory/database';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

/** Asks until `/readyz` gives this reason; what it found is remembered for a second. */
async function untilReason(reason: string | null): Promise<void> {
  await expect.poll(async () => (await gateway.send('GET', '/readyz')).json.reason).toBe(reason);
}

describe('readiness', () => {
  it('says that the data directory is gone, and that it is back', async () => {
    await untilReason(null);
    await rename(gateway.dataDirectory, `${gateway.dataDirectory}-gone`);
    await untilReason('disk_unwritable');
    expect((await gateway.send('GET', '/healthz')).status).toBe(200);
    await rename(`${gateway.dataDirectory}-gone`, gateway.dataDirectory);
    await untilReason(null);
  });

  it('says that another process stores credentials with a key this one lacks', async () => {
    const database = await openDatabase(gateway.databaseFile);
    const credentials = database.tables<{ credentials: { connection_id: string; key_id: string } }>();
    const { connection_id: id, key_id: key } = await credentials
      .selectFrom('credentials')
      .selectAll()
      .executeTakeFirstOrThrow();
    const store = (key_id: string) =>
      credentials.updateTable('credentials').set({ key_id }).where('connection_id', '=', id).execute();
    await store('ffffffffffffffff');
    await untilReason('encryption_key_missing');
    await store(key);
    await untilReason(null);
    await database.close();
  });
});

describe('metrics', () => {
  it('have each bound next to what is in use of it', async () => {
    const { text } = await gateway.send('GET', '/metrics', { token: null });
    const names = ['http_connections', 'event_loop_delay_milliseconds', 'audit_entries_waiting', 'lookups_remembered'];
    for (const name of names) {
      const used = Number(new RegExp(`^connectory_${name}_in_use (\\S+)$`, 'm').exec(text)?.[1]);
      const limit = Number(new RegExp(`^connectory_${name}_limit (\\S+)$`, 'm').exec(text)?.[1]);
      expect(used, name).toBeLessThanOrEqual(limit);
    }
    expect(text).toMatch(/^connectory_http_connections_in_use [1-9]/m);
  });

  it('are for programs on this machine that come directly', async () => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
      expectProblem(await gateway.send('GET', '/metrics', { headers: { [name]: '203.0.113.7' } }), 'forbidden');
    }
    for (const host of ['rebound.example', 'localhost.example:80', '127.0.0.1.example']) {
      expect((await request(`${gateway.url}/metrics`, { headers: { host } })).statusCode, host).toBe(403);
    }
    const abroad = await startRunningGateway({ connectors: [], configuration: { host: '0.0.0.0' } });
    const address = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
    const port = new URL(abroad.url).port;
    if (address === undefined)
      console.warn('This machine has no address but loopback: who comes from elsewhere is not tested.');
    else expect((await request(`http://${address}:${port}/metrics`)).statusCode).toBe(403);
    expect((await request(`http://127.0.0.1:${port}/metrics`)).statusCode).toBe(200);
    await abroad.stop();
  });

  it('ask for the token that is set, and for no other', async () => {
    const token = randomBytes(16).toString('hex');
    const guarded = await startRunningGateway({ connectors: [], configuration: { metricsToken: new Secret(token) } });
    expect((await guarded.send('GET', '/metrics', { token })).status).toBe(200);
    for (const other of [null, adminToken, guarded.token, `${token}x`]) {
      const problem = expectProblem(await guarded.send('GET', '/metrics', { token: other }), 'unauthenticated');
      expect(JSON.stringify(problem)).not.toContain(token);
    }
    await guarded.stop();
  });
});
