import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PeopleGateway, SignInBrowser, startPeopleGateway } from './people-gateway.ts';
import { adminToken } from './running-gateway.ts';

const connections = '/api/v1/workspaces/test/connections';

let people: PeopleGateway;
beforeAll(async () => {
  people = await startPeopleGateway();
  await people.invite('ada@example.com', 'member');
});
afterAll(() => people.stop());

const isSignedIn = (browser: SignInBrowser) => browser.cookies.has('connectory-session');
const session = (browser: SignInBrowser) => browser.cookies.get('connectory-session');

/** Begins a sign-in and returns the response with which the issuer sends the browser back. */
async function departed(browser: SignInBrowser, path = '/auth/sign-in'): Promise<URL> {
  const { url } = await browser.open(path, /\/auth\/callback/);
  return new URL(url);
}

describe('signing in', () => {
  it('leads to the console with a session that scripts cannot read', async () => {
    const browser = new SignInBrowser(people.gateway.url);
    const back = await departed(browser);
    const arrival = await browser.open(back.href, /\/console$/);
    expect(arrival).toMatchObject({ status: 303, url: `${people.gateway.url}/console` });
    const line = arrival.setCookies.find((cookie) => cookie.startsWith('connectory-session='));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  });

  it('gives what the role allows, by path and by header', async () => {
    const browser = await people.signIn();
    expect((await browser.send('GET', connections)).status).toBe(200);
    const headers = { 'connectory-workspace': 'test' };
    const call = { entity: 'customers', action: 'list', params: { limit: 1 } };
    const execute = `/api/v1/integrations/connectors/${people.gateway.connection('ledger')}/execute`;
    expect((await browser.send('POST', execute, { body: call, headers })).status).toBe(200);
    expect(await browser.send('POST', execute, { body: call })).toMatchObject({
      status: 422,
      json: { code: 'invalid_params', detail: expect.stringContaining('Connectory-Workspace') },
    });
    expect((await browser.send('POST', connections, { body: {} })).status).toBe(403);
    expect((await browser.send('GET', '/api/v1/workspaces/other/connections')).status).toBe(404);
    expect((await browser.send('DELETE', '/api/v1/workspaces/test')).status).toBe(403);
  });

  it('takes groups and admins from the claims', async () => {
    const { controlPlane } = people.gateway.gateway;
    const workspace = await controlPlane.workspaces.find('test');
    if (workspace === null) throw new Error('no workspace');
    await controlPlane.members.setGroupRoles(workspace.id, [{ group: 'support', role: 'reader' }], undefined);
    const reader = await people.signIn({ subject: 'grace', email: 'grace@example.com', groups: ['support'] });
    expect((await reader.send('GET', connections)).status).toBe(200);
    const admin = await people.signIn({ subject: 'root', email: 'ROOT@example.com' });
    expect((await admin.send('POST', '/api/v1/workspaces', { body: { name: 'more' } })).status).toBe(201);
    expect((await admin.send('DELETE', '/api/v1/workspaces/more')).status).toBe(200);
    const byGroup = await people.signIn({ subject: 'boss', email: 'boss@example.com', groups: ['gateway admins'] });
    expect((await byGroup.send('GET', '/api/v1/workspaces')).status).toBe(200);
  });

  it('is refused to a stranger, with a page that says whom to ask', async () => {
    people.issuer.account = { subject: 'eve', email: 'eve@example.com', isVerified: true, name: 'Eve' };
    const browser = new SignInBrowser(people.gateway.url);
    const page = await browser.open('/auth/sign-in');
    expect(page.status).toBe(403);
    expect(page.text).toContain('Ask an owner of a workspace');
    expect(isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['an invitation', 'invited@example.com'],
    ['the rights of an admin', 'root@example.com'],
  ])('with an address that is not verified does not get %s', async (_, email) => {
    await people.invite('invited@example.com', 'owner');
    people.issuer.account = { subject: `mallory-${email}`, email, isVerified: false, name: 'Mallory' };
    const browser = new SignInBrowser(people.gateway.url);
    expect((await browser.open('/auth/sign-in')).status).toBe(403);
    expect(isSignedIn(browser)).toBe(false);
  });

  it('is one entry of the audit, with the person', async () => {
    await people.signIn({ subject: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' });
    const { json } = await people.gateway.send('GET', '/api/v1/audit?entity=sessions', { token: adminToken });
    expect(json.data[0]).toMatchObject({ action: 'create', outcome: 303, actor: { person: { name: 'Ada Lovelace' } } });
  });

  it('ends when the person signs out', async () => {
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    const stolen = session(browser) ?? '';
    expect((await browser.send('POST', '/auth/sign-out')).status).toBe(204);
    expect(isSignedIn(browser)).toBe(false);
    browser.cookies.set('connectory-session', stolen);
    expect(await browser.send('GET', connections)).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
  });
});

describe('a response of the issuer', () => {
  const refused = async (browser: SignInBrowser, url: string, status = 403) => {
    const page = await browser.open(url);
    expect(page.status, page.text).toBe(status);
    expect(page.text).toContain('not signed in');
    expect(isSignedIn(browser)).toBe(false);
  };

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['the issuer of somebody else', (url: URL) => url.searchParams.set('iss', 'https://evil.example.com')],
    ['no issuer', (url: URL) => url.searchParams.delete('iss')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['two codes', (url: URL) => url.searchParams.append('code', 'x'.repeat(43))],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
  ])('with %s is refused', async (_, change) => {
    const browser = new SignInBrowser(people.gateway.url);
    const back = await departed(browser);
    change(back);
    await refused(browser, back.href);
  });

  it('in the browser of somebody else is refused', async () => {
    const attacker = new SignInBrowser(people.gateway.url);
    const back = await departed(attacker);
    await refused(new SignInBrowser(people.gateway.url), back.href);
    // Nor with an attempt of its own.
    const victim = new SignInBrowser(people.gateway.url);
    await departed(victim);
    await refused(victim, back.href);
  });

  it('is used once, even by the browser that kept its attempt', async () => {
    const browser = new SignInBrowser(people.gateway.url);
    const back = await departed(browser);
    const attempt = browser.cookies.get('connectory-sign-in') ?? '';
    await browser.open(back.href, /\/console/);
    browser.cookies.delete('connectory-session');
    await refused(browser, back.href);
    browser.cookies.set('connectory-sign-in', attempt);
    await refused(browser, back.href);
  });

  it('for another sign-in of the same browser is refused', async () => {
    const browser = new SignInBrowser(people.gateway.url);
    const first = await departed(browser);
    const second = await departed(browser);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    await refused(browser, second.href);
  });

  it('with a forged attempt is refused', async () => {
    const browser = new SignInBrowser(people.gateway.url);
    const back = await departed(browser);
    const attempt = browser.cookies.get('connectory-sign-in') ?? '';
    browser.cookies.set('connectory-sign-in', `${attempt.slice(0, -4)}AAAA`);
    await refused(browser, back.href);
  });
});

describe('returning from the issuer', () => {
  it.each([
    ['/console/workspaces/test/people?tab=roles#all', '/console/workspaces/test/people?tab=roles#all'],
    ['https://evil.example.com', '/console'],
    ['//evil.example.com', '/console'],
    ['/\\evil.example.com', '/console'],
    ['/.//evil.example.com', '/console'],
    ['/\t/evil.example.com', '/console'],
    ['javascript:alert(1)', '/console'],
    ['evil', '/console'],
    ['/auth/sign-out', '/console'],
    [`/console/${'x'.repeat(2_000)}`, '/console'],
    [`/console/${'€'.repeat(500)}`, '/console'],
  ])('to %j leads to %s', async (given, path) => {
    people.issuer.account = { subject: 'ada', email: 'ada@example.com', isVerified: true };
    const browser = new SignInBrowser(people.gateway.url);
    const back = await departed(browser, `/auth/sign-in?return_to=${encodeURIComponent(given)}`);
    const arrival = await browser.open(back.href, /./);
    expect(arrival.url).toBe(people.gateway.url + path);
  });
});

describe('a session', () => {
  it('of before the sign-in ends with it, whoever gave it to the browser', async () => {
    const attacker = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    const fixed = session(attacker) ?? '';
    const victim = new SignInBrowser(people.gateway.url);
    victim.cookies.set('connectory-session', fixed);
    await victim.open('/auth/sign-in');
    expect(session(victim)).not.toBe(fixed);
    expect((await victim.send('GET', connections)).status).toBe(200);
    expect((await attacker.send('GET', connections)).status).toBe(401);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['that no page caused', { 'sec-fetch-site': 'none' }],
    ['of an old browser on another site', { origin: 'https://evil.example.com' }],
    ['of an old browser in a sandboxed page', { origin: 'null' }],
    ['of an old browser that does not say where from', { origin: '' }],
  ])('changes nothing by a request %s', async (_, headers) => {
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    const call = { entity: 'customers', action: 'list', params: {} };
    const execute = `/api/v1/integrations/connectors/${people.gateway.connection('ledger')}/execute`;
    const named = { ...headers, 'connectory-workspace': 'test' };
    expect((await browser.send('POST', execute, { body: call, headers: named })).status).toBe(403);
    expect((await browser.send('POST', '/auth/sign-out', { headers })).status).toBe(403);
    expect((await browser.send('GET', connections)).status).toBe(200);
  });

  it('serves the pages of the gateway in an old browser', async () => {
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    const headers = { origin: people.gateway.url };
    expect((await browser.send('POST', '/auth/sign-out', { headers })).status).toBe(204);
  });

  it('is no way to the tools of agents', async () => {
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { 'connectory-workspace': 'test', accept: 'application/json, text/event-stream' };
    expect((await browser.send('POST', '/mcp', { body: message, headers })).status).toBe(401);
  });

  it('that was given without TLS is not taken for one that was', async () => {
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
    browser.cookies.set('__Host-connectory-session', session(browser) ?? '');
    browser.cookies.delete('connectory-session');
    expect((await browser.send('GET', connections)).status).toBe(401);
  });
});

describe('an issuer', () => {
  it('whose ID tokens have only the subject is asked for the rest', async () => {
    const sparse = await startPeopleGateway({ claimsInToken: false });
    try {
      await sparse.invite('ada@example.com', 'reader');
      const browser = await sparse.signIn();
      expect((await browser.send('GET', connections)).status).toBe(200);
      const admin = await sparse.signIn({ subject: 'boss', email: 'boss@example.com', groups: ['gateway admins'] });
      expect((await admin.send('GET', connections)).status).toBe(200);
    } finally {
      await sparse.stop();
    }
  });

  it('that cannot be reached leads to a page that says so', async () => {
    const away = await startPeopleGateway();
    await away.issuer.stop();
    const page = await new SignInBrowser(away.gateway.url).open('/auth/sign-in');
    expect(page.status).toBe(502);
    expect(page.text).toContain('The identity provider');
    await away.gateway.stop();
  });
});
