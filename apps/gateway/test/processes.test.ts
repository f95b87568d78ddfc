import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { type PostgresServer, startPostgres } from '@connectory/database/testing';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { installMadeUpConnectors, madeUpConnectors } from '@connectory/test-support/fixture-connectors';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayGroup, type Line, startGatewayGroup } from './gateway-group.ts';
import { temporaryDirectory } from './gateway-process.ts';
import { startRawUpstream } from './raw-upstream.ts';
import { adminToken, draftConnection, executePath } from './running-gateway.ts';

const workspace = '/api/v1/workspaces/main';
const list = { entity: 'tickets', action: 'list' };
const createUser = (name: string) => ({ entity: 'users', action: 'create', params: { user: { name } } });

describe.each(['sqlite', 'postgres'])('a gateway of two processes on %s', (kind) => {
  let postgres: PostgresServer | undefined;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let upstreams: RunningSandbox;
  let group: GatewayGroup;
  /** A connection to each process. */
  let first: Line;
  let second: Line;
  let both: readonly Line[];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    upstreams = await startSandbox({ connectors: madeUpConnectors });
    if (kind === 'postgres') postgres = await startPostgres();
    group = await startGatewayGroup({
      CONNECTORY_MODE: 'direct',
      CONNECTORY_DATA_DIR: directory.path,
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
      CONNECTORY_TRUSTED_CONNECTORS: await installMadeUpConnectors(directory.path),
      ...(postgres !== undefined && {
        CONNECTORY_DATABASE_URL: postgres.url,
        CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
      }),
    });
    const lines = await group.lines(1);
    both = [...lines.values()].flat();
    [first, second] = both as [Line, Line];
    await first.send('POST', '/api/v1/workspaces', adminToken, { name: 'main' });
  });

  afterAll(async () => {
    await group?.stop('SIGKILL');
    await upstreams?.stop();
    await postgres?.stop();
    await directory?.remove();
  });

  const makeToken = async (policy: object = {}): Promise<{ readonly id: string; readonly token: string }> =>
    (await first.send('POST', `${workspace}/tokens`, adminToken, { name: 'some', policy })).json;

  let connections = 0;
  const connect = async (origin?: string): Promise<string> => {
    const draft = draftConnection(madeUpConnectors, upstreams, 'help-centre');
    const settings = { ...draft.settings, ...(origin !== undefined && { base_url: origin }) };
    const body = { ...draft, settings, name: `desk-${++connections}`, check: false };
    const { json } = await first.send('POST', `${workspace}/connections`, adminToken, body);
    return json.id;
  };

  it('answers on one port, each under its number in the log', () => {
    expect(both.map(({ process }) => process).sort()).toEqual([1, 2]);
    expect(new Set(group.pids().values()).size).toBe(2);
    expect(group.gateway.output().stdout).toMatch(/Connectory serves \d+ connectors on http/);
  });

  it('lets a token send its requests of a minute once', async () => {
    const perMinute = 20;
    const { token } = await makeToken({ calls_per_minute: perMinute });
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 2 * perMinute }, (_, index) =>
        (both[index % 2] as Line).send('GET', '/api/v1/integrations/connectors', token),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    const cameBack = ((performance.now() - begun) * perMinute) / 60_000;
    expect(accepted).toBeGreaterThanOrEqual(perMinute);
    expect(accepted).toBeLessThanOrEqual(perMinute + cameBack);
    for (const { status, json } of answers.filter(({ status }) => status !== 200))
      expect([status, json.code]).toEqual([429, 'rate_limited']);
  });

  it('lets a token run as many calls as it may, and one process all of them when the other runs none', async () => {
    const most = 50;
    const { token } = await makeToken();
    const vendor = await startRawUpstream();
    const held: ServerResponse[] = [];
    vendor.answer((_request, response) => held.push(response));
    const path = executePath(await connect(vendor.origin));
    const lines = await group.lines(most + 5);
    const run = async (given: readonly Line[]) => {
      let refused = 0;
      const calls = given.map(async (line) => {
        const { status, json } = await line.send('POST', path, token, list);
        if (status === 429 && json.code === 'rate_limited') refused++;
      });
      while (held.length + refused < given.length) await pause(10);
      const counted = { running: held.length, refused };
      for (const response of held.splice(0)) response.setHeader('content-type', 'application/json').end('{}');
      await Promise.all(calls);
      return counted;
    };
    const [ofFirst, ofSecond] = [...lines.values()] as [readonly Line[], readonly Line[]];
    const mixed = ofFirst.slice(0, 30).flatMap((line, index) => [line, ofSecond[index] as Line]);
    expect(await run(mixed)).toEqual({ running: most, refused: 10 });
    expect(await run(ofFirst)).toEqual({ running: most, refused: 5 });
    expect(await run(ofSecond)).toEqual({ running: most, refused: 5 });
    for (const line of [...ofFirst, ...ofSecond]) await line.close();
    await vendor.stop();
  });

  it('refuses a revoked token in both at once, and follows a changed connection', async () => {
    const { id, token } = await makeToken();
    const connectionId = await connect();
    const path = executePath(connectionId);
    for (const line of both) expect((await line.send('POST', path, token, list)).status).toBe(200);
    const vendor = await startRawUpstream();
    const draft = draftConnection(madeUpConnectors, upstreams, 'help-centre');
    const settings = { ...draft.settings, base_url: vendor.origin };
    const change = { settings, credentials: draft.credentials, check: false };
    expect((await first.send('PATCH', `${workspace}/connections/${connectionId}`, adminToken, change)).status).toBe(
      200,
    );
    for (const line of both) await line.send('POST', path, token, list);
    expect(vendor.count).toBe(2);
    await vendor.stop();
    expect((await second.send('DELETE', `${workspace}/tokens/${id}`, adminToken)).status).toBeLessThan(300);
    for (const line of both) expect((await line.send('POST', path, token, list)).status).toBe(401);
  });

  it('follows new limits of a workspace in both at once', async () => {
    const { token } = await makeToken();
    const path = '/api/v1/integrations/connectors';
    for (const line of both) expect((await line.send('GET', path, token)).headers['ratelimit-policy']).toBeUndefined();
    await first.send('PATCH', workspace, adminToken, { limits: { calls_per_minute: 600 } });
    for (const line of both)
      expect((await line.send('GET', path, token)).headers['ratelimit-policy']).toBe('"workspace-minute";q=600;w=60');
    await second.send('PATCH', workspace, adminToken, { limits: {} });
    for (const line of both) expect((await line.send('GET', path, token)).headers['ratelimit-policy']).toBeUndefined();
  });

  it('opens the circuit of an upstream after ten failures in all', async () => {
    const { token } = await makeToken();
    const vendor = await startRawUpstream();
    vendor.answer((_request, response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'));
    const path = executePath(await connect(vendor.origin));
    const codes: string[] = [];
    for (let call = 0; call < 14; call++)
      codes.push((await (both[call % 2] as Line).send('POST', path, token, createUser('Ada'))).json.code);
    // What one process tells the other may arrive after its next call has left.
    expect(vendor.count).toBeGreaterThanOrEqual(10);
    expect(vendor.count).toBeLessThanOrEqual(11);
    expect(codes.slice(-3)).toEqual(['circuit_open', 'circuit_open', 'circuit_open']);
    await vendor.stop();
  });

  it('counts the calls of both, whichever is asked', async () => {
    const { token } = await makeToken();
    const path = executePath(await connect());
    const counted = async (line: Line) => {
      const text = await line.metrics();
      return Number(
        /^connectory_execute_duration_seconds_count\{.*action="list",status="200"\} (\d+)$/m.exec(text)?.[1],
      );
    };
    await first.send('POST', path, token, list);
    const before = await counted(first);
    for (const line of both)
      for (let call = 0; call < 5; call++) expect((await line.send('POST', path, token, list)).status).toBe(200);
    expect(await counted(second)).toBe(before + 10);
    expect(await counted(first)).toBe(before + 10);
    expect(await group.metric('connectory_running_calls_of_token_limit')).toBe(50);
    expect(await group.metric('connectory_running_calls_limit')).toBe(2_000);
  });

  it('goes on when a process is killed: the other serves, a new one comes, and no write is lost or doubled', async () => {
    const { token } = await makeToken();
    const path = executePath(await connect());
    const executions = 'connectory_execute_duration_seconds_count';
    const counted = (await group.metric(executions)) ?? 0;
    const victim = group.pids().get(2) as number;
    const outcomes = new Map<string, RawValue>();
    const write = async (writer: number) => {
      for (let index = 0; index < 40; index++) {
        const name = `writer-${kind}-${writer}-${index}`;
        outcomes.set(name, await untilDecided(path, token, name));
      }
    };
    const writers = Array.from({ length: 6 }, (_, writer) => write(writer));
    while (outcomes.size < 20) await pause(10);
    process.kill(victim, 'SIGKILL');
    await Promise.all(writers);
    while (group.pids().get(2) === victim) await pause(50);
    const again = await group.lines(1);
    for (const line of [...again.values()].flat()) await line.close();
    const arrived = upstreams.sandbox.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => /writer-\w+-\d+-\d+/.exec(JSON.stringify(body))?.[0]);
    for (const [name, { status, code }] of outcomes) {
      const times = arrived.filter((one) => one === name).length;
      if (status === 200) expect(times, name).toBe(1);
      // Its process was killed at it: nobody knows, and it is not tried again.
      else expect([code, times <= 1], name).toEqual(['idempotency_conflict', true]);
    }
    expect(await group.metric(executions)).toBeGreaterThanOrEqual(counted);
  });

  it('replaces one process after the other without a failed call', async () => {
    const { token } = await makeToken();
    const path = executePath(await connect());
    const before = [...group.pids().values()];
    const lines = await group.lines(3);
    let isOver = false;
    let calls = 0;
    const caller = async (line: Line) => {
      while (!isOver) {
        expect((await line.send('POST', path, token, list)).status).toBe(200);
        calls++;
      }
    };
    // An idle connection would be kept for as long as its client was told.
    const callers = [...[...lines.values()].flat(), ...both].map(caller);
    group.gateway.child.kill('SIGHUP');
    await group.gateway.printed(/replaced all processes/);
    isOver = true;
    await Promise.all(callers);
    expect(calls).toBeGreaterThan(0);
    expect([...group.pids().values()].filter((pid) => before.includes(pid))).toEqual([]);
    expect(await group.metric('connectory_processes_in_use')).toBe(2);
  });

  it('ends with both when it is told to', async () => {
    expect(await group.stop()).toBe(0);
    expect(group.gateway.output().stderr).toBe('');
  });

  /** Sends a create until it is known what became of it, through connections of its own. */
  async function untilDecided(path: string, token: string, name: string): Promise<RawValue> {
    for (;;) {
      const answer = await request(group.gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify(createUser(name)),
        reset: true,
      }).catch(() => undefined);
      const body: RawValue = await answer?.body.json().catch(() => undefined);
      if (answer?.statusCode === 200 && body !== undefined) return { status: 200 };
      if (body?.outcome === 'unknown') return { status: answer?.statusCode, code: body.code };
      await pause(100);
    }
  }
});
