import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeResultSchema } from '../src/execute/schemas.ts';
import { type AgentGateway, sdk, startAgentGateway } from './agent-gateway.ts';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type Response } from './running-gateway.ts';

let gateway: AgentGateway;

beforeAll(async () => {
  gateway = await startAgentGateway();
});

afterAll(() => gateway.stop());

function expectAgentProblem({ status, json, text }: Response, expected: number): void {
  expect(status, text.slice(0, 300)).toBe(expected);
  expect(json.status).toBe(expected);
}

describe('the envelope of existing clients', () => {
  const both = async (connection: string, body: object) => ({
    ours: await gateway.execute(connection, body),
    theirs: await gateway.execute(connection, body, { headers: sdk }),
  });
  const execution = () => ({
    connector_instance_id: gateway.connection('stripe'),
    execution_time_ms: expect.any(Number),
  });

  it.each([
    ['list', { entity: 'customers', action: 'list', params: { limit: 2 } }],
    ['api_search', { entity: 'customers', action: 'api_search', params: { query: 'created>0', limit: 2 } }],
  ])('has the records of %s as result and the paging as metadata', async (_action, body) => {
    const { ours, theirs } = await both('stripe', body);
    expect(theirs.status, theirs.text).toBe(200);
    expect(Object.keys(theirs.json)).toEqual(['status', 'result', 'connector_metadata', 'execution_metadata']);
    expect(theirs.json).toEqual({
      status: 'success',
      result: ours.json.data,
      connector_metadata: ours.json.meta,
      execution_metadata: execution(),
    });
    expect(Number.isInteger(theirs.json.execution_metadata.execution_time_ms)).toBe(true);
    expect(theirs.headers['content-length']).toBe(String(theirs.bytes.length));
  });

  it('has one record as result, without metadata', async () => {
    const list = await gateway.execute('stripe', { entity: 'customers', action: 'list', params: { limit: 1 } });
    const { ours, theirs } = await both('stripe', {
      entity: 'customers',
      action: 'get',
      params: { id: list.json.data[0].id },
    });
    expect(theirs.json).toEqual({
      status: 'success',
      result: ours.json.data,
      connector_metadata: null,
      execution_metadata: execution(),
    });
  });

  it('has data and meta of a search as result', async () => {
    const params = { query: { sort: [{ created: 'desc' }] }, limit: 3, fields: [['id'], ['name']] };
    const { ours, theirs } = await both('stripe', { entity: 'customers', action: 'context_store_search', params });
    expect(theirs.json).toEqual({
      status: 'success',
      result: { data: ours.json.data, meta: { ...ours.json.meta, took_ms: expect.any(Number) } },
      connector_metadata: null,
      execution_metadata: execution(),
    });
    expect(Number.isInteger(theirs.json.result.meta.took_ms)).toBe(true);
  });

  it('has the requests of a dry run as result', async () => {
    const body = { entity: 'customers', action: 'list', params: { limit: 2 }, dry_run: true };
    const { ours, theirs } = await both('stripe', body);
    expect(theirs.json.result).toEqual(ours.json.data);
    expect(theirs.json.connector_metadata).toBeNull();
  });

  it('tells of a replayed write in the metadata', async () => {
    const headers = { ...sdk, 'idempotency-key': 'agent-clients-1' };
    const body = { entity: 'customers', action: 'create', params: { name: 'Ada Marsh' } };
    const first = await gateway.execute('stripe', body, { headers });
    const second = await gateway.execute('stripe', body, { headers });
    expect(first.json.connector_metadata).toBeNull();
    expect(second.json.result).toEqual(first.json.result);
    expect(second.json.connector_metadata).toEqual({ idempotent_replay: true });
  });

  it('is not around the bytes of a file', async () => {
    const params = { attachment_id: 17_463_839_000_001 };
    const { ours, theirs } = await both('zendesk', { entity: 'attachments', action: 'download', params });
    expect(theirs.status).toBe(200);
    expect(theirs.bytes.equals(ours.bytes)).toBe(true);
    expect(theirs.headers['content-type']).toBe(ours.headers['content-type']);
  });

  it('is not around a stream of records, which only the Accept header asks for', async () => {
    const body = { entity: 'customers', action: 'list', params: { limit: 100 } };
    const headers = { accept: 'application/x-ndjson' };
    const ours = await gateway.execute('stripe', body, { headers });
    const theirs = await gateway.execute('stripe', body, { headers: { ...headers, ...sdk } });
    expect(theirs.text).toBe(ours.text);
  });

  it.each([
    [{ 'x-adp-agent-cli': '0.4.0' }],
    [{ 'x-adp-agent-sdk': '' }],
    [{ 'x-adp-agent-sdk': '{"status":"success"}', 'x-organization-id': 'not ours' }],
  ])('answers %o', async (headers) => {
    const response = await gateway.execute(
      'stripe',
      { entity: 'customers', action: 'list', params: null },
      { headers },
    );
    expect(response.json.status, response.text.slice(0, 200)).toBe('success');
  });

  it.each([[{}], [{ 'user-agent': 'airbyte-agent/0.4.0' }], [{ 'x-organization-id': 'one' }]])(
    'is for nobody else: %o',
    async (headers) => {
      const response = await gateway.execute('stripe', { entity: 'customers', action: 'list' }, { headers });
      expect(Object.keys(response.json)).toEqual(['data', 'meta']);
      expect(executeResultSchema.safeParse(response.json).error).toBeUndefined();
    },
  );

  it('returns search as api_search, whole pages where clients read such', async () => {
    const params = { query: 'created>0', limit: 2 };
    const search = (entity: string, action: string) =>
      gateway.execute('stripe', { entity, action, params }, { headers: sdk });
    const listed = await search('customers', 'search');
    expect(listed.json.result).toHaveLength(2);
    const { result, connector_metadata: meta } = (await search('charges', 'search')).json;
    expect(result).toEqual({ data: expect.any(Array), ...meta });
    expect(result.data).toHaveLength(2);
    expect((await search('charges', 'api_search')).json.result).toEqual(result);
    expectProblem(
      await gateway.execute('stripe', { entity: 'charges', action: 'search', params }),
      'action_not_available',
    );
  });

  it('leaves out of searches what the models of clients do not take as null', async () => {
    const body = { entity: 'customers', action: 'context_store_search', params: { query: {} } };
    const { ours, theirs } = await both('stripe', body);
    const withoutNull = ours.json.data.map(({ sources, ...rest }: { sources: string | null }) =>
      sources === null ? rest : { ...rest, sources },
    );
    expect(withoutNull).not.toEqual(ours.json.data);
    expect(theirs.json.result.data).toEqual(withoutNull);
  });

  it('searches with the operators of newer clients, and with names as Python writes them', async () => {
    const search = (params: object, rest: object = {}) =>
      both('github', { entity: 'repositories', action: 'context_store_search', params, ...rest });
    const all = (await search({ query: {} })).theirs.json.result.data;
    const [{ nameWithOwner: name }] = all;
    for (const one of all) {
      expect(one).toMatchObject({ name_with_owner: one.nameWithOwner, is_private: one.isPrivate });
      expect(one.owner_login).toBe(one['owner.login']);
    }
    const filter = {
      startswith: { name_with_owner: name.slice(0, 5).toUpperCase() },
      endswith: { name_with_owner: name.slice(-5) },
      contains: { nameWithOwner: name.slice(2, -2) },
      not: { contains: { name_with_owner: '_' } },
    };
    const { ours, theirs } = await search({
      query: { filter, sort: [{ name_with_owner: 'asc' }] },
      fields: [['is_private']],
    });
    expect(theirs.status, theirs.text).toBe(200);
    const matching = all.filter((one: { nameWithOwner: string }) => one.nameWithOwner === name);
    expect(theirs.json.result.data).toHaveLength(matching.length);
    expect(Object.keys(theirs.json.result.data[0])).toEqual(['isPrivate', 'is_private']);
    expectProblem(ours, 'invalid_query');
    const selected = (await search({ query: {}, limit: 1 }, { select_fields: ['name_with_owner'] })).theirs;
    expect(Object.keys(selected.json.result.data[0])).toEqual(['nameWithOwner', 'name_with_owner']);
    expectAgentProblem((await search({ query: { filter: { startswith: { stargazer_count: 'a' } } } })).theirs, 422);
  });

  it('returns the check of a connection whose lists have another name for the limit', async () => {
    const { ours, theirs } = await both('zendesk', { entity: 'tickets', action: 'list', params: { limit: 1 } });
    expect(theirs.json.result).toHaveLength(1);
    expectProblem(ours, 'invalid_params');
  });

  it('takes a number that is sent as text', async () => {
    const list = await gateway.execute('zendesk', { entity: 'tickets', action: 'list', params: { per_page: 1 } });
    const { id } = list.json.data[0];
    const get = { entity: 'tickets', action: 'get', params: { ticket_id: String(id) } };
    expect((await gateway.execute('zendesk', get, { headers: sdk })).json.result.id).toBe(id);
    expectProblem(await gateway.execute('zendesk', get), 'invalid_params');
  });

  it('gives a piece of a file as JSON', async () => {
    const download = (params: object) =>
      gateway.execute(
        'zendesk',
        { entity: 'attachments', action: 'download', params: { attachment_id: 17_463_839_000_001, ...params } },
        { headers: sdk },
      );
    const file = await download({});
    const piece = { _airbyte_response_type: 'json', _airbyte_response_format: 'base64', range_header: 'bytes=10-19' };
    const { result, connector_metadata: metadata } = (await download(piece)).json;
    expect(metadata).toBeNull();
    expect(result).toEqual({
      content: file.bytes.subarray(10, 20).toString('base64'),
      encoding: 'base64',
      bytes_returned: 10,
      range_requested: 'bytes=10-19',
      next_range_header: 'bytes=20-29',
      next_offset: 20,
      download_token: null,
      has_more: true,
      content_type: file.headers['content-type'],
    });
    const text = {
      attachment_id: 17_463_839_000_002,
      _airbyte_response_type: 'json',
      _airbyte_response_format: 'text',
    };
    const window = (await download({ ...text, _airbyte_text_offset: 5, _airbyte_max_chars: 10 })).json.result;
    expect(window).toMatchObject({ encoding: 'utf-8', content_type: 'text/plain', next_offset: 15, has_more: true });
    const words = await download({ attachment_id: text.attachment_id });
    expect(window.content).toBe(words.text.slice(5, 15));
    expectAgentProblem(await download({ ...piece, range_header: 'bytes=0-99999' }), 422);
    expectAgentProblem(await download({ ...piece, range_header: 'bytes=90000000-90000001' }), 416);
    expectAgentProblem(await download({ ...piece, attachment_id: 1 }), 404);
  });

  it('gives the part of a file that the parameters name', async () => {
    const params = { attachment_id: '17463839000001', range_header: 'bytes=0-9' };
    const body = { entity: 'attachments', action: 'download', params };
    const response = await gateway.execute('zendesk', body, { headers: sdk });
    expect(response.status, response.text.slice(0, 200)).toBe(206);
    expect(response.bytes).toHaveLength(10);
    const forged = { ...body, params: { ...params, range_header: 'bytes=0-9\r\nx-forged: 1' } };
    const arrivals = await gateway.arrivalsDuring(async () => {
      expectAgentProblem(await gateway.execute('zendesk', forged, { headers: sdk }), 422);
    });
    expect(arrivals.filter(({ url }) => url.includes(params.attachment_id))).toEqual([]);
  });

  it('takes every member that such clients send', async () => {
    const body = {
      entity: 'customers',
      action: 'list',
      params: null,
      select_fields: ['id'],
      exclude_fields: null,
      skip_truncation: true,
      intent: 'to see',
    };
    const response = await gateway.execute('stripe', body, { headers: sdk });
    expect(response.status, response.text).toBe(200);
    for (const record of response.json.result) expect(Object.keys(record)).toEqual(['id']);
  });
});

describe('a failure for an existing client', () => {
  it('is the same problem, its errors told in whole sentences', async () => {
    const body = { entity: 'customers', action: 'list', params: { limt: 2 } };
    const ours = expectProblem(await gateway.execute('stripe', body), 'invalid_params');
    const theirs = await gateway.execute('stripe', body, { headers: sdk });
    expect(theirs.status).toBe(422);
    expect(theirs.headers['content-type']).toBe('application/problem+json');
    const presented = { userPresentableMessage: 'params.limt is not a known name. Did you mean "limit"?' };
    expect(theirs.json).toEqual({
      ...ours,
      request_id: expect.any(String),
      errors: [{ ...ours.errors[0], ...presented }],
    });
  });

  it('is told without a token, with one of another workspace, and with the admin token', async () => {
    const body = { entity: 'customers', action: 'list' };
    const run = (token: string | null) => gateway.execute('stripe', body, { headers: sdk, token });
    expectProblem(await run(null), 'unauthenticated');
    expectProblem(await run('cty_wrong'), 'unauthenticated');
    expectProblem(await run(gateway.otherToken), 'connector_not_found');
    expectProblem(await run(adminToken), 'forbidden');
  });

  it.each([
    ['not JSON', '{'],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['an action that is no text', { entity: 'customers', action: { search: 1 } }],
    ['parameters that are no object', { entity: 'customers', action: 'search', params: 'x' }],
    ['an unknown member', { entity: 'customers', action: 'list', workspace: 'test', name: 'stripe' }],
    ['the action of older documentation', { entity: 'customers', action: 'describe' }],
    ['a part of a file that is no text', { entity: 'customers', action: 'download', params: { range_header: 5 } }],
  ])('is the same for %s', async (_case, body) => {
    const ours = await gateway.execute('stripe', body);
    const theirs = await gateway.execute('stripe', body, { headers: sdk });
    expect(ours.status, ours.text).toBe(400);
    expect([theirs.status, theirs.json.code]).toEqual([ours.status, ours.json.code]);
  });

  it('waits as long as the upstream asks', async () => {
    gateway.sandbox.behaviors.next('ashby', { kind: 'rate-limited', retryAfterSeconds: 17 }, { times: 1 });
    const response = await gateway.execute('ashby', { entity: 'jobs', action: 'list' }, { headers: sdk });
    gateway.sandbox.behaviors.clear();
    expectProblem(response, 'upstream_rate_limited');
    expect(response.headers['retry-after']).toBe('17');
  });
});
