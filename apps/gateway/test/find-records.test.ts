import type { RawValue } from '@connectory/connector-sdk';
import { createRegistry, RecordFinder } from '@connectory/core';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireToken } from '../src/http/authenticate.ts';
import { expectProblem } from './expect-problem.ts';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let customer: RawValue;
let ticket: RawValue;

beforeAll(async () => {
  gateway = await startHostedGateway();
  for (const { id } of fixtureConnectors) await untilSynced(gateway, id);
  [customer] = await found(gateway, 'ledger', 'customers', { neq: { name: null } });
  [ticket] = await found(gateway, 'help-centre', 'tickets', { neq: { subject: null } });
});

afterAll(() => gateway.stop());

const find = (body: object, token?: string): Promise<Response> =>
  gateway.send('POST', '/api/v1/workspaces/test/search', { body, ...(token !== undefined && { token }) });

async function records(body: object, token?: string): Promise<readonly RawValue[]> {
  const { status, json, text } = await find(body, token);
  expect(status, text).toBe(200);
  return json.data;
}

describe('finding records', () => {
  it('returns title, link and the call for the whole record', async () => {
    const [first] = await records({ words: ticket.subject, connectors: ['help-centre'], entities: ['tickets'] });
    expect(first).toMatchObject({
      connection: { id: gateway.connection('help-centre'), name: 'help-centre' },
      connector: 'help-centre',
      entity: 'tickets',
      title: expect.any(String),
      url: expect.stringMatching(/^https:\/\/[\w-]+\.help\.example\.com\/tickets\/\d+$/),
      call: { entity: 'tickets', action: 'get', params: { ticket_id: Number(first.key[0]) } },
    });
    const { json } = await gateway.execute('help-centre', first.call);
    expect(json.data).toMatchObject({ id: Number(first.key[0]), subject: first.title });
  });

  it('finds a name with a typo, and the same without the words that only name the system', async () => {
    const [first = '', last = ''] = String(customer.name).split(' ');
    const misspelt = `${first} ${last.slice(0, -1)}x`;
    const plain = await records({ words: misspelt });
    expect(plain.map(({ title }: RawValue) => title)).toContain(customer.name);
    const naming = await records({ words: `${misspelt} ledger customers` });
    expect(naming[0]).toMatchObject({ entity: 'customers', title: customer.name });
  });

  it('says which copies were searched, and when they were synchronized', async () => {
    const { json } = await find({ words: 'zzzzzz', connections: ['ledger'], entities: ['customers'] });
    expect(json).toMatchObject({
      data: [],
      meta: {
        has_more: false,
        searched: [{ connection: 'ledger', entity: 'customers', synced_at: expect.any(String) }],
        skipped: [],
      },
    });
  });

  it('reports copies that are not ready', async () => {
    const id = await gateway.connect('ledger', 'empty', {
      sync: { entities: { customers: { enabled: false } } },
    } as object);
    const { json } = await find({ words: 'anybody', connections: [id], entities: ['customers'] });
    expect(json.meta.skipped).toEqual([{ connection: 'empty', entity: 'customers', reason: 'not_ready' }]);
    expect((await gateway.send('DELETE', `/api/v1/workspaces/test/connections/${id}`)).status).toBe(200);
  });

  it('does not wait for copies that are too slow, and reports them', async () => {
    const { controlPlane, copy } = gateway.gateway;
    if (copy === undefined) throw new Error('The gateway runs in direct mode.');
    const slow = new Proxy(copy, {
      get: (target, name) => (name === 'search' ? () => new Promise(() => undefined) : Reflect.get(target, name)),
    });
    const principal = requireToken(
      (await controlPlane.tokens.authenticate(gateway.token)) ?? { kind: 'admin', person: null },
    );
    const finder = new RecordFinder({
      controlPlane,
      registry: createRegistry(fixtureConnectors),
      copy: slow,
      timeLimit: 50,
    });
    const { records: none, meta } = await finder.find({ principal, requestId: 'slow', words: 'a name', limit: 5 });
    expect(none).toEqual([]);
    expect(meta.searched).toEqual([]);
    expect(new Set(meta.skipped.map(({ reason }) => reason))).toEqual(new Set(['too_slow']));
  });

  it('leaves one audit entry', async () => {
    const { headers } = await find({ words: customer.name });
    const id = headers['x-request-id'];
    await expect
      .poll(async () => {
        const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20', { token: adminToken });
        return json.data.filter((entry: RawValue) => entry.request_id === id);
      })
      .toMatchObject([{ action: 'find', outcome: 200, connection_id: null }]);
  });
});

describe('a policy', () => {
  it('hides entities and connections that the token may not search', async () => {
    const token = await gateway.tokenWith({ connectors: ['help-centre'], entities: ['tickets'] });
    const all = await find({ words: `${customer.name} ${ticket.subject}` }, token);
    expect(all.json.meta.searched.map(({ entity }: RawValue) => entity)).toEqual(['tickets']);
    expect(all.json.meta.skipped).toEqual([]);
    for (const { entity } of all.json.data) expect(entity).toBe('tickets');
    expectProblem(await find({ words: 'x', connections: ['ledger'] }, token), 'connector_not_found');
    expectProblem(await find({ words: 'x', entities: ['customers'] }, token), 'unknown_entity');
  });

  it('without get offers the search that returns the record', async () => {
    const token = await gateway.tokenWith({ actions: ['context_store_search'] });
    const [first] = await records({ words: ticket.subject, entities: ['tickets'] }, token);
    expect(first.call.action).toBe('context_store_search');
    const { json } = await gateway.execute('help-centre', first.call, { token });
    expect(json.data).toMatchObject([{ id: Number(first.key[0]) }]);
  });

  it('that allows no search finds nothing', async () => {
    const token = await gateway.tokenWith({ actions: ['get'] });
    expect((await find({ words: customer.name }, token)).json).toMatchObject({ data: [], meta: { searched: [] } });
  });

  it('with a maximum of records cuts the result', async () => {
    const token = await gateway.tokenWith({ max_records: 1 });
    const { json } = await find({ words: String(ticket.subject).split(' ')[0], limit: 10 }, token);
    expect(json.data).toHaveLength(1);
    expect(json.meta).toMatchObject({ has_more: true, capped_at: 1 });
  });
});

describe('a request is refused', () => {
  it.each([
    ['without words', {}],
    ['without a letter or digit', { words: '?!' }],
    ['with too large a limit', { words: 'x', limit: 101 }],
    ['with an unknown member', { words: 'x', fuzzy: true }],
  ])('%s', async (_what, body) => {
    expectProblem(await find(body), 'invalid_params');
  });

  it('with a misspelt name, and told the nearest one', async () => {
    const { json } = await find({ words: 'x', connections: ['legder'] });
    expect(json.errors).toMatchObject([{ field: '/connections/0', did_you_mean: 'ledger' }]);
  });

  it('of the admin, who has no policy', async () => {
    expectProblem(await find({ words: 'x' }, adminToken), 'forbidden');
  });
});
