import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsentGateway, startConsentGateway } from './consent-gateway.ts';
import { vendorClient } from './consent-vendor.ts';
import { expectProblem } from './expect-problem.ts';
import { PageBrowser } from './page-browser.ts';
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
afterAll(async () => {
  await consent.stop();
  await thief.stop();
});

const exchanges = () => consent.vendor.arrivals.filter(({ path }) => path.startsWith('/oauth/token')).length;
const made = async () => (await consent.connections()).length;
const apps = '/api/v1/workspaces/test/oauth-apps/calendar';
const putApp = (changes: object) =>
  consent.gateway.send('PUT', apps, { body: { ...vendorClient, base_url: consent.vendor.origin, ...changes } });

describe('a response', () => {
  it('of another browser is not used, and leaves that of the right one as good as it was', async () => {
    const link = await consent.link();
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    const other = new PageBrowser();
    for (const stranger of [new PageBrowser(), other]) {
      await other.get((await consent.link()).url);
      const page = await consent.nothingHappens(() => consent.comeBack(stranger, reply));
      expect(page.status).toBe(403);
      expect(page.text).toContain('another browser');
    }
    expect((await consent.comeBack(browser, reply)).text).toContain('It works.');
  });

  it('is taken once: neither the same one again nor its code with another state', async () => {
    const link = await consent.link();
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    await consent.comeBack(browser, reply);
    expect((await consent.nothingHappens(() => consent.comeBack(browser, reply))).status).toBe(410);
    const next = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    next.set('code', reply.get('code') ?? '');
    const before = await made();
    expect((await consent.comeBack(browser, next)).text).toContain('could not complete');
    expect(await made()).toBe(before);
  });

  it('is taken once of two that come at the same time', async () => {
    const reply = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    const before = [exchanges(), await made()];
    await Promise.all([1, 2, 3].map(() => consent.comeBack(browser, reply)));
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
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    for (const [name, value] of Object.entries(changes)) reply.set(name, value);
    const page = await consent.nothingHappens(() => consent.comeBack(browser, reply));
    expect(page.url).toBe(link.url);
    expect(page.text).toContain('class="problem"');
    expect((await consent.linkState(link.id)).state).toBe('open');
  });

  it('of the declared issuer is used', async () => {
    const reply = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
    reply.set('iss', 'https://calendar.example.com');
    expect((await consent.comeBack(browser, reply)).text).toContain('It works.');
  });

  it('with two codes or two states is not used', async () => {
    for (const name of ['code', 'state']) {
      const reply = consent.vendor.agree(await consent.depart(browser, (await consent.link()).url));
      reply.append(name, 'another');
      await consent.nothingHappens(() => consent.comeBack(browser, reply));
    }
  });

  it.each(['', 'state=', 'state=unknown', `state=${'x'.repeat(5_000)}`, 'code=1', 'state=%00', 'state[]=1'])(
    'that nobody waits for is not used: %s',
    async (query) => {
      const page = await consent.nothingHappens(() => consent.comeBack(browser, new URLSearchParams(query)));
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
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    for (const signature of signatures) reply.append('hmac', signature);
    const page = await consent.nothingHappens(() => consent.comeBack(browser, reply));
    expect(page.text).toContain('does not belong to this request to');
  });

  it('to an attempt that was begun again in another tab is not used', async () => {
    const link = await consent.link();
    const first = consent.vendor.agree(await consent.depart(browser, link.url));
    const second = consent.vendor.agree(await consent.depart(browser, link.url));
    expect((await consent.nothingHappens(() => consent.comeBack(browser, first))).status).toBe(410);
    expect((await consent.comeBack(browser, second)).text).toContain('It works.');
  });
});

describe('a client', () => {
  it('is that which was consented to: a code for another one is not exchanged', async () => {
    const link = await consent.link();
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    await putApp({ client_id: 'another-client' });
    const page = await consent.nothingHappens(() => consent.comeBack(browser, reply));
    await putApp({});
    expect(page.text).toContain('was replaced in the meantime');
  });

  it('has its secret sent to the place it was stored for, and to no other', async () => {
    const body = { connector: 'calendar', name: 'elsewhere', settings: { base_url: thief.origin } };
    for (const token of [consent.gateway.token, adminToken]) {
      const reply = await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body, token });
      expect(expectProblem(reply, 'invalid_params').errors).toMatchObject([{ field: '/settings/base_url' }]);
    }
    const link = await consent.link();
    const begun = await consent.link();
    const reply = consent.vendor.agree(await consent.depart(browser, begun.url));
    await putApp({ base_url: thief.origin });
    const pages = [
      await consent.nothingHappens(async () => browser.submit(await browser.get(link.url))),
      await consent.nothingHappens(() => consent.comeBack(browser, reply)),
    ];
    await putApp({});
    for (const page of pages) expect(page.text).toContain('is for a different server');
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
    const reply = consent.vendor.agree(await consent.depart(browser, link.url));
    const page = await consent.nothingHappens(() => consent.comeBack(browser, reply));
    await putApp({});
    expect(page.text).toContain('The gateway may not call');
    expect(thief.count).toBe(0);
  });
});
