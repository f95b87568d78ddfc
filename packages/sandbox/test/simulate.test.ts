import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { sendAction } from './send-action.ts';
import { advertising } from './toys/adverts.ts';
import { planning } from './toys/boards.ts';
import { toySandboxes } from './toys/sandboxes.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [advertising, planning], sandboxes: toySandboxes });
});
beforeEach(() => running.sandbox.reset());
afterAll(() => running.stop());

type Params = Readonly<Record<string, unknown>>;
const send = (entity: string, action: 'list' | 'create' | 'update', params: Params = {}) =>
  sendAction(running, advertising, entity, action, params);
const demo = () => running.sandbox.credentials('advertising');
const keyOf = () => ({ authorization: `Bearer ${demo().api_key}`, 'x-developer': `${demo().developer}` });
const records = (entity: string) => running.sandbox.records('advertising', entity);

describe('what an author says', () => {
  const account = '1000';

  it('of parameters that select nothing, and of a filter language, decides which records are listed', async () => {
    const all = await send('campaigns', 'list', { account_id: account, query: 'SELECT name FROM campaign' });
    expect(all.rows).toHaveLength(20);
    const query = 'SELECT name FROM campaign WHERE status = ON';
    const found = (await send('campaigns', 'list', { account_id: account, query })).rows;
    expect(found).toEqual(records('campaigns').filter(({ campaign }) => (campaign as Params).status === 'ON'));
    expect(found.length).toBeLessThan(25);
    expect(found.length).toBeGreaterThan(0);
  });

  it('of actions that share a route decides which one is meant', async () => {
    const { rows } = await send('groups', 'list', { account_id: account, query: 'SELECT name FROM group' });
    expect(Object.keys(rows[0])).toEqual(['group']);
    const headers = keyOf();
    const url = `${running.origin}/advertising/v1/accounts/${account}/reports:search`;
    const body = JSON.stringify({ query: 'SELECT name FROM nothing' });
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(404);
  });

  it('of the key identifies the record, and of the values what a write sets', async () => {
    const params = running.sandbox.example('advertising', 'campaigns', 'update') as { operations: [{ id: string }] };
    expect(params.operations[0].id).toBe('20000');
    const operations = [{ id: '20003', set: { name: 'Autumn' } }];
    const { rows } = await send('campaigns', 'update', { account_id: account, operations });
    expect(rows[0].campaign).toMatchObject({ id: '20003', name: 'Autumn' });
    expect(rows[0].campaign.status).toMatch(/^O/);
    const missing = await send('campaigns', 'update', {
      account_id: account,
      operations: [{ id: '1', set: { name: 'Autumn' } }],
    });
    expect(missing.body.ok).toBe(false);
  });

  it('of a write may depend on what the record has', async () => {
    const [{ campaign }] = records('campaigns') as [{ campaign: { id: string; name: string } }];
    const operations = [{ id: campaign.id, set: { name: '{name}, extended' } }];
    await send('campaigns', 'update', { account_id: account, operations });
    expect(records('campaigns')[0]).toMatchObject({ campaign: { name: `${campaign.name}, extended` } });
  });

  it('with toRow gives the rows the vendor would send', async () => {
    const { rows } = await send('prices', 'list');
    const [first] = records('prices');
    expect(rows[0]).toEqual({ id: first?.id, price: { amount: Number(first?.cents) / 100 } });
  });
});

describe('examples', () => {
  it('have the type of the parameter, whatever that of the field is', () => {
    const { price_id: id } = running.sandbox.example('advertising', 'prices', 'get');
    expect(id).toBe(String(records('prices')[0]?.id));
  });
});

it('the example of what acts on a record names one that exists', async () => {
  const params = running.sandbox.example('advertising', 'closures', 'create');
  expect(params).toEqual({ account_id: records('accounts')[0]?.id });
  await send('closures', 'create', params);
  expect(records('accounts')[0]).toMatchObject({ name: 'closed' });
});

describe('requests', () => {
  it('are told apart by a constant header alone', async () => {
    expect(Object.keys((await send('left_things', 'list')).rows[0])).toEqual(['id', 'left']);
    expect(Object.keys((await send('right_things', 'list')).rows[0])).toEqual(['id', 'right']);
  });

  it('that go on with a cursor and nothing else keep the page size and the filters', async () => {
    const sizes: number[] = [];
    let params: Params | null = { size: 7 };
    while (params !== null && sizes.length < 10) {
      const reply: Awaited<ReturnType<typeof send>> = await send('left_things', 'list', params);
      sizes.push(reply.rows.length);
      params = reply.next;
    }
    expect(sizes).toEqual([7, 7, 7, 4]);
    expect(running.sandbox.requests.at(-1)?.url).toMatch(/\?page_token=[\w-]+$/);
    const first = await send('left_things', 'list', { size: 7 });
    expect(first.body.next_url).toMatch(/\/things\?page_token=[\w-]+&number=1$/);
    const { id } = records('left_things')[3] as { id: string };
    expect((await send('left_things', 'list', { id })).rows).toHaveLength(1);
  });

  it('to a method of a collection or of a record find what they are about', async () => {
    expect((await send('accounts', 'list')).rows).toHaveLength(25);
    await send('accounts', 'update', { account_id: '1003', name: 'Renamed' });
    expect(records('accounts')[3]).toEqual({ id: '1003', name: 'Renamed' });
  });

  it('reach a vendor whose host comes with a path', async () => {
    const headers = keyOf();
    const url = `${running.origin}/advertising/shop.example/store/v1/accounts:list`;
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(url.replace('v1', 'v2'), { headers })).status).toBe(404);
  });

  it('need every header that a credential fills, and none that a setting does', async () => {
    const url = `${running.origin}/advertising/v1/accounts:list`;
    const { authorization } = keyOf();
    expect((await fetch(url, { headers: { ...keyOf(), 'x-manager': '7' } })).status).toBe(200);
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401);
  });

  it('may change what is there, as somebody else would', () => {
    const { sandbox } = running;
    const added = sandbox.add('advertising', 'accounts');
    expect(records('accounts')[0]).toBe(added);
    const [, first = {}] = records('accounts');
    expect(sandbox.touch('advertising', 'accounts', first, 'name', 0)).toBeUndefined();
    expect(sandbox.isTokenPath('advertising', '/oauth/token')).toBe(false);
  });

  it('are answered with what tells a success from a failure, and without a list that is empty', async () => {
    expect((await send('accounts', 'list')).body.ok).toBe(true);
    for (const record of [...records('accounts')]) running.sandbox.remove('advertising', 'accounts', record);
    expect((await send('accounts', 'list')).body).toEqual({ ok: true });
  });
});

describe('records below a parent that none of their fields names', () => {
  it('are those of that parent alone', async () => {
    const seen: string[] = [];
    for (const { id } of records('accounts')) {
      const { rows } = await send('notes', 'list', { account_id: id });
      seen.push(...rows.map((row: { id: string }) => row.id));
    }
    expect(seen.toSorted()).toEqual(
      records('notes')
        .map(({ id }) => String(id))
        .toSorted(),
    );
    const example = running.sandbox.example('advertising', 'notes', 'list');
    expect((await send('notes', 'list', example)).rows.length).toBeGreaterThan(5);
    expect((await send('notes', 'list', { account_id: 'none' })).body.ok).toBe(false);
  });
});

it('a record is below the parent that its simulation names', async () => {
  const { rows } = await send('notes', 'list', { account_id: '1024' });
  expect(rows.map((row: { id: string }) => row.id)).toEqual(['note-7']);
});

describe('GraphQL without Relay', () => {
  const ask = (entity: string, action: 'list' | 'get', params: Params = {}) =>
    sendAction(running, planning, entity, action, params);

  it('pages by number', async () => {
    const pages = [1, 2, 3].map((number) => ask('boards', 'list', { page: number, limit: 10 }));
    expect((await Promise.all(pages)).map(({ rows }) => rows.length)).toEqual([10, 10, 5]);
  });

  it('selects by what only a synchronization sends', async () => {
    const found = (await ask('boards', 'list', { name: 'Board 3' })).rows;
    expect(found).toEqual([{ id: '503', name: 'Board 3' }]);
  });

  it('finds one record by a list of ids, and an empty list for none', async () => {
    const params = running.sandbox.example('planning', 'boards', 'get');
    expect(params).toEqual({ id: '500' });
    expect((await ask('boards', 'get', params)).rows[0].id).toBe('500');
    expect((await ask('boards', 'get', { id: '1' })).body.data).toEqual({ boards: [] });
  });

  it('lists below a parent that is the first of a list, with a cursor next to the records', async () => {
    const example = running.sandbox.example('planning', 'items', 'list');
    const first = await ask('items', 'list', { ...example, limit: 4 });
    expect(first.rows).toHaveLength(4);
    const second = await ask('items', 'list', { ...example, limit: 4, ...first.next });
    expect(second.rows[0].id).not.toBe(first.rows[0].id);
    expect((await ask('items', 'list', { board_id: '1' })).body.data).toEqual({ boards: [] });
    const all = running.sandbox
      .records('planning', 'boards')
      .map(({ id }) => ask('items', 'list', { board_id: id, limit: 100 }));
    expect((await Promise.all(all)).flatMap(({ rows }) => rows)).toHaveLength(25);
  });
});
