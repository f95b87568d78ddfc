import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callback,
  checkedIn,
  clientOf,
  consentWith,
  exchange,
  openConsent,
  refresh,
  registerClient,
  type SuiteClient,
  sendForm,
} from './oauth-client.ts';
import { onwardsOf, PageBrowser, type ShownPage, unescaped } from './page-browser.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let client: SuiteClient;

beforeAll(async () => {
  gateway = await startRunningGateway();
  client = await registerClient(gateway);
});
afterAll(() => gateway.stop());

/** The addresses to which a page leads, by itself or by a link. */
const leadsTo = (page: ShownPage): readonly string[] =>
  [onwardsOf(page), ...[...page.text.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => unescaped(url))].filter(
    (url) => url !== '',
  );

const errorOf = ({ status, json }: Awaited<ReturnType<typeof exchange>>) => [status, json.error];

const codeFor = async (granted: SuiteClient) => (await consentWith(gateway, granted)).searchParams.get('code');

describe('a request for consent', () => {
  it.each([
    ['another host', 'https://attacker.example/callback'],
    ['a longer path', `${callback}/../../evil`],
    ['a suffix', `${callback}x`],
    ['a query', `${callback}?next=https://attacker.example`],
    ['a fragment', `${callback}#x`],
    ['another case', 'https://agent.example/Callback'],
    ['no TLS', 'http://agent.example/callback'],
    ['a port', 'https://agent.example:8443/callback'],
    ['a user name', 'https://agent.example@attacker.example/callback'],
    ['a host behind a backslash', 'https://attacker.example\\@agent.example/callback'],
    ['a subdomain', 'https://agent.example.attacker.example/callback'],
    ['a scheme of scripts', 'javascript:alert(1)'],
    ['nothing', undefined],
  ])('leads nowhere if its redirect URI has %s', async (_what, redirect_uri) => {
    const page = await openConsent(gateway, new PageBrowser(), client.parameters({ redirect_uri }));
    expect(page.status).toBe(400);
    expect(leadsTo(page)).toEqual([]);
  });

  it('leads nowhere if it gives a parameter twice', async () => {
    const parameters = client.parameters();
    parameters.append('redirect_uri', 'https://attacker.example/');
    const page = await openConsent(gateway, new PageBrowser(), parameters);
    expect([page.status, leadsTo(page)]).toEqual([400, []]);
  });

  it.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['the resource of another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource that only begins like ours', { resource: 'http://127.0.0.1.attacker.example/mcp' }, 'invalid_target'],
    ['its parameters at another place', { request_uri: 'https://attacker.example/request' }, 'invalid_request'],
  ])('with %s is refused on a page that leads back only by a link', async (_what, changes, error) => {
    const page = await openConsent(gateway, new PageBrowser(), client.parameters(changes));
    expect([page.status, onwardsOf(page)]).toEqual([400, '']);
    const [back = ''] = leadsTo(page);
    const { searchParams, origin } = new URL(back);
    expect([origin, searchParams.get('error'), searchParams.get('iss'), searchParams.has('code')]).toEqual([
      'https://agent.example',
      error,
      gateway.url,
      false,
    ]);
  });

  it('of an unknown client is refused', async () => {
    for (const id of [
      'unknown',
      '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42',
      'http://agent.example/client.json',
      'https://agent.example',
      `https://agent.example/${'x'.repeat(600)}`,
    ]) {
      const page = await openConsent(gateway, new PageBrowser(), clientOf(gateway, id).parameters());
      expect([page.status, leadsTo(page)]).toEqual([400, []]);
    }
  });

  it('shows what a client writes as text, without invisible characters', async () => {
    const client_name = '<script>alert(1)</script>\u202e\u0000\n"Bank"';
    const named = await registerClient(gateway, { client_name });
    const { text } = await openConsent(gateway, new PageBrowser(), named.parameters({ state: '"><script>' }));
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Bank&quot;');
  });

  it('has a page that no other page can frame, script or read', async () => {
    const { headers } = await openConsent(gateway, new PageBrowser(), client.parameters());
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
  });
});

describe('a consent', () => {
  const decided = async (browser: PageBrowser) => {
    const page = await browser.submit(await openConsent(gateway, browser, client.parameters()), {
      token: gateway.token,
    });
    const [, state = ''] = /name="consent" value="([^"]+)"/.exec(page.text) ?? [];
    return {
      page,
      form: new URLSearchParams([
        ['consent', state],
        ...checkedIn(page).map((pair) => [...pair]),
        ['decision', 'allow'],
      ]),
    };
  };

  it('is given by the browser that received the page, and by no other', async () => {
    const { form } = await decided(new PageBrowser());
    const url = `${gateway.url}/oauth/authorize`;
    for (const browser of [new PageBrowser(), await withCookie()]) {
      const outcome = await browser.post(url, form);
      expect([outcome.status, leadsTo(outcome)]).toEqual([403, []]);
    }
  });

  it('is not given by a form of another site', async () => {
    const browser = new PageBrowser();
    const { form } = await decided(browser);
    const url = `${gateway.url}/oauth/authorize`;
    for (const site of ['cross-site', 'same-site', 'none']) {
      const outcome = await browser.post(url, form, { 'sec-fetch-site': site });
      expect([outcome.status, leadsTo(outcome)]).toEqual([403, []]);
    }
    expect(onwardsOf(await browser.post(url, form, { 'sec-fetch-site': 'same-origin' }))).toContain('code=');
  });

  it('is not given with a state that was changed, made up or left out', async () => {
    const browser = new PageBrowser();
    const { form } = await decided(browser);
    const state = form.get('consent') ?? '';
    const swapped = state.slice(0, -2) + (state.endsWith('AA') ? 'BB' : 'AA');
    for (const consent of ['', 'x', swapped, `${state}A`, 'a.b.c', `x.${state.split('.')[1]}`]) {
      form.set('consent', consent);
      expect((await browser.post(`${gateway.url}/oauth/authorize`, form)).status).toBe(403);
    }
  });

  it('is not given before the person has said who decides', async () => {
    const browser = new PageBrowser();
    const page = await openConsent(gateway, browser, client.parameters());
    const outcome = await browser.submit(page, { decision: 'allow', days: '0' });
    expect([outcome.status, onwardsOf(outcome)]).toEqual([422, '']);
  });

  it('cannot name connections, or a time, that were not offered', async () => {
    const token = await gateway.tokenWith({ connectors: ['ledger'] });
    const browser = new PageBrowser();
    const page = await browser.submit(await openConsent(gateway, browser, client.parameters()), { token });
    const none = await browser.submit(page, { connection: 'repository-host', decision: 'allow' });
    expect([none.status, onwardsOf(none)]).toEqual([422, '']);
    const entered = [
      ['connection', 'ledger'],
      ['connection', 'repository-host'],
      ['days', '1e9'],
      ['decision', 'allow'],
    ] as const;
    const code = new URL(onwardsOf(await browser.submit(page, entered))).searchParams.get('code');
    const { json } = await exchange(gateway, client, code);
    const { token: got } = (await gateway.send('GET', '/api/v1/whoami', { token: json.access_token })).json;
    expect(got.policy).toEqual({ connectors: ['ledger'] });
  });

  async function withCookie(): Promise<PageBrowser> {
    const browser = new PageBrowser();
    await openConsent(gateway, browser, client.parameters());
    return browser;
  }
});

describe('a code', () => {
  it('that is used twice ends what it gave', async () => {
    const code = await codeFor(client);
    const first = await exchange(gateway, client, code);
    expect(first.status).toBe(200);
    expect(errorOf(await exchange(gateway, client, code))).toEqual([400, 'invalid_grant']);
    const { status } = await gateway.send('GET', '/api/v1/whoami', { token: first.json.access_token });
    expect(status).toBe(401);
    expect(errorOf(await refresh(gateway, client, first.json.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('is worth nothing to another client, at another address or without the verifier', async () => {
    const thief = await registerClient(gateway);
    const code = await codeFor(client);
    const attempts = [
      { client_id: thief.id },
      { client_id: thief.id, code_verifier: thief.verifier },
      { redirect_uri: `${callback}/` },
      { code_verifier: randomBytes(32).toString('base64url') },
      { code_verifier: client.parameters().get('code_challenge') ?? '' },
      { code_verifier: 'short' },
    ];
    for (const changes of attempts)
      expect(errorOf(await exchange(gateway, client, code, changes))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await exchange(gateway, client, code, { code_verifier: '' }))).toEqual([400, 'invalid_request']);
    expect(errorOf(await exchange(gateway, client, code, { resource: 'https://other.example/mcp' }))).toEqual([
      400,
      'invalid_target',
    ]);
    expect(errorOf(await exchange(gateway, client, code, { resource: gateway.url }))).toEqual([400, 'invalid_target']);
    expect((await exchange(gateway, client, code)).status).toBe(200);
  });
});

describe('a stolen refresh token', () => {
  it('ends the access of thief and client as soon as both have used it', async () => {
    const first = (await exchange(gateway, client, await codeFor(client))).json;
    const stolen = await refresh(gateway, client, first.refresh_token);
    expect(stolen.status).toBe(200);
    expect(errorOf(await refresh(gateway, client, first.refresh_token))).toEqual([400, 'invalid_grant']);
    const { status } = await gateway.send('GET', '/api/v1/whoami', { token: stolen.json.access_token });
    expect(status).toBe(401);
    expect(errorOf(await refresh(gateway, client, stolen.json.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('is worth nothing to another client, and no bearer token', async () => {
    const { refresh_token } = (await exchange(gateway, client, await codeFor(client))).json;
    const thief = await registerClient(gateway);
    expect(errorOf(await refresh(gateway, thief, refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await gateway.send('GET', '/api/v1/whoami', { token: refresh_token })).status).toBe(401);
    expect((await refresh(gateway, client, refresh_token)).status).toBe(200);
  });
});

describe('the token endpoint', () => {
  it('gives nothing for other grants, other media types and doubled parameters', async () => {
    const form = { client_id: client.id, username: 'a', password: 'b' };
    for (const grant_type of ['password', 'client_credentials', 'implicit'])
      expect(errorOf(await sendForm(gateway, '/oauth/token', { ...form, grant_type }))).toEqual([
        400,
        'unsupported_grant_type',
      ]);
    const json = await gateway.send('POST', '/oauth/token', { token: null, body: form });
    expect(errorOf(json)).toEqual([400, 'invalid_request']);
    const doubled = await gateway.send('POST', '/oauth/token', {
      token: null,
      body: `client_id=${client.id}&client_id=other`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(errorOf(doubled)).toEqual([400, 'invalid_request']);
    const large = await sendForm(gateway, '/oauth/token', { ...form, code: 'x'.repeat(70_000) });
    expect(errorOf(large)).toEqual([413, 'invalid_request']);
  });

  it('is not read from a page with the cookies of a person', async () => {
    const { headers } = await sendForm(gateway, '/oauth/token', { grant_type: 'x', client_id: client.id });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('a registration', () => {
  it.each([
    'javascript:alert(1)//',
    'data:text/html,x',
    'http://agent.example/callback',
    'https://user@agent.example/callback',
    'https://agent.example/callback#fragment',
    'https://agent.example/\u0000',
    'https://agent.example/"onload="',
    'file:///etc/passwd',
    'blob:https://agent.example/x',
    'vbscript:x',
    'view-source:https://agent.example',
    '//agent.example/callback',
    '',
  ])('of the redirect URI %j is refused', async (redirect_uri) => {
    const body = { client_name: 'Agent', redirect_uris: [callback, redirect_uri] };
    const response = await gateway.send('POST', '/oauth/register', { token: null, body });
    expect(errorOf(response)).toEqual([400, 'invalid_redirect_uri']);
  });

  it.each([
    ['a program on this computer', 'http://127.0.0.1/callback', 'http://127.0.0.1:53211/callback'],
    ['an app', 'com.example.agent:/callback', 'com.example.agent:/callback'],
  ])('of %s is accepted, and shown as such', async (place, redirect_uri, used) => {
    const local = await registerClient(gateway, { redirect_uris: [redirect_uri] });
    const page = await openConsent(gateway, new PageBrowser(), local.parameters({ redirect_uri: used }));
    expect(page.status).toBe(200);
    expect(page.text).toMatch(
      place === 'an app' ? /the app for com.example.agent: links/ : /a program on this computer/,
    );
    const other = local.parameters({ redirect_uri: used.replace('callback', 'other') });
    expect((await openConsent(gateway, new PageBrowser(), other)).status).toBe(400);
  });

  it('cannot flood the gateway', async () => {
    const body = { client_name: 'Flood', redirect_uris: [callback] };
    const statuses = new Map<number, number>();
    for (let n = 0; n < 120; n++) {
      const { status, json } = await gateway.send('POST', '/oauth/register', { token: null, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 201) expect(json.error).toBe('temporarily_unavailable');
    }
    expect([...statuses.keys()].toSorted()).toEqual([201, 429]);
    expect(statuses.get(201)).toBeLessThan(100);
    const large = { ...body, client_name: 'x'.repeat(100_000) };
    expect((await gateway.send('POST', '/oauth/register', { token: null, body: large })).status).not.toBe(201);
  });
});

describe('a gateway under a name that nobody configured', () => {
  it('is no authorization server', async () => {
    const headers = { host: 'rebound.attacker.example' };
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/mcp'])
      expect((await gateway.send('GET', path, { token: null, headers })).status).toBe(404);
    const form = { grant_type: 'authorization_code', client_id: client.id };
    expect((await sendForm(gateway, '/oauth/token', form, headers)).status).toBe(404);
    const page = await gateway.send('GET', `/oauth/authorize?${client.parameters()}`, { token: null, headers });
    expect([page.status, page.text.includes('name="consent"')]).toEqual([expect.any(Number), false]);
  });
});
