import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConsentGateway, startConsentGateway } from './consent-gateway.ts';
import { expectProblem } from './expect-problem.ts';
import { onwardsOf, PageBrowser, type ShownPage, unescaped } from './page-browser.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken } from './running-gateway.ts';

let consent: ConsentGateway;
let browser: PageBrowser;
let thief: RawUpstream;

beforeAll(async () => {
  consent = await startConsentGateway();
  thief = await startRawUpstream();
});
beforeEach(() => {
  browser = new PageBrowser();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await consent.stop();
  await thief.stop();
});

const apps = '/api/v1/workspaces/test/oauth-apps/calendar';
const setAhead = (milliseconds: number) => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
};

describe('a link', () => {
  it('is used once', async () => {
    const link = await consent.link();
    const form = await browser.get(link.url);
    const other = new PageBrowser();
    const foreign = await other.get(link.url);
    await consent.consent(browser, link.url);
    for (const [who, page] of [
      [browser, form],
      [other, foreign],
    ] as const) {
      const again = await consent.nothingHappens(() => who.submit(page));
      expect(onwardsOf(again)).toBe('');
    }
    expect((await other.get(link.url)).status).toBe(410);
    expect((await other.get(link.url)).text).toContain('has already been used');
  });

  it('ends in time: its page, its forms and responses to it', async () => {
    const link = await consent.link({ expires_in: 60 });
    const form = await browser.get(link.url);
    const response = consent.vendor.agree(await consent.depart(browser, link.url));
    setAhead(61_000);
    expect((await consent.nothingHappens(() => consent.comeBack(browser, response))).status).toBe(410);
    for (const page of [await browser.get(link.url), await consent.nothingHappens(() => browser.submit(form))]) {
      expect(page.status).toBe(410);
      expect(page.text).toContain('has expired');
    }
    expect((await consent.linkState(link.id)).state).toBe('expired');
  });

  it('ends with the token that made it', async () => {
    const { gateway } = consent;
    const { json } = await gateway.send('POST', '/api/v1/workspaces/test/tokens', {
      body: { name: 'maker', policy: { manage: true } },
      token: adminToken,
    });
    const link = await consent.link({}, json.token);
    const begun = await consent.link({}, json.token);
    const response = consent.vendor.agree(await consent.depart(browser, begun.url));
    const form = await browser.get(link.url);
    await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${json.id}`, { token: adminToken });
    expect((await consent.nothingHappens(() => consent.comeBack(browser, response))).text).toContain('was withdrawn');
    expect((await consent.nothingHappens(() => browser.submit(form))).status).toBe(410);
    expect((await consent.linkState(link.id)).state).toBe('revoked');
  });

  it('is made within the policy of its maker', async () => {
    const { gateway } = consent;
    const post = (body: object, token: string) =>
      gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body, token });
    const narrow = await gateway.tokenWith({ manage: true, connectors: ['boards'] });
    expectProblem(await post({ connector: 'calendar' }, narrow), 'forbidden');
    expectProblem(await gateway.send('GET', apps, { token: narrow }), 'forbidden');
    expectProblem(await gateway.send('DELETE', apps, { token: narrow }), 'forbidden');
    expectProblem(await post({ connector: 'calendar' }, await gateway.tokenWith({})), 'forbidden');
    const named = await gateway.tokenWith({ manage: true, connectors: ['only-this'] });
    expectProblem(await post({ connector: 'calendar', name: 'another' }, named), 'forbidden');
    const allowed = await post({ connector: 'calendar', name: 'only-this' }, named);
    expect(allowed.status).toBe(201);
    const other = await consent.link();
    const path = '/api/v1/workspaces/test/connect-links';
    expectProblem(await gateway.send('GET', `${path}/${other.id}`, { token: named }), 'not_found');
    expect((await gateway.send('GET', `${path}/${allowed.json.id}`, { token: named })).status).toBe(200);
  });

  it('of one workspace is nothing in another', async () => {
    const { gateway } = consent;
    await gateway.send('POST', '/api/v1/workspaces', { body: { name: 'other' }, token: adminToken });
    const links = '/api/v1/workspaces/other/connect-links';
    const link = await consent.link();
    expectProblem(await gateway.send('GET', `${links}/${link.id}`, { token: adminToken }), 'not_found');
    const again = { connector: 'calendar', connection_id: gateway.connection('calendar') };
    expectProblem(await gateway.send('POST', links, { body: again, token: adminToken }), 'connector_not_found');
    // Nor is its application.
    const consents = { connector: 'calendar', authentication: 'oauth2' };
    expectProblem(await gateway.send('POST', links, { body: consents, token: adminToken }), 'invalid_params');
  });

  it.each([
    'https://evil.example/',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    'https://me@app.example.com/',
    'http://app.example.com/',
    'https://app.example.com:8443/',
    '//evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/done',
  ])('returns nobody to %s', async (returnUrl) => {
    const body = { connector: 'calendar', name: 'returning', return_url: returnUrl };
    const response = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body });
    expect(expectProblem(response, 'invalid_params').errors).toMatchObject([{ field: '/return_url' }]);
  });

  it('does not connect again as another connector, with other settings or under another name', async () => {
    const id = consent.gateway.connection('calendar');
    for (const changes of [{ connector: 'boards' }, { settings: { base_url: thief.origin } }, { name: 'renamed' }]) {
      const body = { connector: 'calendar', connection_id: id, ...changes };
      const response = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body });
      expectProblem(response, 'invalid_params');
    }
  });

  it('does not connect again a connection that is gone', async () => {
    const { gateway } = consent;
    await consent.consent(browser, (await consent.link({ name: 'gone' })).url);
    const { id } = (await consent.connections()).find(({ name }) => name === 'gone');
    const link = await consent.link({ connection_id: id });
    await gateway.send('DELETE', `/api/v1/workspaces/test/connections/${id}`);
    expect((await browser.get(link.url)).status).toBe(410);
  });

  it('tells nobody that it exists who guesses', async () => {
    for (const token of ['x', 'x'.repeat(43), '%00', '..%2f..', '<script>']) {
      const page = await browser.get(`${consent.gateway.url}/connect/${encodeURIComponent(token)}`);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain('<script>');
    }
  });
});

describe('a form', () => {
  const keys = { authentication: 'api_key', settings: { region: 'eu' } };
  const base = () => ({ settings: { ...keys.settings, base_url: consent.vendor.origin } });

  it('is taken from the page that this browser was given, and from nowhere else', async () => {
    const link = await consent.link({ ...keys, ...base() });
    const page = await browser.get(link.url);
    const other = new PageBrowser();
    const foreign = await other.get(link.url);
    const tokenOf = (shown: ShownPage) => /name="form_token" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const form = (token: string) => new URLSearchParams({ form_token: token, 'credentials.api_key': 'the-right-key' });
    const attempts: (() => Promise<ShownPage>)[] = [
      () => new PageBrowser().post(link.url, form(tokenOf(page))),
      () => browser.post(link.url, form('')),
      () => browser.post(link.url, form(tokenOf(foreign))),
      () => browser.post(link.url, form(tokenOf(page)), { 'sec-fetch-site': 'cross-site' }),
      () => browser.post(link.url, form(tokenOf(page)), { 'sec-fetch-site': 'same-site' }),
    ];
    for (const attempt of attempts) {
      const refused = await consent.nothingHappens(attempt);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('Please start again');
    }
    const done = await browser.post(link.url, form(tokenOf(page)), { 'sec-fetch-site': 'same-origin' });
    expect(done.text).toContain('It works.');
  });

  it('connects once when two tabs send it at the same time', async () => {
    const link = await consent.link({ ...keys, ...base(), name: 'raced' });
    const page = await browser.get(link.url);
    const pages = await Promise.all(
      [1, 2, 3, 4].map(() => browser.submit(page, { 'credentials.api_key': 'the-right-key' })),
    );
    expect(pages.filter(({ text }) => text.includes('It works.')).length).toBeGreaterThan(0);
    expect((await consent.connections()).filter(({ name }) => name.startsWith('raced'))).toHaveLength(1);
    expect((await consent.linkState(link.id)).connections).toHaveLength(1);
  });

  it('is bounded in bytes and kind', async () => {
    const link = await consent.link({ ...keys, ...base() });
    const page = await browser.get(link.url);
    expect((await browser.submit(page, { 'credentials.api_key': 'x'.repeat(140_000) })).status).toBe(413);
    const json = { 'content-type': 'application/json' };
    expect((await browser.post(link.url, new URLSearchParams(), json)).status).toBe(415);
    expect((await consent.linkState(link.id)).state).toBe('open');
  });

  it('is bounded in time, and not waited for without a link', async () => {
    const link = await consent.link({ ...keys, ...base() });
    const { port } = new URL(consent.gateway.url);
    const begin = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(
            `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 10\r\n\r\na=`,
          ),
        );
        socket.once('data', (data) => {
          socket.destroy();
          resolve(String(data).slice(0, 12));
        });
      });
    const unknown = begin(`/connect/${'x'.repeat(43)}`);
    expect(await unknown).toBe('HTTP/1.1 404');
    expect(await begin(new URL(link.url).pathname)).toBe('HTTP/1.1 408');
  });

  it('is bounded in number', async () => {
    const link = await consent.link({ ...keys, ...base() });
    const pages = [];
    // A minute has room for 60; each second makes room for another one.
    do pages.push(await browser.get(link.url));
    while (pages.at(-1)?.status === 200 && pages.length < 600);
    expect(pages.slice(0, 60).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(pages.at(-1)?.status).toBe(429);
    expect(pages.at(-1)?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});

describe('every page', () => {
  it('runs no script, loads nothing, stands in no frame, is not kept, and tells nobody its address', async () => {
    const link = await consent.link();
    const first = await browser.get(link.url);
    const departed = await browser.submit(first);
    const done = await consent.comeBack(browser, consent.vendor.agree(onwardsOf(departed)));
    const missing = await browser.get(`${consent.gateway.url}/connect/missing`);
    const stale = await consent.comeBack(browser, new URLSearchParams());
    const used = await new PageBrowser().get(link.url);
    const forged = await new PageBrowser().submit(await browser.get((await consent.link()).url));
    for (const { headers, text } of [first, departed, done, missing, stale, used, forged]) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(text).not.toMatch(/<script|<img|<iframe|<link|javascript:|\son\w+=/i);
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(text.match(/<h1>/g)).toHaveLength(1);
    }
  });

  it('has a cookie that only this host and no script sees', async () => {
    const { headers } = await browser.get((await consent.link()).url);
    expect(headers['set-cookie']).toMatch(/^connectory-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.get((await consent.link()).url)).headers['set-cookie']).toBeUndefined();
  });

  it('writes the names of a workspace as text', async () => {
    const name = '"><script>alert(1)</script>';
    const link = await consent.link({ name });
    const page = await consent.consent(browser, link.url);
    expect(page.text).not.toContain('<script');
    expect(unescaped(page.text)).toContain(`<li>${name}</li>`);
  });
});
