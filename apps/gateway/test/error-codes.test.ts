import { Readable } from 'node:stream';
import { type ErrorCode, errorTable } from '@connectory/errors';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broken } from './broken-connector.ts';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken, executePath, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;
/** A ledger connection whose upstream returns what a test says. */
let scripted: string;
const provoked = new Set<ErrorCode>();

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: [...fixtureConnectors, broken] });
  upstream = await startRawUpstream();
  scripted = await gateway.connect('ledger', 'scripted', {
    settings: { base_url: upstream.origin },
    check: false,
  });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

function expectCode(reply: Response, code: ErrorCode) {
  provoked.add(code);
  return expectProblem(reply, code);
}

const customers = { entity: 'customers', action: 'list' };

describe('the body of an execute call', () => {
  it.each([
    ['an array', [], ''],
    ['null', null, ''],
    ['text', '"list"', ''],
    ['no JSON', '{"entity":', ''],
    ['empty', '', ''],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), ''],
    ['no entity', { action: 'list' }, '/entity'],
    ['a wrong type of entity', { ...customers, entity: 7 }, '/entity'],
    ['params that are a list', { ...customers, params: [] }, '/params'],
    ['a wrong type of dry_run', { ...customers, dry_run: 'yes' }, '/dry_run'],
    ['an unknown member', { ...customers, param: {} }, '/param'],
  ])('that is %s is malformed', async (_case, body, field) => {
    const problem = expectCode(await gateway.execute('ledger', body), 'malformed_request');
    expect(problem.errors.map((error) => error.field)).toEqual(field === '' ? [] : [field]);
  });

  it('suggests the member that was meant', async () => {
    const reply = await gateway.execute('ledger', { ...customers, parms: {} });
    expect(expectCode(reply, 'malformed_request').errors[0]?.did_you_mean).toBe('params');
  });

  it.each([1, 2, 40])('may not be %i MiB', async (size) => {
    const body = { ...customers, intent: 'x'.repeat(size * 1024 * 1024) };
    expectCode(await gateway.execute('ledger', body), 'payload_too_large');
    const chunked = Readable.from([Buffer.from(JSON.stringify(body))]);
    expectCode(await gateway.execute('ledger', chunked), 'payload_too_large');
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-encoding': 'gzip' },
  ])('must be plain JSON, not %o', async (headers) => {
    expectCode(await gateway.execute('ledger', customers, { headers }), 'unsupported_media_type');
  });
});

describe('names', () => {
  it('of entities are suggested', async () => {
    const reply = await gateway.execute('ledger', { entity: 'custmers', action: 'list' });
    const problem = expectCode(reply, 'unknown_entity');
    expect(problem.errors).toMatchObject([{ field: '/entity', did_you_mean: 'customers' }]);
    expect(problem.message).toContain('Did you mean "customers"?');
  });

  it('of actions are suggested, and all of the entity listed', async () => {
    const reply = await gateway.execute('ledger', { entity: 'charges', action: 'lst' });
    const problem = expectCode(reply, 'action_not_available');
    expect(problem.errors).toMatchObject([{ field: '/action', did_you_mean: 'list' }]);
    expect(problem.message).toContain('list, get, api_search');
  });

  it('of parameters are suggested with a pointer, at every level', async () => {
    const params = { limt: 3, created: { gt: 1, ltee: 2 } };
    const problem = expectCode(await gateway.execute('ledger', { ...customers, params }), 'invalid_params');
    expect(problem.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: '/params/limt', error_code: 'unknown_name', did_you_mean: 'limit' }),
        expect.objectContaining({ field: '/params/created/ltee', error_code: 'unknown_name', did_you_mean: 'lte' }),
      ]),
    );
  });

  it.each([
    ['a missing one', 'charges', 'get', {}, '/params/id', 'required'],
    ['a wrong type', 'customers', 'list', { limit: 'ten' }, '/params/limit', 'invalid_type'],
    ['a value out of bounds', 'customers', 'list', { limit: 1000 }, '/params/limit', 'too_big'],
  ])('%s is told', async (_case, entity, action, params, field, code) => {
    const problem = expectCode(await gateway.execute('ledger', { entity, action, params }), 'invalid_params');
    expect(problem.errors).toMatchObject([{ field, error_code: code }]);
  });
});

describe('who asks', () => {
  it.each([null, 'cty_unknown', '', 'x'.repeat(2000)])('must have a valid token, not %j', async (token) => {
    const reply = await gateway.execute('ledger', customers, { token });
    expectCode(reply, 'unauthenticated');
    expect(reply.headers['www-authenticate']).toBe('Bearer');
  });

  it('may not be the admin, who belongs to no workspace', async () => {
    expectCode(await gateway.execute('ledger', customers, { token: adminToken }), 'forbidden');
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'ledger', '__proto__'])('has no connection %j', async (id) => {
    expectCode(await gateway.send('POST', executePath(id), { body: customers }), 'connector_not_found');
  });

  it.each(['../x', '%00', 'x'.repeat(5000)])('finds nothing at the path of a connection %j', async (id) => {
    expectCode(await gateway.send('POST', executePath(id), { body: customers }), 'not_found');
  });

  it('cannot reach the connection of another workspace', async () => {
    await gateway.send('POST', '/api/v1/workspaces', { body: { name: 'other' }, token: adminToken });
    const tokens = '/api/v1/workspaces/other/tokens';
    const other = await gateway.send('POST', tokens, { body: { name: 'other' }, token: adminToken });
    const reply = await gateway.execute('ledger', customers, { token: other.json.token });
    expectCode(reply, 'connector_not_found');
  });

  it('is told of paths, methods, names and cursors that do not exist', async () => {
    expectCode(await gateway.send('GET', '/api/v2/nothing'), 'not_found');
    expectCode(await gateway.send('GET', '/api/v1/workspaces/nobody/tokens', { token: adminToken }), 'not_found');
    const wrongMethod = await gateway.send('PUT', executePath('x'), { body: {} });
    expectCode(wrongMethod, 'method_not_allowed');
    expect(wrongMethod.headers.allow).toBe('POST');
    const options = await gateway.send('OPTIONS', '/api/v1/workspaces');
    expectCode(options, 'method_not_allowed');
    expect(options.headers.allow).toBe('GET, POST');
    expectCode(await gateway.send('GET', '/api/v1/workspaces/test/tokens?cursor=zzz'), 'invalid_cursor');
    const twice = { body: { name: 'test' }, token: adminToken };
    expectCode(await gateway.send('POST', '/api/v1/workspaces', twice), 'conflict');
  });

  it('may not send headers above 16 KiB', async () => {
    const headers = { 'x-large': 'x'.repeat(20_000) };
    expectCode(await gateway.execute('ledger', customers, { headers }), 'header_fields_too_large');
  });
});

describe('what is asked for', () => {
  it('may not exist upstream', async () => {
    const get = { entity: 'customers', action: 'get', params: { id: 'cus_none' } };
    const problem = expectCode(await gateway.execute('ledger', get), 'record_not_found');
    expect(problem.upstream).toMatchObject({ status: 404, request_id: expect.stringContaining('req_') });
    const download = { entity: 'attachments', action: 'download', params: { attachment_id: 1 } };
    expectCode(await gateway.execute('help-centre', download), 'file_not_found');
  });

  it('may lie outside of the file', async () => {
    const body = { entity: 'attachments', action: 'download', params: { attachment_id: 17_463_839_000_001 } };
    const headers = { range: 'bytes=999999999-' };
    expectCode(await gateway.execute('help-centre', body, { headers }), 'range_not_satisfiable');
  });

  it('may be on a connection that is paused', async () => {
    const id = await gateway.connect('ledger', 'paused', { check: false });
    await gateway.send('PATCH', `/api/v1/workspaces/test/connections/${id}`, { body: { paused: true } });
    expectCode(await gateway.execute(id, customers), 'connection_paused');
  });

  it('may be at an address that the gateway may not call, which its connection then shows', async () => {
    const settings = { base_url: 'http://127.0.0.2:9' };
    const id = await gateway.connect('ledger', 'inside', { settings, check: false });
    const problem = expectCode(await gateway.execute(id, customers), 'address_not_allowed');
    expect(problem).toMatchObject({ status: 403, origin: 'gateway' });
    const { json } = await gateway.send('GET', `/api/v1/workspaces/test/connections/${id}`);
    expect(json).toMatchObject({ state: 'degraded', state_reason: expect.stringContaining('CONNECTORY_EGRESS_ALLOW') });
  });

  it('may need hosted mode', async () => {
    const body = { entity: 'customers', action: 'context_store_search', params: { query: {} } };
    expectCode(await gateway.execute('ledger', body), 'hosted_mode_required');
  });

  it('may have been asked for with the same key already', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const body = { entity: 'customers', action: 'create', params: { name: 'Ada' } };
    await gateway.execute('ledger', body, { headers });
    const other = { ...body, params: { name: 'Ben' } };
    expectCode(await gateway.execute('ledger', other, { headers }), 'idempotency_conflict');
  });
});

describe('the upstream', () => {
  it('may refuse the request in its own words', async () => {
    upstream.response((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'request-id': 'req_77' });
      response.end('{"error":{"code":"parameter_invalid","message":"No such currency."}}');
    });
    const problem = expectCode(await gateway.execute(scripted, customers), 'upstream_rejected');
    expect(problem.message).toContain('No such currency.');
    expect(problem.upstream).toEqual({
      status: 400,
      code: 'parameter_invalid',
      message: 'No such currency.',
      request_id: 'req_77',
    });
  });

  it('may refuse the credential, which is never the 401 of the caller', async () => {
    const credentials = { api_key: 'sk_wrong_key' };
    const wrong = await gateway.connect('ledger', 'wrong key', { credentials, check: false });
    expectCode(await gateway.execute(wrong, customers), 'credential_rejected');
  });

  it('may need the account to be connected again', async () => {
    const credentials = { access_token: 'gone' };
    const changes = { authentication: 'oauth', credentials, check: false };
    const stale = await gateway.connect('repository-host', 'stale', changes);
    const viewer = { entity: 'viewer', action: 'get' };
    expectCode(await gateway.execute(stale, viewer), 'reauthorization_required');
  });

  it('may allow no more requests, and says truly when it will', async () => {
    const busy = await gateway.connect('ledger', 'busy');
    gateway.sandbox.behaviors.next('ledger', { kind: 'rate-limited', retryAfterSeconds: 20 });
    const refused = await gateway.execute(busy, customers);
    expectCode(refused, 'upstream_rate_limited');
    expect(refused.headers['retry-after']).toBe('20');
    const arrived = await gateway.arrivalsDuring(async () => {
      const held = await gateway.execute(busy, customers);
      expectCode(held, 'upstream_rate_limited');
      expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(20);
    });
    expect(arrived).toEqual([]);
  });

  it('may fail, and is left alone after ten failures in a row', async () => {
    const failing = await startRawUpstream();
    failing.response((_request, response) => response.writeHead(500).end('{}'));
    const settings = { base_url: failing.origin };
    const id = await gateway.connect('help-centre', 'failing', { settings, check: false });
    const update = { entity: 'tickets', action: 'update', params: { ticket_id: 1, ticket: { subject: 'x' } } };
    for (let call = 0; call < 10; call++) {
      const problem = expectCode(await gateway.execute(id, update), 'upstream_unavailable');
      expect(problem.outcome).toBe('unknown');
    }
    expect(failing.count).toBe(10);
    const held = await gateway.execute(id, update);
    expect(expectCode(held, 'circuit_open').outcome).toBeUndefined();
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect(failing.count).toBe(10);
    await failing.stop();
  });
});

describe('code of a connector that throws', () => {
  it('is an internal error without its text, and the log has the rest', async () => {
    const body = { entity: 'things', action: 'get', params: { text: 'the seams' } };
    const reply = await gateway.execute('broken', body, { headers: { 'x-request-id': 'torn-1' } });
    expect(expectCode(reply, 'internal').message).not.toContain('seams');
    const entry = gateway
      .log()
      .split('\n')
      .find((line) => line.includes('unexpected failure'));
    expect(JSON.parse(entry ?? '{}')).toMatchObject({ request_id: 'torn-1', error: { name: 'Error' } });
  });
});

it('every documented code was provoked here, or stands elsewhere', () => {
  const remote: Partial<Record<ErrorCode, string>> = {
    approval_required: 'held-writes.test.ts has writes that wait for approval',
    changes_expired: 'hosted-changes.test.ts reads after a foreign cursor',
    rate_limited: 'call-limits.test.ts has tokens with limits',
    quota_exceeded: 'call-limits.test.ts has tokens with limits',
    gateway_busy: 'running-calls.test.ts has 1,000 calls',
    copy_too_old: 'hosted-search.test.ts limits the age of the copy',
    context_store_not_ready: 'hosted-syncs.test.ts searches before the first page',
    database_unavailable: 'database-away.test.ts stops the database',
    invalid_query: 'hosted-search.test.ts needs hosted mode for it',
    request_timeout: 'hostile-input.test.ts waits for it',
    sql_not_installed: 'packages/snapshots runs a statement without the engine',
    search_timeout: 'packages/context-store stops searches of both stores',
    store_busy: 'packages/context-store fills the queues of searches',
    shutting_down: 'process.test.ts shuts a process down',
    upstream_timeout: 'packages/upstream tests it with limits of milliseconds',
  };
  expect([...provoked, ...Object.keys(remote)].sort()).toEqual(Object.keys(errorTable).sort());
});
