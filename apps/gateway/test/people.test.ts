import { randomBytes } from 'node:crypto';
import { startPostgres } from '@connectory/database/testing';
import { startForeignIssuer } from '@connectory/test-support/foreign-issuer';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { type PeopleGateway, SignInBrowser, startPeopleGateway } from './people-gateway.ts';
import { adminToken } from './running-gateway.ts';

const workspace = '/api/v1/workspaces/test';
const members = `${workspace}/members`;
const roles = `${workspace}/roles`;

let people: PeopleGateway;
let owner: SignInBrowser;
beforeAll(async () => {
  people = await startPeopleGateway();
  await people.invite('olga@example.com', 'owner');
  owner = await people.signIn({ subject: 'olga', email: 'olga@example.com', name: 'Olga' });
});
afterAll(() => people.stop());

const join = async (name: string, role: string) => {
  const email = `${name}@example.com`;
  const { status, json } = await owner.send('POST', members, { body: { email, role } });
  expect(status).toBe(201);
  return { id: json.id as string, browser: await people.signIn({ subject: name, email, name }) };
};

describe('who is signed in', () => {
  it('is told with the workspaces, and what the role allows there', async () => {
    const { browser } = await join('ada', 'reader');
    const { json } = await browser.send('GET', '/api/v1/whoami');
    expect(json).toMatchObject({
      kind: 'person',
      token: null,
      workspace: null,
      person: { name: 'ada', email: 'ada@example.com' },
      is_admin: false,
      workspaces: [
        { name: 'test', role: 'reader', policy: { read_only: true }, rights: 'Reads records; changes nothing.' },
      ],
    });
    const listed = await browser.send('GET', '/api/v1/workspaces');
    expect(listed.json.data).toMatchObject([{ name: 'test' }]);
  });

  it('is told to be an admin, who is an owner everywhere without being a member', async () => {
    await people.gateway.send('POST', '/api/v1/workspaces', { body: { name: 'second' }, token: adminToken });
    const admin = await people.signIn({ subject: 'root', email: 'root@example.com', name: 'Root' });
    const { json } = await admin.send('GET', '/api/v1/whoami');
    expect(json).toMatchObject({ is_admin: true, workspaces: [{ name: 'second', role: 'owner' }, { name: 'test' }] });
    expect((await admin.send('GET', '/api/v1/workspaces/second/members')).json.data).toEqual([]);
    const invited = await admin.send('POST', '/api/v1/people', { body: { email: 'new@example.com' } });
    expect(invited.json).toMatchObject({ email: 'new@example.com', state: 'invited' });
    const audit = await admin.send('GET', '/api/v1/audit?entity=people&limit=1');
    expect(audit.json.data).toMatchObject([
      { action: 'create', subject_id: invited.json.id, outcome: 201, actor: { person: { name: 'Root' } } },
    ]);
  });

  it('is named with what a token of the person does', async () => {
    const { browser } = await join('tina', 'owner');
    const made = await browser.send('POST', `${workspace}/tokens`, { body: { name: 'script' } });
    expect(made.status).toBe(201);
    const asked = await people.gateway.send('GET', '/api/v1/whoami', { token: made.json.token });
    expect(asked.json).toMatchObject({ kind: 'token', person: { email: 'tina@example.com' } });
    const { json } = await owner.send('GET', `${workspace}/audit?kind=manage&entity=tokens&limit=1`);
    expect(json.data[0]).toMatchObject({ action: 'create', actor: { person: { name: 'tina' } } });
  });
});

describe('sessions', () => {
  it('of a person are listed and ended one by one, with an entry in the audit', async () => {
    const { browser } = await join('sara', 'reader');
    const other = await people.signIn({ subject: 'sara', email: 'sara@example.com', name: 'sara' });
    const { json } = await browser.send('GET', '/api/v1/sessions');
    expect(json.data).toMatchObject([{ current: false }, { current: true }]);
    const [{ id }] = json.data;
    expect((await owner.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(404);
    expect((await browser.send('DELETE', `/api/v1/sessions/${id}`)).status).toBe(200);
    expect((await other.send('GET', '/api/v1/whoami')).status).toBe(401);
    const audit = await people.gateway.send('GET', '/api/v1/audit?entity=sessions&limit=1', { token: adminToken });
    expect(audit.json.data).toMatchObject([
      { action: 'delete', subject_id: id, outcome: 200, actor: { person: { name: 'sara' } } },
    ]);
  });
});

describe('members', () => {
  it('are invited, changed and removed by an owner, in a browser', async () => {
    const { id, browser } = await join('mona', 'reader');
    expect((await browser.send('GET', members)).status).toBe(403);
    expect((await owner.send('PUT', `${members}/${id}`, { body: { role: 'owner' } })).json).toMatchObject({
      id,
      email: 'mona@example.com',
      state: 'active',
      role: 'owner',
      group: null,
    });
    expect((await browser.send('GET', members)).status).toBe(200);
    expect((await owner.send('DELETE', `${members}/${id}`)).status).toBe(200);
    expect((await browser.send('GET', `${workspace}/connections`)).status).toBe(404);
    expect((await browser.send('GET', '/api/v1/whoami')).json.workspaces).toEqual([]);
    expect((await owner.send('DELETE', `${members}/${id}`)).status).toBe(404);
  });

  it('have the limits of their role', async () => {
    await owner.send('PUT', `${roles}/slow`, { body: { policy: { calls_per_minute: 2 } } });
    const { browser } = await join('sloth', 'slow');
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await browser.send('GET', `${workspace}/connections`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('cannot give themselves or others more than they have', async () => {
    const policy = { manage: true, connectors: ['ledger'] };
    expect((await owner.send('PUT', `${roles}/lead`, { body: { policy } })).status).toBe(200);
    const { id, browser } = await join('lea', 'lead');
    const { id: reader } = await join('rita', 'reader');
    const attempts = [
      ['PUT', `${members}/${id}`, { role: 'owner' }],
      ['PUT', `${members}/${reader}`, { role: 'member' }],
      ['POST', members, { email: 'accomplice@example.com', role: 'owner' }],
      ['PUT', `${roles}/lead`, { policy: { manage: true } }],
      ['PUT', `${roles}/boss`, { policy: { ...policy, approve: true } }],
      ['PUT', `${workspace}/group-roles`, { groups: [{ group: 'all', role: 'member' }] }],
      [
        'POST',
        `${workspace}/tokens`,
        { name: 'wide', policy: { manage: true, connectors: ['ledger', 'hiring-desk'] } },
      ],
      ['POST', '/api/v1/people', { email: 'accomplice@example.com' }],
      ['DELETE', `/api/v1/people/${reader}`, undefined],
    ] as const;
    for (const [method, path, body] of attempts)
      expect((await browser.send(method, path, { body })).status, `${method} ${path}`).toBe(403);
    const helper = { policy: { connectors: ['ledger'], read_only: true } };
    expect((await browser.send('PUT', `${roles}/helper`, { body: helper })).status).toBe(200);
    expect(
      (await browser.send('POST', members, { body: { email: 'helper@example.com', role: 'helper' } })).status,
    ).toBe(201);
  });

  it('are not told apart from people of other workspaces by their ID', async () => {
    const { browser } = await join('spy', 'owner');
    const { json } = await people.gateway.send('GET', '/api/v1/people', { token: adminToken });
    const outsider = json.data.find(({ email }: { email: string }) => email === 'new@example.com');
    for (const id of [outsider.id, '00000000-0000-4000-8000-000000000000']) {
      expect((await browser.send('DELETE', `${members}/${id}`)).status).toBe(404);
      expect((await browser.send('PUT', `${members}/${id}`, { body: { role: 'reader' } })).status).toBe(404);
    }
  });
});

describe('groups', () => {
  it('give roles at the next sign-in, in the order of the list', async () => {
    const groups = [
      { group: 'support', role: 'reader' },
      { group: 'staff', role: 'member' },
    ];
    const stored = await owner.send('PUT', `${workspace}/group-roles`, { body: { groups } });
    expect(stored.json).toEqual({ groups });
    const browser = await people.signIn({ subject: 'gus', email: 'gus@example.com', groups: ['staff', 'support'] });
    expect((await browser.send('GET', '/api/v1/whoami')).json.workspaces).toMatchObject([{ role: 'reader' }]);
    const unknown = { groups: [{ group: 'staff', role: 'chief' }] };
    expect(await owner.send('PUT', `${workspace}/group-roles`, { body: unknown })).toMatchObject({
      status: 422,
      json: { errors: [{ field: '/groups/0/role' }] },
    });
  });
});

describe('how people sign in', () => {
  it('is open to know', async () => {
    const { json } = await people.gateway.send('GET', '/api/v1/sign-in', { token: null });
    expect(json).toEqual({ issuer: `${people.issuer.url}/`, url: '/auth/sign-in' });
  });
});

it('removing a person ends sessions and tokens at another process within 5 seconds', async () => {
  const [issuer, postgres, directory] = await Promise.all([
    startForeignIssuer(),
    startPostgres(),
    temporaryDirectory(),
  ]);
  const start = () =>
    startGatewayProcess('main', {
      PORT: '0',
      CONNECTORY_MODE: 'direct',
      CONNECTORY_DATA_DIR: directory.path,
      CONNECTORY_DATABASE_URL: postgres.url,
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_SECRET_KEY: secretKey,
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
      ...issuer.environment,
    });
  const secretKey = randomBytes(32).toString('base64');
  const processes = [await start(), await start()];
  const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]];
  try {
    const admin = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
      const { body: reply } = await request(first.url + path, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as { readonly id: string };
    };
    await admin('POST', '/api/v1/workspaces', { name: 'test' });
    const { id } = await admin('POST', members, { email: 'ada@example.com', role: 'owner' });
    // One process begins the sign-in, the other completes it.
    const browser = new SignInBrowser(first.url);
    const { url } = await browser.open('/auth/sign-in', /\/auth\/callback/);
    await browser.open(url, /\/console/);
    const elsewhere = new SignInBrowser(second.url);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const token = (await elsewhere.send('POST', `${workspace}/tokens`, { body: { name: 'script' } })).json.token;
    const asked = async (headers: Record<string, string>) =>
      (await request(`${second.url}/api/v1/whoami`, { headers })).statusCode;
    const statuses = async () => [
      (await elsewhere.send('GET', '/api/v1/whoami')).status,
      await asked({ authorization: `Bearer ${token}` }),
    ];
    expect(await statuses()).toEqual([200, 200]);
    await admin('DELETE', `/api/v1/people/${id}`);
    expect((await browser.send('GET', '/api/v1/whoami')).status).toBe(401);
    await expect.poll(statuses, { timeout: 6_000, interval: 200 }).toEqual([401, 401]);
  } finally {
    await Promise.all(processes.map((gateway) => gateway.stop()));
    await Promise.all([issuer.stop(), postgres.stop(), directory.remove()]);
  }
}, 60_000);
