import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChangeBody } from '../src/changes/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let path: string;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 5 });
  await untilSynced(gateway, 'ledger');
  path = `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/changes`;
});

afterAll(() => gateway.stop());

const read = (query = '', token?: string): Promise<Response> =>
  gateway.send('GET', `${path}${query}`, token === undefined ? {} : { token });

async function readAll(query = '?'): Promise<readonly ChangeBody[]> {
  const changes: ChangeBody[] = [];
  for (let cursor = ''; ; ) {
    const { json, status, text } = await read(`${query}${cursor && `&cursor=${cursor}`}`);
    expect(status, text.slice(0, 500)).toBe(200);
    changes.push(...json.data);
    cursor = json.meta.cursor;
    if (!json.meta.has_more) return changes;
  }
}

const head = async () => (await read('?cursor=now')).json.meta.cursor as string;

async function create(name: string): Promise<string> {
  const reply = await gateway.execute('ledger', { entity: 'customers', action: 'create', params: { name } });
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  return reply.json.data.id;
}

async function newToken(policy: object): Promise<string> {
  const body = { name: `token ${JSON.stringify(policy)}`.slice(0, 100), policy };
  const reply = await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body, token: adminToken });
  expect(reply.status, reply.text).toBe(201);
  return reply.json.token;
}

/** Opens a stream of changes. */
async function follow(accept: string, query: string, headers: Readonly<Record<string, string>> = {}) {
  const request = get(`${gateway.url}${path}${query}`, {
    agent: false,
    headers: { accept, authorization: `Bearer ${gateway.token}`, ...headers },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const lines = createInterface({ input: response })[Symbol.asyncIterator]();
  return {
    response,
    next: async () => (await lines.next()).value as string | undefined,
    end: () => request.destroy(),
  };
}

describe('the changes of a connection', () => {
  it('replayed from the beginning are what a search finds', async () => {
    const copy = new Map<string, object>();
    for (const { type, key, record } of await readAll('?entity=customers&limit=2')) {
      if (type === 'removed') copy.delete(key.join('/'));
      else copy.set(key.join('/'), record);
    }
    const records = await found(gateway, 'ledger', 'customers', {});
    expect(records.length).toBeGreaterThan(2);
    expect([...copy.values()]).toEqual(expect.arrayContaining([...records]));
    expect(copy.size).toBe(records.length);
  });

  it('are those of writes as soon as they are answered, in order and with their cause', async () => {
    const cursor = await head();
    const id = await create('Ada Lovelace');
    const update = { id, name: 'Ada King' };
    await gateway.execute('ledger', { entity: 'customers', action: 'update', params: update });
    await gateway.execute('ledger', { entity: 'customers', action: 'delete', params: { id } });
    const { json } = await read(`?cursor=${cursor}`);
    expect(json.data).toMatchObject([
      { entity: 'customers', type: 'added', key: [id], cause: 'write', record: { id, name: 'Ada Lovelace' } },
      { entity: 'customers', type: 'changed', key: [id], changed_fields: ['name'], record: { id, name: 'Ada King' } },
      { entity: 'customers', type: 'removed', key: [id], record: { id, name: 'Ada King' } },
    ]);
    const [first, second] = json.data as readonly ChangeBody[];
    expect(second?.sequence).toBe((first?.sequence ?? 0) + 1);
    const after = await read(`?cursor=${first?.cursor}&limit=1`);
    expect(after.json).toMatchObject({ data: [{ sequence: second?.sequence }], meta: { has_more: true } });
  });

  it('are those of the entities that are asked for and that the token may search', async () => {
    const entities = new Set((await readAll()).map(({ entity }) => entity));
    expect(entities.size).toBeGreaterThan(1);
    const limited = await newToken({ entities: ['customers'], max_records: 3 });
    const page = await read('?limit=100', limited);
    expect(page.json.data).toHaveLength(3);
    expect(new Set(page.json.data.map(({ entity }: ChangeBody) => entity))).toEqual(new Set(['customers']));
    const [another] = [...entities].filter((entity) => entity !== 'customers');
    expectProblem(await read(`?entity=${another}`, limited), 'forbidden');
    expectProblem(await read('?entity=nothing'), 'unknown_entity');
    expectProblem(await read('', await newToken({ connectors: ['elsewhere'] })), 'connector_not_found');
    expect((await read('', await newToken({ actions: ['list'] }))).json.data).toEqual([]);
  });

  it.each([
    ['cursor=nonsense', 'invalid_cursor'],
    ['cursor=', 'invalid_params'],
    ['limit=0', 'invalid_params'],
    ['limit=1001', 'invalid_params'],
    ['unknown=1', 'invalid_params'],
    ['since=yesterday', 'invalid_params'],
    ['since=2026-01-01T00:00:00Z&cursor=now', 'invalid_params'],
  ] as const)('refuse %s', async (query, code) => {
    expectProblem(await read(`?${query}`), code);
  });

  it('are those since a time', async () => {
    const first = (await readAll())[0];
    expect((await read('?since=2020-01-01T00:00:00Z&limit=1')).json.data).toEqual([first]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await read(`?since=${tomorrow}`)).json).toEqual({
      data: [],
      meta: { cursor: await head(), has_more: false },
    });
  });

  it('tell a reader that comes too late where to go on after a snapshot', async () => {
    const foreign = Buffer.from(JSON.stringify([1, 'another-feed', 3])).toString('base64url');
    const problem = expectProblem(await read(`?cursor=${foreign}`), 'changes_expired');
    const id = await create('Grace Hopper');
    const { json } = await read(`?cursor=${problem.cursor}`);
    expect(json.data).toMatchObject([{ type: 'added', key: [id] }]);
  });
});

describe('a stream of changes', () => {
  const open = async () => {
    const { text } = await gateway.send('GET', '/metrics', { token: null });
    return Number(/^connectory_change_streams_in_use (\d+)/m.exec(text)?.[1]);
  };

  it('has one line for each, and waits for more', async () => {
    const stream = await follow('application/x-ndjson', `?cursor=${await head()}&limit=2`);
    expect(stream.response.headers['content-type']).toBe('application/x-ndjson');
    const first = await create('Joan Clarke');
    expect(JSON.parse((await stream.next()) ?? '')).toMatchObject({ type: 'added', key: [first] });
    const second = await create('Mary Jackson');
    const line = JSON.parse((await stream.next()) ?? '') as ChangeBody;
    expect(line).toMatchObject({ type: 'added', key: [second] });
    expect(JSON.parse((await stream.next()) ?? '')).toEqual({ meta: { cursor: line.cursor, reason: 'limit' } });
    expect(await stream.next()).toBeUndefined();
  });

  it('can be server-sent events that go on after the last one', async () => {
    const cursor = await head();
    const ids = [await create('Katherine Johnson'), await create('Dorothy Vaughan')];
    const stream = await follow('text/event-stream', `?cursor=${cursor}&limit=1`);
    expect([await stream.next(), await stream.next()]).toEqual(['retry: 1000', '']);
    const [id, event, data] = [await stream.next(), await stream.next(), await stream.next()];
    expect(event).toBe('event: added');
    expect(JSON.parse(data?.slice('data: '.length) ?? '')).toMatchObject({ key: [ids[0]] });
    const last = { 'last-event-id': id?.slice('id: '.length) ?? '' };
    const next = await follow('text/event-stream', `?cursor=${cursor}&limit=1`, last);
    for (let line = 0; line < 4; line += 1) await next.next();
    expect(await next.next()).toContain(ids[1]);
  });

  it('fails with a status before it begins, and in its last line afterwards', async () => {
    const headers = { accept: 'application/x-ndjson' };
    expectProblem(await gateway.send('GET', `${path}?cursor=nonsense`, { headers }), 'invalid_cursor');
    expectProblem(await gateway.send('GET', path, { headers, token: 'wrong' }), 'unauthenticated');
  });

  it('that is refused leaves no watch behind', async () => {
    const { copy } = gateway.gateway;
    if (copy === undefined) throw new Error('The gateway is in hosted mode.');
    const watch = vi.spyOn(copy, 'watchChanges');
    const headers = { accept: 'application/x-ndjson' };
    const query = '?cursor=now&since=2026-01-01T00:00:00Z';
    expectProblem(await gateway.send('GET', path + query, { headers }), 'invalid_params');
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    while (streams.length < 250) {
      const some = Array.from({ length: 25 }, () => follow('application/x-ndjson', '?cursor=now'));
      streams.push(...(await Promise.all(some)));
    }
    expect(watch).toHaveBeenCalledTimes(streams.length);
    expectProblem(await gateway.send('GET', path, { headers }), 'rate_limited');
    expect(watch).toHaveBeenCalledTimes(streams.length);
    for (const stream of streams) stream.end();
    await expect.poll(open).toBe(0);
    watch.mockRestore();
  });

  it('is counted out when its client is gone', async () => {
    const stream = await follow('application/x-ndjson', '?cursor=now');
    expect(await open()).toBe(1);
    stream.end();
    await expect.poll(open).toBe(0);
  });
});
