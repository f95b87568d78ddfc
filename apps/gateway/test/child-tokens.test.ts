import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const tokens = '/api/v1/workspaces/test/tokens';
const connections = '/api/v1/workspaces/test/connections';
const make = (token: string, body: object) => gateway.send('POST', tokens, { token, body: { name: 'child', ...body } });
const namesOf = ({ json }: Response): string[] => json.data.map(({ name }: { name: string }) => name);
const ledgerManager = { manage: true, read_only: true, connectors: ['ledger'], max_records: 5 };

it('a token without a policy makes no token', async () => {
  expectProblem(await make(await gateway.tokenWith({}), { policy: { read_only: true } }), 'forbidden');
});

it('a token with a limit of requests makes none that would have it anew', async () => {
  for (const limit of [{ calls_per_minute: 50 }, { calls_per_day: 50 }]) {
    const refused = await make(await gateway.tokenWith({ manage: true, ...limit }), { policy: { manage: true } });
    expect(expectProblem(refused, 'forbidden').message).toContain('cannot create tokens');
  }
});

it('a child is as its maker where nothing else is asked for, but may not manage', async () => {
  const maker = await gateway.tokenWith(ledgerManager);
  const { status, json } = await make(maker, {});
  expect(status).toBe(201);
  expect(json.policy).toEqual({ read_only: true, connectors: ['ledger'], max_records: 5 });
  expectProblem(await make(json.token, {}), 'forbidden');
  const heir = await make(maker, { policy: { manage: true, entities: ['customers'] } });
  expect(heir.json.policy).toEqual({ ...ledgerManager, entities: ['customers'] });
});

it.each<[string, object]>([
  ['/policy/read_only', { policy: { read_only: false } }],
  ['/policy/connectors', { policy: { connectors: ['ledger', 'help-centre'] } }],
  ['/policy/max_records', { policy: { max_records: 6 } }],
])('a child that would be wider is refused with %s', async (field, body) => {
  const refused = expectProblem(await make(await gateway.tokenWith(ledgerManager), body), 'forbidden');
  expect(refused.errors).toMatchObject([{ field }]);
  expect(refused.message).toContain(field.slice(1).replace('/', '.'));
});

it('a child does not outlive its maker', async () => {
  const end = new Date(Date.now() + 600_000).toISOString();
  const body = { name: 'short', policy: { manage: true }, expires_at: end };
  const { json } = await gateway.send('POST', tokens, { body, token: adminToken });
  expect((await make(json.token, {})).json.expires_at).toBe(end);
  const later = new Date(Date.now() + 700_000).toISOString();
  expect(expectProblem(await make(json.token, { expires_at: later }), 'forbidden').errors).toMatchObject([
    { field: '/expires_at' },
  ]);
});

it('a manager of some connections sees and touches those alone', async () => {
  const token = await gateway.tokenWith({ manage: true, connectors: ['ledger'] });
  expect(namesOf(await gateway.send('GET', connections, { token }))).toEqual(['ledger']);
  const other = `${connections}/${gateway.connection('help-centre')}`;
  for (const method of ['GET', 'DELETE']) {
    expectProblem(await gateway.send(method, other, { token }), 'connector_not_found');
  }
  expectProblem(await gateway.send('PATCH', other, { token, body: {} }), 'connector_not_found');
  expectProblem(await gateway.send('POST', `${other}/check`, { token }), 'connector_not_found');
  const body = { connector: 'hiring-desk', credentials: { api_key: 'x' }, check: false };
  expectProblem(await gateway.send('POST', connections, { token, body }), 'forbidden');
  const own = { connector: 'ledger', name: 'made', credentials: { api_key: 'x' }, check: false };
  expect((await gateway.send('POST', connections, { token, body: own })).status).toBe(201);
});

it('a manager of some connections sees the calls of those alone', async () => {
  const token = await gateway.tokenWith({ manage: true, connectors: ['ledger'] });
  await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 1 } });
  await gateway.execute('help-centre', { entity: 'tickets', action: 'list', params: {} });
  const audit = '/api/v1/workspaces/test/audit';
  const connectors = async (bearer: string, query = '') => {
    const { json } = await gateway.send('GET', `${audit}?kind=execute${query}`, { token: bearer });
    return new Set(json.data.map(({ connector }: { connector: string }) => connector));
  };
  expect(await connectors(gateway.token)).toEqual(new Set(['ledger', 'help-centre']));
  expect(await connectors(token)).toEqual(new Set(['ledger']));
  expect(await connectors(token, `&connection_id=${gateway.connection('help-centre')}`)).toEqual(new Set());
});
