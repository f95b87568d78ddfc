import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditListSchema } from '../src/audit/schemas.ts';
import { connectionListSchema, connectionSchema, connectorInstanceListSchema } from '../src/connections/schemas.ts';
import { connectorListSchema, connectorManifestSchema } from '../src/discovery/schemas.ts';
import { createdTokenSchema, revokedTokenSchema, tokenListSchema } from '../src/tokens/schemas.ts';
import { workspaceListSchema, workspaceSchema } from '../src/workspaces/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import {
  adminToken,
  draftConnection,
  type Response,
  type RunningGateway,
  startRunningGateway,
} from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const workspace = '/api/v1/workspaces/test';
const admin = (method: string, path: string, body?: unknown) =>
  gateway.send(method, path, { token: adminToken, ...(body !== undefined && { body }) });

/** Requires the status, and exactly the documented members; gives the body. */
function expectBody<Body>(response: Response, status: number, schema: z.ZodType<Body>): Body {
  expect(response.status, response.text).toBe(status);
  expect(response.headers['content-type']).toBe('application/json');
  const exact = schema instanceof z.ZodObject ? (schema.strict() as unknown as z.ZodType<Body>) : schema;
  const result = exact.safeParse(response.json);
  expect(result.error, response.text).toBeUndefined();
  return result.data as Body;
}

/** Follows `next_cursor` to the end and gives all entries. */
async function everyPage(path: string): Promise<{ id: string }[]> {
  const all: { id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, json, text } = await admin('GET', `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status, text).toBe(200);
    all.push(...json.data);
    cursor = json.meta.next_cursor;
  }
  return all;
}

describe('workspaces', () => {
  it('are created once by name, and listed in pages', async () => {
    for (const name of ['beta', 'alpha', 'gamma']) {
      const created = expectBody(await admin('POST', '/api/v1/workspaces', { name }), 201, workspaceSchema);
      expect(created.name).toBe(name);
    }
    expectProblem(await admin('POST', '/api/v1/workspaces', { name: 'alpha' }), 'conflict');
    const page = expectBody(await admin('GET', '/api/v1/workspaces?limit=2'), 200, workspaceListSchema);
    expect(page.data.map(({ name }) => name)).toEqual(['alpha', 'beta']);
    expect(page.meta.next_cursor).not.toBeNull();
    const all = await everyPage('/api/v1/workspaces?limit=1');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(4);
  });

  it.each(['', 'Alpha', '-x', 'a b', 'x'.repeat(64), '0c7f6f0e-3f0c-4d5b-8f5e-6d6b7c0a9b1d'])(
    'are not named %j',
    async (name) => {
      const problem = expectProblem(await admin('POST', '/api/v1/workspaces', { name }), 'invalid_params');
      expect(problem.errors[0]?.field).toBe('/name');
    },
  );

  it('shows a token its own alone', async () => {
    const { data } = expectBody(await gateway.send('GET', '/api/v1/workspaces'), 200, workspaceListSchema);
    expect(data.map(({ name }) => name)).toEqual(['test']);
  });
});

describe('connections', () => {
  const connections = `${workspace}/connections`;
  const draft = (connector: string, authentication?: string) =>
    draftConnection(
      fixtureConnectors,
      { sandbox: gateway.sandbox, origin: gateway.sandboxOrigin },
      connector,
      authentication,
    );

  it('are created when a read proves that the credentials work', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const body = { ...draft('ledger'), name: 'checked' };
      const created = expectBody(await admin('POST', connections, body), 201, connectionSchema);
      expect(created).toMatchObject({ connector: 'ledger', authentication: 'api_key', state: 'active' });
      expect(JSON.stringify(created)).not.toContain(gateway.sandbox.credentials('ledger').api_key);
    });
    expect(arrived).toMatchObject([{ method: 'GET', url: expect.stringContaining('/ledger/v1/customers') }]);
  });

  it('show the name of the account at the vendor once a check has read it', async () => {
    const body = { ...draft('repository-host'), name: 'named' };
    const created = expectBody(await admin('POST', connections, body), 201, connectionSchema);
    expect(created.account).toEqual(expect.any(String));
    const unread = { ...body, name: 'not read yet', check: false };
    const { id, account } = expectBody(await admin('POST', connections, unread), 201, connectionSchema);
    expect(account).toBeNull();
    const checked = expectBody(await admin('POST', `${connections}/${id}/check`), 200, connectionSchema);
    expect(checked.account).toBe(created.account);
  });

  it('with wrong credentials are not stored', async () => {
    const body = { ...draft('ledger'), credentials: { api_key: 'sk_wrong' }, name: 'wrong' };
    expectProblem(await admin('POST', connections, body), 'credential_rejected');
    const { data } = expectBody(await admin('GET', connections), 200, connectionListSchema);
    expect(data.map(({ name }) => name)).not.toContain('wrong');
  });

  it('are stored unseen when asked to', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const body = { ...draft('ledger'), credentials: { api_key: 'sk_later' }, name: 'unchecked', check: false };
      expectBody(await admin('POST', connections, body), 201, connectionSchema);
    });
    expect(arrived).toEqual([]);
  });

  it('are named after their connector unless named, and every name is taken once', async () => {
    expectProblem(await admin('POST', connections, draft('ledger')), 'conflict');
    const { name: _name, ...other } = { ...draft('ledger'), name: 'x' };
    const remote = await admin('POST', '/api/v1/workspaces/alpha/connections', other);
    expect(expectBody(remote, 201, connectionSchema).name).toBe('ledger');
  });

  it.each([
    ['an unknown connector', { connector: 'legder', credentials: {} }, 'connector_not_found'],
    ['no credentials', { connector: 'ledger' }, 'invalid_params'],
    ['a missing field', { connector: 'ledger', credentials: {} }, 'invalid_params'],
    ['a field of another authentication', { connector: 'ledger', credentials: { token: 'x' } }, 'invalid_params'],
    [
      'an unknown authentication',
      { connector: 'ledger', authentication: 'apikey', credentials: { api_key: 'x' } },
      'invalid_params',
    ],
    ['a missing setting', { connector: 'help-centre', credentials: { access_token: 'x' } }, 'invalid_params'],
    [
      'an unknown setting',
      { connector: 'ledger', credentials: { api_key: 'x' }, settings: { baseurl: 'https://x.example' } },
      'invalid_params',
    ],
    ['an unknown member', { connector: 'ledger', credentials: { api_key: 'x' }, label: 'x' }, 'invalid_params'],
    [
      'an upstream inside the network',
      { connector: 'ledger', credentials: { api_key: 'x' }, settings: { base_url: 'http://169.254.169.254' } },
      'address_not_allowed',
    ],
  ] as const)('with %s are refused', async (_case, body, code) => {
    expectProblem(await admin('POST', connections, { name: 'refused', ...body }), code);
  });

  it('are read, changed, checked and deleted', async () => {
    const body = { ...draft('help-centre', 'api_token'), name: 'desk' };
    const { id } = expectBody(await admin('POST', connections, body), 201, connectionSchema);
    const one = `${connections}/${id}`;
    expect(expectBody(await admin('GET', one), 200, connectionSchema).authentication).toBe('api_token');

    const oauth = { authentication: 'oauth2', credentials: gateway.sandbox.credentials('help-centre', 'oauth2') };
    expect(expectBody(await admin('PATCH', one, oauth), 200, connectionSchema).authentication).toBe('oauth2');

    const wrong = { authentication: 'api_token', credentials: { email: 'a@example.org', api_token: 'wrong' } };
    expectProblem(await admin('PATCH', one, wrong), 'credential_rejected');
    expect(expectBody(await admin('GET', one), 200, connectionSchema).authentication).toBe('oauth2');
    expect((await gateway.execute(id, { entity: 'tickets', action: 'list' })).status).toBe(200);

    expectProblem(await admin('PATCH', one, { settings: { subdomain: 'not a subdomain' } }), 'invalid_params');
    expectProblem(await admin('PATCH', one, { authentication: 'oauth2' }), 'invalid_params');
    const settings = { ...draft('help-centre').settings, subdomain: 'renamed' };
    const changed = expectBody(await admin('PATCH', one, { settings }), 200, connectionSchema);
    expect(changed.settings).toEqual(settings);

    expect(expectBody(await admin('POST', `${one}/check`), 200, connectionSchema).state).toBe('active');
    expectBody(await admin('DELETE', one), 200, connectionSchema);
    expectProblem(await admin('GET', one), 'connector_not_found');
    expectProblem(await admin('DELETE', one), 'connector_not_found');
    expectProblem(await gateway.execute(id, { entity: 'tickets', action: 'list' }), 'connector_not_found');
  });

  it('have limits, each of which can be changed alone', async () => {
    const body = { ...draft('ledger'), name: 'limited', limits: { deadline_seconds: 30 } };
    const created = expectBody(await admin('POST', connections, body), 201, connectionSchema);
    expect(created.limits).toEqual({ deadline_seconds: 30, response_bytes: 8_388_608 });
    const one = `${connections}/${created.id}`;
    const change = { limits: { response_bytes: 1_048_576 }, check: false };
    const changed = expectBody(await admin('PATCH', one, change), 200, connectionSchema);
    expect(changed.limits).toEqual({ deadline_seconds: 30, response_bytes: 1_048_576 });
    expect(changed.settings).toEqual(created.settings);
    for (const limits of [{ deadline_seconds: 0 }, { deadline_seconds: 601 }, { response_bytes: 1024 }, { other: 1 }]) {
      expectProblem(await admin('PATCH', one, { limits, check: false }), 'invalid_params');
    }
  });

  it('keep the schedule of their copies', async () => {
    const sync = {
      interval_minutes: 240,
      share: 0.25,
      entities: { customers: { interval_minutes: 15 }, charges: { enabled: false } },
    };
    const body = { ...draft('ledger'), name: 'scheduled', check: false, sync };
    const created = expectBody(await admin('POST', connections, body), 201, connectionSchema);
    expect(created.sync).toEqual({
      interval_minutes: 240,
      share: 0.25,
      entities: { customers: { interval_minutes: 15, enabled: true }, charges: { enabled: false } },
    });
    const one = `${connections}/${created.id}`;
    const changed = await admin('PATCH', one, { sync: { interval_minutes: 60 }, check: false });
    expect(expectBody(changed, 200, connectionSchema).sync).toEqual({ interval_minutes: 60, entities: {} });
    for (const refused of [
      { interval_minutes: 1 },
      { share: 0.01 },
      { share: 1.5 },
      { entities: { nowhere: { enabled: false } } },
      { other: 1 },
    ]) {
      expectProblem(await admin('PATCH', one, { sync: refused, check: false }), 'invalid_params');
    }
    expectBody(await admin('DELETE', one), 200, connectionSchema);
  });

  it('are not synchronized more often than their vendor has requests for', async () => {
    const sync = { entities: { candidates: { interval_minutes: 9 }, jobs: { interval_minutes: 10 } } };
    const body = { ...draft('hiring-desk'), name: 'sparing', check: false, sync };
    const refused = expectProblem(await admin('POST', connections, body), 'invalid_params');
    expect(refused.errors).toEqual([
      { field: '/sync/entities/candidates/interval_minutes', message: 'must be at least 10', error_code: 'too_small' },
    ]);
    const { id } = expectBody(await admin('POST', connections, { ...body, sync: {} }), 201, connectionSchema);
    const change = { sync: { interval_minutes: 5 }, check: false };
    const problem = expectProblem(await admin('PATCH', `${connections}/${id}`, change), 'invalid_params');
    expect(problem.errors).toMatchObject([{ field: '/sync/interval_minutes', message: 'must be at least 10' }]);
    expectBody(await admin('DELETE', `${connections}/${id}`), 200, connectionSchema);
  });

  it('show that their credentials are refused, until new ones are given', async () => {
    const body = { ...draft('ledger'), credentials: { api_key: 'sk_revoked' }, name: 'revoked', check: false };
    const { id } = expectBody(await admin('POST', connections, body), 201, connectionSchema);
    const one = `${connections}/${id}`;
    expectProblem(await admin('POST', `${one}/check`), 'credential_rejected');
    const state = async () => expectBody(await admin('GET', one), 200, connectionSchema);
    expect(await state()).toMatchObject({ state: 'reauthorization_required', state_reason: expect.any(String) });
    const credentials = gateway.sandbox.credentials('ledger');
    expectBody(await admin('PATCH', one, { credentials }), 200, connectionSchema);
    expect(await state()).toMatchObject({ state: 'active', state_reason: null });
  });

  it('are listed in pages, by connector, and in short with the ids that execute takes', async () => {
    const all = await everyPage(`${connections}?limit=2`);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const byConnector = expectBody(
      await admin('GET', `${connections}?connector=help-centre`),
      200,
      connectionListSchema,
    );
    expect(byConnector.data.map(({ connector }) => connector)).toContain('help-centre');
    expect(new Set(byConnector.data.map(({ connector }) => connector)).size).toBe(1);
    const short = await gateway.send('GET', '/api/v1/integrations/connectors?workspace_name=test');
    const { data } = expectBody(short, 200, connectorInstanceListSchema);
    expect(data.find(({ name }) => name === 'ledger')?.id).toBe(gateway.connection('ledger'));
    expectProblem(await admin('GET', '/api/v1/integrations/connectors'), 'invalid_params');
  });
});

describe('tokens', () => {
  const tokens = `${workspace}/tokens`;
  const list = { entity: 'customers', action: 'list', params: { limit: 1 } };

  it('are shown once, work, and stop working the moment they are revoked', async () => {
    const policy = { read_only: true, max_records: 10 };
    const { id, token } = expectBody(await admin('POST', tokens, { name: 'reader', policy }), 201, createdTokenSchema);
    expect((await gateway.execute('ledger', list, { token })).status).toBe(200);
    const listed = await admin('GET', tokens);
    const { data } = expectBody(listed, 200, tokenListSchema);
    expect(data.find((candidate) => candidate.id === id)).toMatchObject({ name: 'reader', policy, revoked_at: null });
    expect(listed.text).not.toContain(token);
    const revoked = expectBody(await admin('DELETE', `${tokens}/${id}`), 200, revokedTokenSchema);
    expect(revoked.revoked_at).not.toBeNull();
    expectProblem(await gateway.execute('ledger', list, { token }), 'unauthenticated');
    expect(expectBody(await admin('DELETE', `${tokens}/${id}`), 200, revokedTokenSchema).revoked_at).toBe(
      revoked.revoked_at,
    );
  });

  it('end at their time', async () => {
    const expires = new Date(Date.now() + 1500).toISOString();
    const created = await admin('POST', tokens, { name: 'brief', expires_at: expires });
    const { token } = expectBody(created, 201, createdTokenSchema);
    expect((await gateway.execute('ledger', list, { token })).status).toBe(200);
    let response: Response;
    do response = await gateway.execute('ledger', list, { token });
    while (response.status === 200);
    expectProblem(response, 'unauthenticated');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });

  it.each([
    ['without a name', {}, '/name'],
    ['that ended already', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['with a policy of the wrong type', { name: 'x', policy: { entities: 'customers' } }, '/policy/entities'],
    ['for an entity that does not exist', { name: 'x', policy: { entities: ['custmers'] } }, '/policy/entities'],
    ['for an action that does not exist', { name: 'x', policy: { actions: ['lists'] } }, '/policy/actions'],
  ])('%s are refused', async (_case, body, field) => {
    const problem = expectProblem(await admin('POST', tokens, body), 'invalid_params');
    expect(problem.errors.map((error) => error.field)).toContain(field);
  });

  it('with a misspelt name are refused with the name that was probably meant', async () => {
    const body = { name: 'x', policy: { entities: ['customers', 'custmers'], actions: ['lists'] } };
    for (const path of [tokens, `${tokens}/preview`]) {
      const sent = path === tokens ? body : { policy: body.policy };
      const { message, errors } = expectProblem(await admin('POST', path, sent), 'invalid_params');
      expect(message).toBe(
        'policy.entities has "custmers", which no installed connector has. Did you mean "customers"?',
      );
      expect(errors).toMatchObject([{ did_you_mean: 'customers' }, { did_you_mean: 'list' }]);
    }
  });

  it.each<[object, string, object]>([
    [{ fields: [{ entity: 'customers', drop: ['name', 'emial'] }] }, '/fields/0/drop/1', { did_you_mean: 'email' }],
    [{ fields: [{ mask: ['name'] }, { entity: 'custmers', drop: ['name'] }] }, '/fields/1/entity', {}],
    [{ fields: [{ connector: 'ledger', entity: 'customers', hash: ['id'] }] }, '/fields/0/hash/0', {}],
    [
      { records: [{ connector: 'ledger', entity: 'customers', where: { eq: { emial: 'x' } } }] },
      '/records/0/where/eq/emial',
      { did_you_mean: 'email' },
    ],
    [
      { records: [{ connector: 'ledger', entity: 'customers', where: { fuzzy: { name: 'x' } } }] },
      '/records/0/where',
      {},
    ],
  ])('with the rules %j are refused at %s, as roles are', async (policy, field, more) => {
    for (const [method, path, body] of [
      ['POST', tokens, { name: 'x', policy }],
      ['POST', `${tokens}/preview`, { policy }],
      ['PUT', `${workspace}/roles/support`, { policy }],
    ] as const) {
      const { errors } = expectProblem(await admin(method, path, body), 'invalid_params');
      expect(errors).toMatchObject([{ field: `/policy${field}`, ...more }]);
    }
  });

  it('that do not exist cannot be revoked', async () => {
    expectProblem(await admin('DELETE', `${tokens}/00000000-0000-4000-8000-000000000000`), 'not_found');
    expectProblem(await admin('DELETE', `${tokens}/nonsense`), 'not_found');
  });
});

describe('the audit', () => {
  const audit = `${workspace}/audit`;

  it('has one entry per execute call, newest first, in pages, by connection, with the key of the record and no other parameter', async () => {
    const calls = [
      ['ledger', { entity: 'customers', action: 'list', params: { limit: 2 }, intent: 'monthly report' }],
      ['ledger', { entity: 'customers', action: 'get', params: { id: 'cus_unknown' } }],
      ['ledger', { entity: 'no_such_thing', action: 'list', params: { name: 'cus_secret_name' } }],
      ['help-centre', { entity: 'tickets', action: 'list', dry_run: true }],
    ] as const;
    for (const [index, [connector, body]] of calls.entries()) {
      await gateway.execute(connector, body, { headers: { 'x-request-id': `audited-${index}` } });
    }
    const response = await admin('GET', `${audit}?limit=4`);
    const { data } = expectBody(response, 200, auditListSchema);
    expect(data).toMatchObject([
      { request_id: 'audited-3', connector: 'help-centre', outcome: 200, dry_run: true, upstream_status: null },
      { request_id: 'audited-2', entity: 'no_such_thing', outcome: 400, error_code: 'unknown_entity' },
      {
        request_id: 'audited-1',
        outcome: 404,
        error_code: 'record_not_found',
        record: { entity: 'customers', key: { id: 'cus_unknown' } },
      },
      { request_id: 'audited-0', intent: 'monthly report', outcome: 200, upstream_status: 200, records: 2 },
    ]);
    expect(response.text).not.toContain('cus_secret_name');
    const all = await everyPage(`${audit}?limit=3`);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const one = await admin('GET', `${audit}?connection_id=${gateway.connection('help-centre')}`);
    for (const entry of expectBody(one, 200, auditListSchema).data) expect(entry.connector).toBe('help-centre');
  });
});

describe('what is installed', () => {
  it('is listed in short and described in full, as documented', async () => {
    const response = await gateway.send('GET', '/api/v1/connectors');
    const { data } = expectBody(response, 200, connectorListSchema);
    expect(data.map(({ id }) => id)).toEqual(fixtureConnectors.map(({ id }) => id).sort());
    for (const { id } of data) {
      const manifest = await gateway.send('GET', `/api/v1/connectors/${id}`);
      expect(expectBody(manifest, 200, connectorManifestSchema).id).toBe(id);
    }
    const all = await everyPage('/api/v1/connectors?limit=1');
    expect(all.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    const unknown = expectProblem(await gateway.send('GET', '/api/v1/connectors/legder'), 'connector_not_found');
    expect(unknown.message).toContain('ledger');
  });
});
