import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startHostedGateway, syncsPath, untilSynced } from './hosted-gateway.ts';
import type { Response, RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
/** May manage, but not see some customers. */
let some: string;
/** May manage, but not see e-mail addresses. */
let masked: string;

beforeAll(async () => {
  gateway = await startHostedGateway();
  await untilSynced(gateway, 'ledger');
  const records = [{ connector: 'ledger', entity: 'customers', where: { eq: { id: 'absent' } } }];
  some = await gateway.tokenWith({ manage: true, approve: true, records });
  masked = await gateway.tokenWith({ manage: true, approve: true, fields: [{ mask: ['email'] }] });
});

afterAll(() => gateway.stop());

const workspace = '/api/v1/workspaces/test';
const get = async (path: string, token = gateway.token): Promise<Response> => {
  const response = await gateway.send('GET', `${workspace}/${path}`, { token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response;
};

describe('a token whose policy hides data', () => {
  it('is not told how many records a copy has of which it sees some', async () => {
    const path = syncsPath(gateway.connection('ledger'));
    const states = async (token: string) => (await gateway.send('GET', path, { token })).json.data;
    const isCustomers = ({ entity }: { entity: string }) => entity === 'customers';
    const whole = (await states(masked)).find(isCustomers);
    expect(whole).toMatchObject({ records: 25, rows: expect.any(Number) });
    const hidden = { records: null, rows: null, added: null, changed: null, removed: null, pages: null, held: null };
    expect((await states(some)).find(isCustomers)).toMatchObject(hidden);
    expect((await states(some)).find(({ entity }: { entity: string }) => entity === 'charges').records).toBe(25);
    const passes = `${path}/customers/passes`;
    expectProblem(await gateway.send('GET', passes, { token: some }), 'forbidden');
    expect((await gateway.send('GET', passes, { token: masked })).json.data).not.toEqual([]);
  });

  it('sees neither what vendors say nor whose account it is', async () => {
    const { connections, workspaces } = gateway.gateway.controlPlane;
    const { id: workspaceId } = (await workspaces.find('test')) ?? expect.fail('there is no workspace');
    const id = await gateway.connect('hiring-desk', 'second');
    await connections.nameAccount(workspaceId, id, 'ada@example.com');
    const reason = 'ada@example.com is locked';
    await connections.report(workspaceId, id, { event: 'credentials_refused', reason, credentialsVersion: 1 });
    for (const path of [`connections/${id}`, 'connections?limit=100', 'overview']) {
      expect((await get(path)).text).toContain('ada@example.com');
      for (const token of [some, masked]) expect((await get(path, token)).text).not.toContain('ada@example.com');
    }
  });

  it('does not see in the audit which records others called, nor asks for them', async () => {
    const call = { entity: 'customers', action: 'get', params: { id: 'cus_42' }, intent: 'call of cus_42' };
    await gateway.execute('ledger', call);
    await gateway.execute('ledger', { ...call, params: { id: 'cus_43' }, intent: 'call of cus_43' }, { token: masked });
    expect((await get('audit?limit=100')).text).toContain('cus_42');
    const seen = (await get('audit?limit=100', masked)).text;
    expect(seen).not.toContain('cus_42');
    expect(seen).toContain('cus_43');
    const asked = await gateway.send('GET', `${workspace}/audit?record_key=cus_42`, { token: masked });
    expectProblem(asked, 'forbidden');
  });

  it('sees subscriptions and deliveries of its own only', async () => {
    const body = { name: 'all', url: 'https://127.0.0.1:1/hooks', connections: ['ledger'], entities: ['charges'] };
    const made = async (name: string, token: string) => {
      const response = await gateway.send('POST', `${workspace}/subscriptions`, { token, body: { ...body, name } });
      expect(response.status, response.text).toBe(201);
      return response.json.id as string;
    };
    const [others, own] = [await made('others', gateway.token), await made('own', masked)];
    const named = async (token: string) =>
      (await get('subscriptions', token)).json.data.map(({ name }: { name: string }) => name);
    expect([await named(gateway.token), await named(masked)]).toEqual([['others', 'own'], ['own']]);
    for (const [method, path, more] of [
      ['GET', `${others}/deliveries`, {}],
      ['PATCH', others, { body: { url: 'https://127.0.0.1:2/hooks' } }],
    ] as const) {
      const response = await gateway.send(method, `${workspace}/subscriptions/${path}`, { token: masked, ...more });
      expectProblem(response, 'not_found');
    }
    await get(`subscriptions/${own}/deliveries`, masked);
  });

  it('does not see what held writes of others would send, and cannot decide about them', async () => {
    const token = await gateway.tokenWith({ hold: { effects: ['write'] } });
    const params = { name: 'Ada', email: 'ada@example.com' };
    const call = { entity: 'customers', action: 'create', params, intent: 'for Ada' };
    const { json } = await gateway.execute('ledger', call, { token });
    const { id } = json.data.held;
    expect((await get(`held/${id}`, token)).json).toMatchObject({ params });
    const seen = await get(`held/${id}`, masked);
    expect(seen.json).toMatchObject({ params: null, preview: null, intent: null, preview_hash: '', may_decide: false });
    expect(seen.text).not.toContain('Ada');
    const approve = { token: masked, body: { preview_hash: 'x' } };
    expectProblem(await gateway.send('POST', `${workspace}/held/${id}/approve`, approve), 'forbidden');
  });
});
