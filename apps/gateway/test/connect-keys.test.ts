import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ConsentGateway, startConsentGateway } from './consent-gateway.ts';
import { expectProblem } from './expect-problem.ts';
import { PageBrowser, unescaped } from './page-browser.ts';
import { startRunningGateway } from './running-gateway.ts';

let consent: ConsentGateway;
let browser: PageBrowser;

beforeAll(async () => {
  consent = await startConsentGateway();
});
beforeEach(() => {
  browser = new PageBrowser();
});
afterAll(() => consent.stop());

const keyLink = (changes: object = {}) =>
  consent.link({ authentication: 'api_key', settings: { base_url: consent.vendor.origin }, ...changes });
const key = (value: string) => ({ 'credentials.api_key': value });
const named = async (name: string) => (await consent.connections()).find((one) => one.name === name);

it('a form for keys says where they are found, tries them out, and connects', async () => {
  const link = await keyLink({ name: 'keyed', return_url: 'https://app.example.com/' });
  const page = await browser.get(link.url);
  const shown = unescaped(page.text);
  expect(shown).toContain('Key from Settings, then API, of your calendar');
  expect(shown).toContain('href="https://calendar.example.com/docs"');
  expect(page.text).toMatch(/<label for="credentials-api_key">API key<\/label>/);
  expect(page.text).toMatch(/<input type="password" id="credentials-api_key" name="credentials.api_key"[^>]* required/);
  expect(page.text).toMatch(/<option value="eu" selected>/);
  const done = await browser.submit(page, {
    ...key(' the-right-key '),
    'settings.region': 'us',
    'settings.calendar': 'work',
  });
  expect(done.text).toContain('It works.');
  expect(done.text).toContain('Go back to app.example.com');
  expect(await named('keyed')).toMatchObject({
    authentication: 'api_key',
    settings: { region: 'us', calendar: 'work', base_url: consent.vendor.origin },
  });
});

it('a key that is refused is told in the words of the vendor, and shown to nobody', async () => {
  const link = await keyLink();
  const page = await browser.submit(await browser.get(link.url), {
    ...key('wrong-key-canary'),
    'settings.calendar': 'team',
  });
  expect(page.status).toBe(422);
  expect(unescaped(page.text)).toContain('Calendar & <Co> rejected the credentials');
  expect(page.text).toContain('role="alert"');
  expect(page.text).toContain('value="team"');
  const { last_problem: problem } = await consent.linkState(link.id);
  expect(problem).toContain('rejected the credentials');
  for (const text of [page.text, problem, consent.gateway.log()]) expect(text).not.toContain('wrong-key-canary');
  expect((await browser.submit(page, key('the-right-key'))).text).toContain('It works.');
});

it('what is missing or wrong is told next to its field', async () => {
  const link = await keyLink();
  const first = await browser.get(link.url);
  const missing = await browser.submit(first);
  expect(missing.status).toBe(422);
  expect(missing.text).toContain('<a href="#credentials-api_key">API key: is required</a>');
  expect(missing.text).toMatch(
    /name="credentials.api_key" aria-describedby="[^"]*credentials-api_key-error" aria-invalid="true"/,
  );
  const wrong = await browser.submit(first, {
    ...key('the-right-key'),
    'settings.calendar': 'NO',
    'settings.unknown': 'x',
  });
  expect(wrong.text).toContain('id="settings-calendar-error"');
  expect(wrong.text).toContain('<details open>');
  expect((await consent.linkState(link.id)).state).toBe('open');
});

it('a connection is connected again with a new key, at the same place', async () => {
  await browser.submit(await browser.get((await keyLink({ name: 'rekeyed' })).url), key('the-right-key'));
  const before = await named('rekeyed');
  const link = await consent.link({ connection_id: before.id });
  const page = await browser.get(link.url);
  expect(page.text).not.toContain('name="settings.');
  const done = await browser.submit(page, { ...key('the-right-key'), 'settings.base_url': 'http://evil.example' });
  expect(done.text).toContain('It works.');
  expect(await named('rekeyed')).toMatchObject({ id: before.id, settings: before.settings });
});

it('a link is listed while it is open, and its page says that it was revoked', async () => {
  const links = '/api/v1/workspaces/test/connect-links';
  const { id, url } = await keyLink({ name: 'not for long' });
  const page = await browser.get(url);
  const open = async () => (await consent.gateway.send('GET', links)).json.data;
  const [listed] = (await open()).filter((one: { id: string }) => one.id === id);
  expect(listed).toMatchObject({ state: 'open', name: 'not for long', created_by: expect.any(String) });
  expect(JSON.stringify(listed)).not.toContain(url.slice(url.lastIndexOf('/') + 1));
  const revoked = await consent.gateway.send('DELETE', `${links}/${id}`);
  expect(revoked.json).toMatchObject({ id, state: 'revoked' });
  expect((await open()).map((one: { id: string }) => one.id)).not.toContain(id);
  for (const shown of [await browser.get(url), await browser.submit(page, key('the-right-key'))]) {
    expect(shown.status).toBe(410);
    expect(shown.text).toContain('This link was revoked');
  }
  expect(await named('not for long')).toBeUndefined();
  expectProblem(await consent.gateway.send('DELETE', `${links}/00000000-0000-4000-8000-000000000000`), 'not_found');
});

it('a name that was taken meanwhile is told', async () => {
  const link = await keyLink({ name: 'taken' });
  const first = await browser.get(link.url);
  await browser.submit(await browser.get((await keyLink({ name: 'soon-taken' })).url), key('the-right-key'));
  const path = '/api/v1/workspaces/test/connections';
  const body = {
    connector: 'calendar',
    name: 'taken',
    credentials: { api_key: 'x' },
    settings: { base_url: consent.vendor.origin },
    check: false,
  };
  expect((await consent.gateway.send('POST', path, { body })).status).toBe(201);
  expect((await browser.submit(first, key('the-right-key'))).text).toContain(
    'A connection with this name already exists',
  );
  expectProblem(
    await consent.gateway.send('POST', '/api/v1/workspaces/test/connect-links', {
      body: { connector: 'calendar', name: 'taken' },
    }),
    'conflict',
  );
});

it('the way to authenticate follows what there is', async () => {
  const { gateway } = consent;
  const links = '/api/v1/workspaces/test/connect-links';
  const stateOf = async (body: object) => {
    const { json } = await gateway.send('POST', links, { body });
    return (await consent.linkState(json.id)).authentication;
  };
  expect(await stateOf({ connector: 'calendar', name: 'way 1' })).toBe('oauth2');
  expectProblem(
    await gateway.send('POST', links, { body: { connector: 'calendar', name: 'way x', authentication: 'x' } }),
    'invalid_params',
  );
  const app = '/api/v1/workspaces/test/oauth-apps/calendar';
  const stored = (await gateway.send('GET', app)).json;
  expect(stored).toMatchObject({ redirect_url: `${gateway.url}/oauth/callback`, base_url: consent.vendor.origin });
  expect((await gateway.send('DELETE', app)).json).toEqual(stored);
  expectProblem(await gateway.send('GET', app), 'not_found');
  expect(await stateOf({ connector: 'calendar', name: 'way 2' })).toBe('api_key');
  const consents = { connector: 'calendar', name: 'way 3', authentication: 'oauth2' };
  const { errors } = expectProblem(await gateway.send('POST', links, { body: consents }), 'invalid_params');
  expect(errors).toMatchObject([{ error_code: 'oauth_app_missing' }]);
});

it('an application has fields of its connector only, and its connector has a consent page', async () => {
  const { gateway } = consent;
  const put = (connector: string, body: object) =>
    gateway.send('PUT', `/api/v1/workspaces/test/oauth-apps/${connector}`, {
      body: { client_id: 'a', client_secret: 'b', ...body },
    });
  const { errors } = expectProblem(await put('boards', { credentials: { developer_tokn: 'x' } }), 'invalid_params');
  expect(errors).toMatchObject([{ field: '/credentials/developer_tokn', did_you_mean: 'developer_token' }]);
  expectProblem(await put('boards', { credentials: { access_token: 'x' } }), 'invalid_params');
  expectProblem(await put('boards', { client_secret: '' }), 'invalid_params');
  expectProblem(await put('unknown', {}), 'connector_not_found');
});

it('with a public URL links, redirects and cookies are those of its origin', async () => {
  const gateway = await startRunningGateway({ configuration: { publicOrigin: 'https://connect.example.com' } });
  try {
    const links = '/api/v1/workspaces/test/connect-links';
    const { json } = await gateway.send('POST', links, { body: { connector: 'ledger', name: 'public' } });
    expect(json.url).toMatch(/^https:\/\/connect\.example\.com\/connect\/[\w-]{43}$/);
    const page = await browser.get(gateway.url + new URL(json.url).pathname);
    expect(page.headers['set-cookie']).toMatch(
      /^__Host-connectory-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  } finally {
    await gateway.stop();
  }
});

it('without one they need an address of this machine', async () => {
  const { gateway } = consent;
  const headers = { host: 'connect.example.com' };
  const links = '/api/v1/workspaces/test/connect-links';
  expectProblem(
    await gateway.send('POST', links, { body: { connector: 'calendar', name: 'far' }, headers }),
    'conflict',
  );
  expect((await gateway.send('GET', '/connect/x', { headers, token: null })).status).toBe(503);
});
