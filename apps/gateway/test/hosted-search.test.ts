import type { RawValue } from '@connectory/connector-sdk';
import { parseVerbatim } from '@connectory/exact-json';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeResultSchema } from '../src/execute/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { found, search, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway();
  for (const { id } of fixtureConnectors) await untilSynced(gateway, id);
});

afterAll(() => gateway.stop());

const customers = (params: object, rest?: object) => search(gateway, 'ledger', 'customers', params, { body: rest });
const byId = [{ id: 'asc' }];

describe('the copies', () => {
  it('hold what the upstream returns', async () => {
    const listed = await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 100 } });
    const wanted = listed.json.data.map(({ id, email }: RawValue) => ({ id, email }));
    const { json } = await customers({ query: {}, fields: ['id', 'email'] });
    const key = ({ id }: { id: string }) => id;
    const sorted = (records: { id: string }[]) => records.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
    expect(sorted(json.data)).toEqual(sorted(wanted));
  });
});

describe('a search', () => {
  it('takes integers beyond 2^53 as they are', async () => {
    const beyond = parseVerbatim('9007199254740993');
    const all = await customers({ query: {} });
    const less = await customers({ query: { filter: { lt: { created: beyond } } } });
    expect(less.json.data).toEqual(all.json.data);
    const query = { filter: { in: { created: [beyond, parseVerbatim('-1208925819614629174706176')] } } };
    expect((await customers({ query })).json.data).toEqual([]);
    expectProblem(await customers({ query: {}, limit: beyond }), 'invalid_query');
  });

  it('of a copy that is older than it allows fails with the age, and returns no records', async () => {
    expect((await customers({ query: {}, max_staleness: 86_400 })).json.data).not.toEqual([]);
    await expect.poll(async () => (await customers({ query: {}, max_staleness: 1 })).status).toBe(409);
    const old = await customers({ query: {}, max_staleness: 1 });
    expectProblem(old, 'copy_too_old');
    expect(old.json).toMatchObject({ retryable: true, message: expect.stringMatching(/is \d+ s old.*allows 1 s/) });
    expect(Number(old.headers['retry-after'])).toBeGreaterThan(0);
    for (const max_staleness of [0, 1.5, '60', 31_536_001])
      expectProblem(await customers({ query: {}, max_staleness }), 'invalid_query');
  });

  it('filters, sorts and pages as its query says', async () => {
    const all = (await customers({ query: {} })).json.data as RawValue[];
    const dates = all.map(({ created }) => created).toSorted((one, other) => one - other);
    const middle = dates[Math.floor(dates.length / 2)];
    const query = { filter: { gt: { created: middle } }, sort: [{ created: 'desc' }, { id: 'asc' }] };
    const wanted = all
      .filter(({ created }) => created > middle)
      .toSorted((one, other) => other.created - one.created || (one.id < other.id ? -1 : 1));
    expect(wanted.length).toBeGreaterThan(3);
    expect((await customers({ query })).json.data).toEqual(wanted);
    const pages: RawValue[] = [];
    let params: object = { query, limit: 3 };
    for (let more = true; more; ) {
      const { json } = await customers(params);
      pages.push(...json.data);
      expect(json.meta.has_more).toBe(json.meta.next_params !== null);
      expect(json.meta.next_params).toEqual(json.meta.has_more ? { cursor: json.meta.cursor } : null);
      more = json.meta.has_more;
      params = { ...params, ...json.meta.next_params };
    }
    expect(pages).toEqual(wanted);
  });

  it('returns the fields asked for, by params.fields and by select_fields', async () => {
    const first = { query: { sort: byId }, limit: 1 };
    const [one] = (await customers({ ...first, fields: ['email', 'id'] })).json.data;
    expect(Object.keys(one).sort()).toEqual(['email', 'id']);
    expect((await customers(first, { select_fields: ['id', 'email'] })).json.data).toEqual([one]);
    const [rest] = (await customers(first, { exclude_fields: ['email'] })).json.data;
    expect(rest).not.toHaveProperty('email');
    expect(rest.id).toBe(one.id);
  });

  it('chooses search fields whose own names have dots', async () => {
    const body = { select_fields: ['owner.login', 'name'] };
    const params = { query: {}, limit: 1 };
    const { json } = await search(gateway, 'repository-host', 'org_repositories', params, { body });
    expect(Object.keys(json.data[0]).sort()).toEqual(['name', 'owner.login']);
    expect(json.data[0]['owner.login']).toBeTypeOf('string');
  });

  it('warns about a field of an object that no record has', async () => {
    const mistaken = await customers({ query: { filter: { eq: { 'invoice_settings.fotter': 'Thanks' } } } });
    const warning = 'No record has invoice_settings.fotter. Did you mean invoice_settings.footer?';
    expect(mistaken.json).toMatchObject({ data: [], meta: { warnings: [warning] } });
    const declared = await customers({ query: { filter: { eq: { 'invoice_settings.footer': 'Thanks' } } } });
    expect(declared.json.meta).not.toHaveProperty('warnings');
  });

  it('counts the records that match', async () => {
    const all = await customers({ query: {} });
    const { data, meta } = (await customers({ query: {}, limit: 0 })).json;
    expect({ data, meta }).toMatchObject({
      data: [],
      meta: { total: all.json.data.length, has_more: false, cursor: null },
    });
    const none = await customers({ query: { filter: { eq: { id: 'nobody' } } }, limit: 0 });
    expect(none.json.meta).toMatchObject({ total: 0 });
  });

  it('aggregates records in groups, as the document says', async () => {
    const all = (await customers({ query: {} })).json.data as RawValue[];
    const aggregate = { group_by: ['email'], values: { customers: { count: '*' }, last: { max: 'created' } } };
    const query = { aggregate, sort: [{ last: 'desc' }] };
    const { json } = await customers({ query, limit: 2 });
    executeResultSchema.parse(json);
    const wanted = all.toSorted((one, other) => other.created - one.created).slice(0, 2);
    expect(json.data).toEqual(wanted.map(({ email, created }) => ({ email, customers: 1, last: created })));
    expect(json.meta).toMatchObject({ total: all.length, has_more: true, cursor: null, next_params: null });
    const misspelt = { aggregate: { ...aggregate, group_by: ['emial'] } };
    expect(expectProblem(await customers({ query: misspelt }), 'invalid_query').errors).toEqual([
      expect.objectContaining({ field: '/params/query/aggregate/group_by/0', did_you_mean: 'email' }),
    ]);
    expectProblem(await customers({ query }, { select_fields: ['email'] }), 'invalid_params');
    expect((await customers({ query, explain: true })).json.meta.plan.steps).not.toEqual([]);
  });

  it('shows its plan when asked to', async () => {
    const { json } = await customers({ query: { filter: { eq: { id: 'cus_none' } } }, explain: true });
    expect(json.data).toEqual([]);
    expect(json.meta.plan).toMatchObject({ dialect: 'sqlite', scans: false });
    expect(json.meta.plan.sql).not.toContain('cus_none');
  });

  it('is answered as the document says', async () => {
    const { json } = await customers({ query: {}, limit: 2, explain: true });
    expect(executeResultSchema.parse(json)).toEqual(json);
  });

  it('streams all pages', async () => {
    const params = { query: { sort: byId }, limit: 4 };
    const headers = { accept: 'application/x-ndjson' };
    const { text } = await search(gateway, 'ledger', 'customers', params, { headers });
    const lines = text
      .trim()
      .split('\n')
      .map((line): RawValue => JSON.parse(line));
    const trailer = lines.pop();
    expect(trailer).toEqual({ meta: { complete: true, records: 25, pages: 7, next_params: null } });
    expect(lines).toEqual((await customers({ query: { sort: byId } })).json.data);
  });

  it('sends nothing, and a dry run of it says so', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      expect((await customers({ query: {} })).status).toBe(200);
      const dry = await customers({ query: {} }, { dry_run: true });
      expect(dry.json).toEqual({ data: { requests: [] }, meta: {} });
    });
    expect(arrived).toEqual([]);
    expectProblem(await customers({ query: 1 }, { dry_run: true }), 'invalid_query');
  });

  it('is a read: an Idempotency-Key has no effect on it', async () => {
    const headers = { 'idempotency-key': 'search-1' };
    for (const limit of [1, 2]) {
      const response = await search(gateway, 'ledger', 'customers', { query: {}, limit }, { headers });
      expect(response.json.data).toHaveLength(limit);
    }
  });

  it('is in the audit and in the metrics', async () => {
    const headers = { 'x-request-id': 'search-in-audit' };
    await search(gateway, 'ledger', 'customers', { query: {}, limit: 2 }, { headers });
    const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20');
    expect(json.data.find(({ request_id: id }: RawValue) => id === 'search-in-audit')).toMatchObject({
      connector: 'ledger',
      entity: 'customers',
      action: 'context_store_search',
      outcome: 200,
      upstream_status: null,
      records: 2,
    });
    const { text } = await gateway.send('GET', '/metrics');
    expect(text).toMatch(/connectory_searches_total{connector="ledger",entity="customers",status="200"} \d/);
    expect(text).toMatch(/connectory_sync_pages_total{connector="help-centre",entity="ticket_comments"} [1-9]/);
    expect(text).toMatch(/connectory_sync_records_total{connector="help-centre",entity="ticket_comments"} 25\b/);
  });
});

describe('a wrong search', () => {
  it('is told every error, with its place and what was meant', async () => {
    const filter = { eq: { emial: 'ada@example.org' }, gt: { created: 'yesterday' } };
    const problem = expectProblem(await customers({ query: { filter } }), 'invalid_query');
    expect(problem.errors).toEqual([
      expect.objectContaining({ field: '/params/query/filter/eq/emial', did_you_mean: 'email' }),
      expect.objectContaining({ field: '/params/query/filter/gt/created' }),
    ]);
    expect(expectProblem(await customers({}), 'invalid_query').errors[0]?.field).toBe('/params/query');
  });

  it('may have a cursor of another query', async () => {
    const { cursor } = (await customers({ query: {}, limit: 1 })).json.meta;
    expectProblem(await customers({ query: { sort: byId }, cursor }), 'invalid_cursor');
    expectProblem(await customers({ query: {}, cursor: `${cursor}x` }), 'invalid_cursor');
  });

  it('may be of an entity without a copy, or of none', async () => {
    const balance = await search(gateway, 'ledger', 'balance');
    expect(expectProblem(balance, 'action_not_available').message).not.toContain('context_store_search,');
    const lists = await gateway.execute('ledger', { entity: 'customers', action: 'context_store_serch' });
    expect(expectProblem(lists, 'action_not_available').errors[0]?.did_you_mean).toBe('context_store_search');
    expectProblem(await search(gateway, 'ledger', 'customer'), 'unknown_entity');
  });
});

describe('a token', () => {
  it('of another workspace finds neither connection nor copies', async () => {
    const admin = { token: 'admin-token-of-the-test-suites' };
    await gateway.send('POST', '/api/v1/workspaces', { body: { name: 'stranger' }, ...admin });
    const body = { name: 'x', policy: { manage: true } };
    const created = await gateway.send('POST', '/api/v1/workspaces/stranger/tokens', { body, ...admin });
    const { token } = created.json;
    expectProblem(await search(gateway, 'ledger', 'customers', { query: {} }, { token }), 'connector_not_found');
    const path = `/api/v1/workspaces/stranger/connections/${gateway.connection('ledger')}/syncs`;
    expectProblem(await gateway.send('GET', path, { token }), 'connector_not_found');
    expectProblem(await gateway.send('POST', path, { token, body: {} }), 'connector_not_found');
  });

  it('searches only what its policy allows', async () => {
    const run = async (policy: object) =>
      search(gateway, 'ledger', 'customers', { query: {} }, { token: await gateway.tokenWith({ ...policy }) });
    expect((await run({ read_only: true })).status).toBe(200);
    expect((await run({ actions: ['context_store_search'] })).status).toBe(200);
    expectProblem(await run({ actions: ['list'] }), 'forbidden');
    expectProblem(await run({ entities: ['charges'] }), 'forbidden');
    expectProblem(await run({ connectors: ['help-centre'] }), 'forbidden');
  });

  it('gets no more groups than its row cap', async () => {
    const token = await gateway.tokenWith({ max_records: 3 });
    const query = { aggregate: { group_by: ['id'], values: { customers: { count: '*' } } } };
    const { data, meta } = (await search(gateway, 'ledger', 'customers', { query }, { token })).json;
    expect(data).toHaveLength(3);
    expect(meta).toMatchObject({ has_more: true, capped_at: 3 });
    expect(meta.total).toBeGreaterThan(3);
  });

  it('gets no more records than its row cap', async () => {
    const token = await gateway.tokenWith({ max_records: 3 });
    const sorted = { query: { sort: byId } };
    const capped = await search(gateway, 'ledger', 'customers', sorted, { token });
    expect(capped.json.data).toEqual((await customers({ ...sorted, limit: 3 })).json.data);
    expect(capped.json.meta).toMatchObject({ capped_at: 3, next_params: null, has_more: true });
    const below = await search(gateway, 'ledger', 'customers', { ...sorted, limit: 2 }, { token });
    expect(below.json.meta).not.toHaveProperty('capped_at');
    expect(below.json.meta.next_params).not.toBeNull();
    const headers = { accept: 'application/x-ndjson' };
    const { text } = await search(gateway, 'ledger', 'customers', { ...sorted, limit: 2 }, { token, headers });
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[3] ?? '').meta).toMatchObject({ complete: false, reason: 'record_cap', records: 3 });
  });
});

it('found finds by every field of a record', async () => {
  const [one] = (await customers({ query: { sort: byId }, limit: 1 })).json.data;
  const scalars = Object.entries(one).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  expect(scalars.length).toBeGreaterThan(3);
  const records = await found(gateway, 'ledger', 'customers', { eq: Object.fromEntries(scalars) });
  expect(records).toEqual([one]);
});
