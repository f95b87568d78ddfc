import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const address = '/api/v1/workspaces/test/oauth-apps';
const list = (token = adminToken, query = '') => gateway.send('GET', address + query, { token });

it('has the connectors with a consent page, with the application of each and never its secret', async () => {
  const before = await list();
  expect(before.status, before.text).toBe(200);
  const ids: string[] = before.json.data.map(({ connector }: { connector: string }) => connector);
  expect(ids).toContain('help-centre');
  expect(ids).not.toContain('ledger');
  expect(ids).toEqual(ids.toSorted());
  for (const { app, redirect_url: redirect } of before.json.data) {
    expect(app).toBeNull();
    expect(redirect).toBe(`${gateway.url}/oauth/callback`);
  }
  const body = { client_id: 'the-client', client_secret: 'secret-of-the-client' };
  const put = await gateway.send('PUT', `${address}/help-centre`, { token: adminToken, body });
  const after = await list();
  expect(after.text).not.toContain(body.client_secret);
  expect(after.json.data.find(({ connector }: { connector: string }) => connector === 'help-centre')).toMatchObject({
    vendor: expect.any(String),
    app: put.json,
  });
});

it('leaves out what the policy of a token does not allow', async () => {
  const ledgerOnly = await gateway.tokenWith({ manage: true, connectors: ['ledger'] });
  expect((await list(ledgerOnly)).json.data).toEqual([]);
  const desk = await gateway.tokenWith({ manage: true, connectors: ['help-centre'] });
  const { json } = await list(desk);
  expect(json.data.map(({ connector }: { connector: string }) => connector)).toEqual(['help-centre']);
});

it('comes in pages', async () => {
  const all = (await list()).json.data;
  const found: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await list(adminToken, `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(json.data).toHaveLength(1);
    found.push(...json.data);
    cursor = json.meta.next_cursor;
  }
  expect(found).toEqual(all);
});
