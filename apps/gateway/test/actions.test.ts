import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

interface Found {
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly effect: string;
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly connections?: readonly { readonly id: string; readonly name: string }[];
}

async function find(query: Readonly<Record<string, string>>, token = gateway.token) {
  const { status, json } = await gateway.send('GET', `/api/v1/actions?${new URLSearchParams(query)}`, { token });
  expect(status).toBe(200);
  return json as { data: Found[]; meta: { total: number } };
}

const nameOf = ({ connector, entity, action }: Found) => `${connector} ${entity} ${action}`;

/** Every action that may be found, page size notwithstanding. */
const all = async (token?: string) => (await find({ limit: '100' }, token)).data;

/** What the descriptions of the connectors show to a token. */
async function described(token: string): Promise<string[]> {
  const { json } = await gateway.send('GET', '/api/v1/connectors', { token });
  const manifests = await Promise.all(
    json.data.map(({ id }: { id: string }) => gateway.send('GET', `/api/v1/connectors/${id}`, { token })),
  );
  return manifests.flatMap(({ json: { id, entities } }) =>
    entities.flatMap(({ name, actions }: { name: string; actions: { action: string }[] }) =>
      actions.filter(({ action }) => action !== 'context_store_search').map(({ action }) => `${id} ${name} ${action}`),
    ),
  );
}

describe('finding actions', () => {
  it('puts what fits a query first', async () => {
    const { data, meta } = await find({ q: 'which bills does a client still owe us' });
    expect(data[0]).toMatchObject({ connector: 'ledger', entity: 'invoices' });
    expect(meta.total).toBeGreaterThanOrEqual(data.length);
    const [first] = (await find({ q: 'please remove this client from the books' })).data;
    expect(first && nameOf(first)).toBe('ledger customers delete');
  });

  it('shows parameters, those that must be given first, and the connections to use', async () => {
    const [found] = (await find({ q: 'add a customer', connector: 'ledger', limit: '1' })).data;
    expect(found).toMatchObject({ entity: 'customers', action: 'create', effect: 'write' });
    expect(found?.params.map(({ required }) => required)).toEqual(
      found?.params.map(({ required }) => required).toSorted((one, other) => Number(other) - Number(one)),
    );
    const { json } = await gateway.send('GET', '/api/v1/connectors/ledger/entities/customers');
    const { params } = json.actions.find(({ action }: { action: string }) => action === 'create');
    expect(found?.params.map(({ name }) => name).toSorted()).toEqual(Object.keys(params.properties).toSorted());
    expect(found?.connections).toEqual([{ id: gateway.connection('ledger'), name: 'ledger' }]);
  });

  it('without a query lists all in the order of their descriptions, and counts those beyond the limit', async () => {
    const found = await all();
    const inOrder = await described(gateway.token);
    const connectors = new Set(found.map(({ connector }) => connector));
    expect(found.map(nameOf)).toEqual(
      [...connectors].flatMap((id) => inOrder.filter((name) => name.startsWith(`${id} `))),
    );
    expect(found).toHaveLength(inOrder.length);
    const { data, meta } = await find({ limit: '2' });
    expect(data.map(nameOf)).toEqual(found.slice(0, 2).map(nameOf));
    expect(meta.total).toBe(found.length);
    expect((await find({})).data).toHaveLength(10);
  });

  it('takes a connector and an effect', async () => {
    const ledger = (await find({ connector: 'ledger', limit: '100' })).data;
    expect(new Set(ledger.map(({ connector }) => connector))).toEqual(new Set(['ledger']));
    const outward = (await find({ effect: 'outward', limit: '100' })).data;
    expect(outward).toEqual((await all()).filter(({ effect }) => effect === 'outward'));
    expect(outward.length).toBeGreaterThan(0);
  });

  it('finds no searches of copies where there are no copies', async () => {
    expect((await all()).some(({ action }) => action === 'context_store_search')).toBe(false);
  });

  it('is for the admin, too, who has no connections', async () => {
    const found = await all(adminToken);
    expect(found.map(nameOf)).toEqual((await all()).map(nameOf));
    expect(found.some((action) => 'connections' in action)).toBe(false);
  });

  it.each<[string, string]>([
    ['/query/q', 'q='],
    ['/query/q', `q=${'x'.repeat(501)}`],
    ['/query/effect', 'effect=send'],
    ['/query/limit', 'limit=101'],
    ['/query/limit', 'limit=0'],
    ['/query/text', 'text=refund'],
    ['/query/q', 'q=one&q=two'],
  ])('refuses %s of %s', async (field, query) => {
    const refused = expectProblem(await gateway.send('GET', `/api/v1/actions?${query}`), 'invalid_params');
    expect(refused.errors).toMatchObject([{ field }]);
  });

  it('says which connector there is instead of one there is not', async () => {
    const problem = expectProblem(await gateway.send('GET', '/api/v1/actions?connector=leger'), 'connector_not_found');
    expect(problem.message).toContain('ledger');
  });

  it('returns queries that mean nothing', async () => {
    for (const q of ['?', '💥💥', '__proto__ constructor', 'the of and', 'a'.repeat(500), 'zzzz qqqq']) {
      const { data, meta } = await find({ q });
      expect(data.length).toBeLessThanOrEqual(10);
      expect(meta.total).toBeGreaterThanOrEqual(data.length);
    }
  });
});

describe('an entity', () => {
  it('is described as its connector describes it', async () => {
    const { json: manifest } = await gateway.send('GET', '/api/v1/connectors/ledger');
    for (const entity of manifest.entities) {
      const { status, json } = await gateway.send('GET', `/api/v1/connectors/ledger/entities/${entity.name}`);
      expect(status).toBe(200);
      expect(json).toEqual(entity);
    }
  });

  it.each<[string, 'unknown_entity' | 'connector_not_found', RegExp | undefined]>([
    ['ledger/entities/costumers', 'unknown_entity', /customers/],
    ['ledger/entities/__proto__', 'unknown_entity', undefined],
    ['leger/entities/customers', 'connector_not_found', /ledger/],
  ])('%s answers %s', async (path, code, near) => {
    const problem = expectProblem(await gateway.send('GET', `/api/v1/connectors/${path}`), code);
    if (near !== undefined) expect(JSON.stringify(problem)).toMatch(near);
  });
});

describe('what a policy forbids', () => {
  const queries = ['add a customer', 'delete a customer', 'which tickets are open', 'refund', 'invoices'];

  it.each<Readonly<Record<string, unknown>>>([
    { read_only: true },
    { connectors: ['ledger'] },
    { connectors: [] },
    { entities: ['customers', 'users'] },
    { actions: ['create', 'get'] },
    { effects: { deny: ['outward', 'delete'] } },
    { effects: { allow: [] } },
    { connectors: ['help-centre'], entities: ['users'], effects: { allow: ['read'] }, actions: ['list'] },
  ])('%j is neither found nor described', async (policy) => {
    const token = await gateway.tokenWith(policy);
    const allowed = (await all(token)).map(nameOf);
    expect(allowed.toSorted()).toEqual((await described(token)).toSorted());
    expect(allowed.length).toBeLessThan((await all()).length);
    for (const q of queries) {
      const { data, meta } = await find({ q, limit: '100' }, token);
      expect(data.map(nameOf).filter((name) => !allowed.includes(name))).toEqual([]);
      expect(meta.total).toBe(data.length);
    }
    for (const { connector, entity } of await all()) {
      const path = `/api/v1/connectors/${connector}/entities/${entity}`;
      const { status, json } = await gateway.send('GET', path, { token });
      const shown = status === 200 ? json.actions.map(({ action }: Found) => `${connector} ${entity} ${action}`) : [];
      expect(shown.filter((name: string) => !name.endsWith('context_store_search'))).toEqual(
        allowed.filter((name) => name.startsWith(`${connector} ${entity} `)),
      );
      const near: string | undefined = json.errors?.[0]?.did_you_mean;
      if (near !== undefined) expect(allowed.some((name) => name.startsWith(`${connector} ${near} `))).toBe(true);
    }
  });

  it('is a connection that the policy does not name', async () => {
    await gateway.connect('ledger', 'ledger of the branch');
    const token = await gateway.tokenWith({ connectors: ['ledger of the branch'] });
    const found = (await find({ q: 'customers' }, token)).data;
    expect(new Set(found.map(({ connector }) => connector))).toEqual(new Set(['ledger']));
    for (const { connections } of found) {
      expect(connections?.map(({ name }) => name)).toEqual(['ledger of the branch']);
    }
  });
});
