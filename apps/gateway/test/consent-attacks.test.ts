import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConsentGateway, startConsentGateway } from './consent-gateway.ts';
import { vendorClient } from './consent-vendor.ts';
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

const exchanges = () => consent.vendor.arrivals.filter(({ path }) => path.startsWith('/oauth/token')).length;
const made = async () => (await consent.connections()).length;
const apps = '/api/v1/workspaces/test/oauth-apps/calendar';
const putApp = (changes: object) =>
  consent.gateway.send('PUT', apps, { body: { ...vendorClient, base_url: consent.vendor.origin, ...changes } });
const setAhead = (milliseconds: number) => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
};

/** Runs something that must connect nothing and exchange no code. */
async function nothingHappens(work: () => Promise<ShownPage>): Promise<ShownPage> {
  const before = [exchanges(), await made()];
  const page = await work();
  expect([exchanges(), await made()], page.text).toEqual(before);
  return page;
}

describe('an answer', () => {
  it('of another browser is not used, and leaves that of the right one as good as it was', async () => {
    const link = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    const other = new PageBrowser();
    for (const stranger of [new PageBrowser(), other]) {
      await other.get((await consent.link()).url);
      const page = await nothingHappens(() => consent.comeBack(stranger, answer));
      expect(page.status).toBe(403);
      expect(page.text).toContain('another browser');
    }
    expect((await consent.comeBack(browser, answer)).text).toContain('It works.');
  });

  it('is taken once: neither the same one again nor its code with another state', async () => {
    const link = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    await consent.comeBack(browser, answer);
    expect((await nothingHappens(() => consent.comeBack(browser, answer))).status).toBe(410);
    const next = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    next.set('code', answer.get('code') ?? '');
    const before = await made();
    expect((await consent.comeBack(browser, next)).text).toContain('did not complete');
    expect(await made()).toBe(before);
  });

  it('is taken once of two that come at the same time', async () => {
    const answer = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    const before = [exchanges(), await made()];
    await Promise.all([1, 2, 3].map(() => consent.comeBack(browser, answer)));
    expect([exchanges(), await made()]).toEqual(before.map((count) => count + 1));
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer that only looks like it', { iss: 'https://calendar.example.com/' }],
    ['in a form that was not asked for', { response: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['with an access token', { token: 'x' }],
    ['without a code', { code: '' }],
  ])('%s is not used', async (_what, changes) => {
    const link = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    for (const [name, value] of Object.entries(changes)) answer.set(name, value);
    const page = await nothingHappens(() => consent.comeBack(browser, answer));
    expect(page.url).toBe(link.url);
    expect(page.text).toContain('class="problem"');
    expect((await consent.linkState(link.id)).state).toBe('open');
  });

  it('of the declared issuer is used', async () => {
    const answer = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    answer.set('iss', 'https://calendar.example.com');
    expect((await consent.comeBack(browser, answer)).text).toContain('It works.');
  });

  it('with two codes or two states is not used', async () => {
    for (const name of ['code', 'state']) {
      const answer = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
      answer.append(name, 'another');
      await nothingHappens(() => consent.comeBack(browser, answer));
    }
  });

  it.each(['', 'state=', 'state=unknown', `state=${'x'.repeat(5_000)}`, 'code=1', 'state=%00', 'state[]=1'])(
    'that nobody waits for is not used: %s',
    async (query) => {
      const page = await nothingHappens(() => consent.comeBack(browser, new URLSearchParams(query)));
      expect(page.status).toBe(410);
    },
  );

  it.each([
    ['no signature', []],
    ['a wrong signature', ['00'.repeat(32)]],
    ['a signature that is no number', ['zz']],
    ['two signatures', ['00'.repeat(32), '11'.repeat(32)]],
  ])('with %s is not used where the vendor signs', async (_what, signatures) => {
    const link = await consent.link({ connector: 'boards', settings: { subdomain: 'acme' } });
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    for (const signature of signatures) answer.append('hmac', signature);
    const page = await nothingHappens(() => consent.comeBack(browser, answer));
    expect(page.text).toContain('not the answer of');
  });

  it('to an attempt that was begun again in another tab is not used', async () => {
    const link = await consent.link();
    const first = consent.vendor.agree(await consent.depart(browser, link.url));
    const second = consent.vendor.agree(await consent.depart(browser, link.url));
    expect((await nothingHappens(() => consent.comeBack(browser, first))).status).toBe(410);
    expect((await consent.comeBack(browser, second)).text).toContain('It works.');
  });
});

describe('a client', () => {
  it('is that which was consented to: a code for another one is not exchanged', async () => {
    const link = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    await putApp({ client_id: 'another-client' });
    const page = await nothingHappens(() => consent.comeBack(browser, answer));
    await putApp({});
    expect(page.text).toContain('was replaced meanwhile');
  });

  it('has its secret sent to the place it was stored for, and to no other', async () => {
    const body = { connector: 'calendar', name: 'elsewhere', settings: { base_url: thief.origin } };
    for (const token of [consent.gateway.token, adminToken]) {
      const answer = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body, token });
      expect(expectProblem(answer, 'invalid_params').errors).toMatchObject([{ field: '/settings/base_url' }]);
    }
    const link = await consent.link();
    const begun = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, begun.url));
    await putApp({ base_url: thief.origin });
    const pages = [
      await nothingHappens(async () => browser.submit(await browser.get(link.url))),
      await nothingHappens(() => consent.comeBack(browser, answer)),
    ];
    await putApp({});
    for (const page of pages) expect(page.text).toContain('is for another place');
    const again = await consent.link({ name: 'moved' });
    await consent.consent(browser, again.url);
    const { id } = (await consent.connections()).find(({ name }) => name === 'moved');
    await consent.gateway.send('DELETE', apps);
    await putApp({ base_url: thief.origin });
    const moved = { connector: 'calendar', connection_id: id };
    const refused = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body: moved });
    await putApp({});
    expectProblem(refused, 'invalid_params');
    expect(thief.count).toBe(0);
  });

  it('is not sent past the egress guard', async () => {
    const { port } = new URL(thief.origin);
    await putApp({ base_url: `http://localhost:${port}` });
    const link = await consent.link();
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    const page = await nothingHappens(() => consent.comeBack(browser, answer));
    await putApp({});
    expect(page.text).toContain('the gateway may not reach');
    expect(thief.count).toBe(0);
  });
});

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
      const again = await nothingHappens(() => who.submit(page));
      expect(onwardsOf(again)).toBe('');
    }
    expect((await other.get(link.url)).status).toBe(410);
    expect((await other.get(link.url)).text).toContain('was used already');
  });

  it('ends in time: its page, its forms and answers to it', async () => {
    const link = await consent.link({ expires_in: 60 });
    const form = await browser.get(link.url);
    const answer = consent.vendor.agree(await consent.depart(browser, link.url));
    setAhead(61_000);
    expect((await nothingHappens(() => consent.comeBack(browser, answer))).status).toBe(410);
    for (const page of [await browser.get(link.url), await nothingHappens(() => browser.submit(form))]) {
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
    const answer = consent.vendor.agree(await consent.depart(browser, begun.url));
    const form = await browser.get(link.url);
    await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${json.id}`, { token: adminToken });
    expect((await nothingHappens(() => consent.comeBack(browser, answer))).text).toContain('was withdrawn');
    expect((await nothingHappens(() => browser.submit(form))).status).toBe(410);
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
    const answer = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body });
    expect(expectProblem(answer, 'invalid_params').errors).toMatchObject([{ field: '/return_url' }]);
  });

  it('does not connect again as another connector, with other settings or under another name', async () => {
    const id = consent.gateway.connection('calendar');
    for (const changes of [{ connector: 'boards' }, { settings: { base_url: thief.origin } }, { name: 'renamed' }]) {
      const body = { connector: 'calendar', connection_id: id, ...changes };
      const answer = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body });
      expectProblem(answer, 'invalid_params');
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
      const refused = await nothingHappens(attempt);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('Please begin again');
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

  it('is bounded in number', async () => {
    const link = await consent.link({ ...keys, ...base() });
    const pages = [];
    for (let n = 0; n < 61; n++) pages.push(await browser.get(link.url));
    expect(pages.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
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
