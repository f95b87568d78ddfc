import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentGateway, hostedConnectors, sdk, startAgentGateway } from './agent-gateway.ts';
import { expectProblem } from './expect-problem.ts';
import { adminToken, executePath, type Response, type SendOptions } from './running-gateway.ts';

let gateway: AgentGateway;

beforeAll(async () => {
  gateway = await startAgentGateway();
});

afterAll(() => gateway.stop());

const exchangePath = '/api/v1/account/applications/token';
const lookupPath = '/api/v1/integrations/connectors';
const stripe = 'e094cb9a-26de-4645-8761-65c0c425d1de';

const created = (path: string, body: object) => gateway.created(path, body);
const exchange = (body: unknown, options: SendOptions = {}) =>
  gateway.send('POST', exchangePath, { token: null, headers: sdk, body, ...options });
const lookUp = (query: string, options: SendOptions = {}) =>
  gateway.send('GET', `${lookupPath}${query}`, { headers: sdk, ...options });
const names = ({ json }: Response) => json.data.map(({ name }: { name: string }) => name);

describe('the exchange of a client secret', () => {
  it('gives the secret itself when it is a token of a workspace', async () => {
    const response = await exchange({ client_id: 'anything', client_secret: gateway.token });
    expect(response.status, response.text).toBe(200);
    expect(response.json).toEqual({
      access_token: gateway.token,
      token_type: 'bearer',
      expires_in: 900,
      organization_id: gateway.workspaceId,
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is open to every client', async () => {
    const response = await exchange({ client_id: 'x', client_secret: gateway.token }, { headers: {} });
    expect(response.status, response.text).toBe(200);
  });

  it('says when the token ends sooner', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token } = await created('/api/v1/workspaces/test/tokens', { name: 'short', expires_at: expiresAt });
    const { json } = await exchange({ client_id: 'x', client_secret: token });
    expect(json.expires_in).toBeGreaterThan(0);
    expect(json.expires_in).toBeLessThanOrEqual(60);
  });

  it.each([
    ['an unknown token', `cty_${'x'.repeat(43)}`],
    ['something else', 'not a token'],
    ['the token in other letters', 'CTY_'],
  ])('refuses %s', async (_case, secret) => {
    const response = await exchange({ client_id: 'x', client_secret: secret });
    expectProblem(response, 'unauthenticated');
    expect(response.text).not.toContain(secret);
  });

  it('refuses a revoked token', async () => {
    const { id, token } = await created('/api/v1/workspaces/test/tokens', { name: 'revoked' });
    expect((await exchange({ client_id: 'x', client_secret: token })).status).toBe(200);
    await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${id}`, { token: adminToken });
    expectProblem(await exchange({ client_id: 'x', client_secret: token }), 'unauthenticated');
  });

  it('refuses the admin token, which runs no actions', async () => {
    const response = await exchange({ client_id: 'x', client_secret: adminToken });
    expectProblem(response, 'forbidden');
    expect(response.text).not.toContain(adminToken);
  });

  it('does not take the id for the secret', async () => {
    expectProblem(await exchange({ client_id: gateway.token, client_secret: 'x' }), 'unauthenticated');
  });

  it.each([
    [{}],
    [{ client_id: 'x' }],
    [{ client_id: '', client_secret: 'y' }],
    [{ client_id: 'x', client_secret: 'y'.repeat(513) }],
    [{ client_id: 'x', client_secret: ['y'] }],
    [{ client_id: 'x', client_secret: 'y', scope: 'all' }],
  ])('refuses the form %j', async (body) => {
    expect((await exchange(body)).status).toBe(422);
  });

  it('takes nothing but JSON', async () => {
    const form = { body: 'client_id=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expectProblem(await exchange(undefined, form), 'unsupported_media_type');
    expectProblem(await gateway.send('GET', exchangePath), 'method_not_allowed');
  });

  it('leaves no token in the log', async () => {
    await exchange({ client_id: 'x', client_secret: gateway.token });
    expect(gateway.log()).not.toContain(gateway.token);
  });
});

describe('the lookup of a connection', () => {
  it('finds the one of a definition in the workspace', async () => {
    const response = await lookUp(`?workspace_name=test&definition_id=${stripe}`);
    expect(response.status, response.text).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(response.json).toEqual({
      data: [
        {
          id: gateway.connection('stripe'),
          name: 'stripe',
          summarized_source_template: {
            id: stripe,
            name: 'Ledger Books',
            actor_definition_id: stripe,
            icon: null,
            mode: 'DIRECT',
            connector_name: 'stripe',
          },
          created_at: time,
          updated_at: time,
        },
      ],
    });
  });

  it('lists all connections of the workspace without a definition', async () => {
    expect(names(await lookUp('?workspace_name=test'))).toEqual(hostedConnectors.map(({ id }) => id));
  });

  it.each(['', '?workspace_name=default'])('means the workspace of the token by %j', async (query) => {
    expect(names(await lookUp(query))).toHaveLength(hostedConnectors.length);
    expect(names(await lookUp(query, { token: gateway.otherToken }))).toEqual([]);
  });

  it('finds none of an unknown definition', async () => {
    expect((await lookUp('?definition_id=00000000-0000-0000-0000-000000000001')).json).toEqual({ data: [] });
    expect((await lookUp(`?definition_id=${encodeURIComponent("' or 1=1 --")}`)).json).toEqual({ data: [] });
  });

  it('hides what the policy of the token forbids', async () => {
    const token = await gateway.tokenWith({ connectors: ['zendesk'] });
    expect(names(await lookUp('', { token }))).toEqual(['zendesk']);
    expect(names(await lookUp(`?definition_id=${stripe}`, { token }))).toEqual([]);
  });

  it('refuses another workspace, no token and other parameters', async () => {
    expectProblem(await lookUp('?workspace_name=other'), 'not_found');
    expectProblem(await lookUp('?workspace_name=nowhere'), 'not_found');
    expectProblem(await lookUp('?workspace_name=test', { token: null }), 'unauthenticated');
    expectProblem(await lookUp('?workspace_name=test', { token: gateway.otherToken }), 'not_found');
    expect((await lookUp('?workspace=test')).status).toBe(422);
    expect((await lookUp(`?workspace_name=${'x'.repeat(65)}`)).status).toBe(422);
  });

  it('lists more connections than one page holds', async () => {
    const settings = { base_url: 'http://127.0.0.1:1' };
    const many = Array.from({ length: 101 }, (_, index) => `many-${index}`);
    await created('/api/v1/workspaces', { name: 'crowded' });
    const { token } = await created('/api/v1/workspaces/crowded/tokens', { name: 'crowded' });
    for (const name of many) {
      const body = { connector: 'stripe', name, credentials: { api_key: 'sk_test_x' }, settings, check: false };
      await created('/api/v1/workspaces/crowded/connections', body);
    }
    expect(names(await lookUp('', { token }))).toHaveLength(101);
  });

  it('is another one for other clients', async () => {
    const response = await gateway.send('GET', `${lookupPath}?workspace_name=test`);
    expect(Object.keys(response.json)).toEqual(['data', 'meta']);
    expect(response.json.data[0]).toHaveProperty('connector');
    expect((await gateway.send('GET', `${lookupPath}?definition_id=${stripe}`)).status).toBe(422);
    expect((await gateway.send('GET', `${lookupPath}?workspace_name=default`)).status).toBe(404);
  });
});

describe('the description of a connection', () => {
  const read = (path: string, options: SendOptions = {}) => gateway.send('GET', path, { headers: sdk, ...options });
  const inspectPath = () => `${lookupPath}/${gateway.connection('stripe')}/inspect`;
  const docsPath = () => `/api/v1/skills/docs?id=connector-source:${gateway.connection('stripe')}`;

  it('names its documentation', async () => {
    const id = gateway.connection('stripe');
    const expected = {
      id,
      name: 'stripe',
      connector: 'stripe',
      docs_skill_id: `connector-source:${id}`,
      warnings: [],
    };
    expect((await read(inspectPath())).json).toEqual(expected);
  });

  it('has a section for each entity', async () => {
    const { json } = await read(docsPath());
    expect(json.section_id).toBeNull();
    expect(json.outline).toContainEqual({ id: 'refunds', title: 'refunds', summary: expect.any(String) });
    const section = await read(`${docsPath()}&section=refunds&workspace_id=${gateway.workspaceId}`);
    expect(section.json.section_id).toBe('refunds');
    expect((await read(`${docsPath()}&section=entity:refunds`)).json).toEqual(section.json);
    for (const wrong of ['refund', 'entity:refund']) {
      const unknown = expectProblem(await read(`${docsPath()}&section=${wrong}`), 'not_found');
      expect(unknown.detail).toContain('"refunds"');
    }
  });

  it('shows what the policy of the token allows', async () => {
    const token = await gateway.tokenWith({ entities: ['refunds'], actions: ['list'] });
    const { json } = await read(docsPath(), { token });
    expect(json.outline.map(({ id }: { id: string }) => id)).toEqual(['refunds']);
    expectProblem(await read(`${docsPath()}&section=customers`, { token }), 'not_found');
    const remote = await gateway.tokenWith({ connectors: ['zendesk'] });
    expectProblem(await read(docsPath(), { token: remote }), 'connector_not_found');
    expectProblem(await read(inspectPath(), { token: remote }), 'connector_not_found');
  });

  it('is for tokens of the workspace and for such clients', async () => {
    for (const path of [inspectPath(), docsPath()]) {
      expectProblem(await read(path, { token: null }), 'unauthenticated');
      expectProblem(await read(path, { token: gateway.otherToken }), 'connector_not_found');
      expectProblem(await read(path, { token: adminToken }), 'forbidden');
      expectProblem(await read(path, { headers: {} }), 'not_found');
    }
    expectProblem(await read('/api/v1/skills/docs?id=x'), 'connector_not_found');
    expect((await read('/api/v1/skills/docs')).status).toBe(422);
  });
});

describe('the workspaces of an existing client', () => {
  const read = (query: string, options: SendOptions = {}) =>
    gateway.send('GET', `/api/v1/workspaces${query}`, { headers: sdk, ...options });

  it('are the one of the token', async () => {
    const own = { id: gateway.workspaceId, name: 'test', status: 'active', created_at: expect.any(String) };
    for (const query of ['', '?name_contains=ES', '?limit=5']) {
      expect((await read(query)).json, query).toEqual({ data: [own], next: null });
    }
    expect((await read('?name_contains=default')).json).toEqual({ data: [{ ...own, name: 'default' }], next: null });
    expect((await read('?name_contains=other')).json).toEqual({ data: [], next: null });
    expectProblem(await read('', { token: null }), 'unauthenticated');
    expectProblem(await read('', { token: adminToken }), 'forbidden');
  });
});

it('serves what it found to execute', async () => {
  const { json } = await exchange({ client_id: 'x', client_secret: gateway.token });
  const token: string = json.access_token;
  const found = await lookUp(`?definition_id=${stripe}`, { token });
  const body = { entity: 'customers', action: 'list', params: { limit: 1 } };
  const response = await gateway.send('POST', executePath(found.json.data[0].id), { body, token, headers: sdk });
  expect(response.json.result).toHaveLength(1);
});
