import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsentGateway, startConsentGateway } from './consent-gateway.ts';
import { vendorClient } from './consent-vendor.ts';
import { onwardsOf, PageBrowser, unescaped } from './page-browser.ts';

let consent: ConsentGateway;
let browser: PageBrowser;

beforeAll(async () => {
  consent = await startConsentGateway();
});
beforeEach(() => {
  browser = new PageBrowser();
  const { vendor } = consent;
  vendor.responseApi(undefined);
  vendor.responseToken(undefined);
  vendor.refreshTokens = true;
  vendor.accounts = { accounts: [{ id: 17, title: 'Sales' }] };
});
afterAll(() => consent.stop());

const named = async (name: string) => (await consent.connections()).find((one) => one.name === name);

describe('a link to a consent', () => {
  it('says who asks for what, leads to the vendor, and connects', async () => {
    const { gateway, vendor } = consent;
    const link = await consent.link({ name: 'mine', return_url: 'https://app.example.com/done?x=1' });
    const first = await browser.get(link.url);
    expect(first.status).toBe(200);
    const shown = unescaped(first.text);
    for (const text of [
      '<strong>test</strong> asks you',
      'Calendar & <Co>',
      'read events',
      'Where the calendar is kept',
    ])
      expect(shown).toContain(text);
    const url = new URL(await consent.depart(browser, link.url, { 'settings.region': 'us' }));
    expect(url.origin + url.pathname).toBe(`${vendor.origin}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      access_type: 'offline',
      response_type: 'code',
      client_id: vendorClient.client_id,
      redirect_uri: `${gateway.url}/oauth/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'events.read events.write',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const last = await consent.comeBack(browser, vendor.agree(url.href));
    expect(last.status).toBe(200);
    expect(last.url).toBe(link.url);
    expect(unescaped(last.text)).toContain('Calendar & <Co> is connected');
    expect(onwardsOf(last)).toBe(`https://app.example.com/done?x=1&status=connected&connect_link=${link.id}`);
    const connection = await named('mine');
    expect(connection).toMatchObject({ connector: 'calendar', authentication: 'oauth2', state: 'active' });
    expect(connection.settings).toEqual({ region: 'us', base_url: vendor.origin });
    expect(await consent.linkState(link.id)).toMatchObject({ state: 'connected', connections: [connection.id] });
    const call = await gateway.execute(connection.id, { entity: 'events', action: 'list' });
    expect(call.status, call.text).toBe(200);
    // The result stays for whoever did it, and for nobody else.
    expect((await browser.get(link.url)).status).toBe(200);
    expect((await new PageBrowser().get(link.url)).status).toBe(410);
  });

  it('leaves an audit entry of its maker, and no secret anywhere', async () => {
    const { gateway, vendor } = consent;
    const link = await consent.link({ name: 'audited' });
    await consent.consent(browser, link.url);
    const { id } = await named('audited');
    const entries = (await gateway.send('GET', `/api/v1/workspaces/test/audit?connection_id=${id}`)).json.data;
    const made = entries.find((entry: { action: string }) => entry.action === 'create');
    expect(made).toMatchObject({ entity: 'connections', outcome: 201, connector: 'calendar' });
    expect(made.token_id).not.toBeNull();
    expect(made.intent).toBe(`connect link ${link.id}`);
    const token = link.url.split('/').at(-1) ?? '';
    const said =
      gateway.log() + JSON.stringify([entries, await consent.connections(), await consent.linkState(link.id)]);
    for (const secret of [vendorClient.client_secret, vendor.tokens.at(-1) ?? '', token])
      expect(said).not.toContain(secret);
  });

  it('tells in the words of the vendor that it refused, and can begin again', async () => {
    const link = await consent.link();
    const url = new URL(await consent.depart(browser, link.url));
    const denied = new URLSearchParams({
      error: 'access_denied',
      error_description: '<img src=x onerror=alert(1)> no',
      state: url.searchParams.get('state') ?? '',
    });
    const page = await consent.comeBack(browser, denied);
    expect(page.url).toBe(link.url);
    expect(page.text).not.toContain('<img');
    expect(unescaped(page.text)).toContain('“access_denied: <img src=x onerror=alert(1)> no”');
    expect((await consent.linkState(link.id)).last_problem).toContain('You did not consent');
    expect((await new PageBrowser().get(link.url)).text).not.toContain('access_denied');
    expect((await consent.consent(browser, link.url)).text).toContain('It works.');
  });

  it('keeps tokens that could not be tried out, and goes on with them', async () => {
    const { vendor } = consent;
    vendor.responseApi((response) => response.writeHead(400).end('{}'));
    const refused = await consent.consent(browser, (await consent.link()).url);
    expect(unescaped(refused.text)).toContain('rejected the test');
    vendor.responseApi((response) => response.writeHead(503).end());
    const link = await consent.link({ name: 'patient' });
    const page = await consent.consent(browser, link.url);
    expect(unescaped(page.text)).toContain('is not responding correctly');
    expect(page.text).toContain('Try again');
    vendor.responseApi(undefined);
    const tokens = vendor.tokens.length;
    expect((await browser.submit(page)).text).toContain('It works.');
    expect(vendor.tokens).toHaveLength(tokens);
    expect(await named('patient')).toBeDefined();
  });

  it.each([
    [
      'says that the client is wrong',
      401,
      '{"error":"invalid_client","error_description":"<b>who</b>"}',
      'does not accept the application',
    ],
    ['says so with status 200', 200, '{"ok":false,"error":"bad_client_secret"}', 'does not accept the application'],
    ['refuses the code as a form', 200, 'error=bad_verification_code&error_description=expired', 'could not complete'],
    ['answers no token', 200, '{}', 'sent an unexpected response'],
    ['answers nothing', 200, '', 'sent an unexpected response'],
    ['answers a page', 200, '<html>', 'sent an unexpected response'],
    ['fails', 500, '{}', 'is not responding correctly'],
    ['leads elsewhere', 302, '', 'sent an unexpected response'],
  ])('tells when the token endpoint %s', async (_what, status, body, words) => {
    consent.vendor.responseToken((response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body),
    );
    const link = await consent.link();
    const page = await consent.consent(browser, link.url);
    expect(unescaped(page.text)).toContain(words);
    expect(page.text).not.toContain('<b>');
    expect((await consent.linkState(link.id)).state).toBe('open');
  });

  it('takes a token response that is a form', async () => {
    const { vendor } = consent;
    vendor.responseToken((response) =>
      response.end(
        new URLSearchParams({ access_token: 'the-right-key', scope: 'repo', token_type: 'bearer' }).toString(),
      ),
    );
    expect((await consent.consent(browser, (await consent.link()).url)).text).toContain('It works.');
  });

  it('connects again, which keeps the connection and brings new tokens', async () => {
    const { gateway, vendor } = consent;
    await consent.consent(browser, (await consent.link({ name: 'again' })).url);
    const before = await named('again');
    vendor.responseApi((response) => response.writeHead(401).end('{}'));
    vendor.responseToken((response) => response.writeHead(400).end('{"error":"invalid_grant"}'));
    await gateway.send('POST', `/api/v1/workspaces/test/connections/${before.id}/check`);
    expect((await named('again')).state).toBe('reauthorization_required');
    vendor.responseApi(undefined);
    vendor.responseToken(undefined);
    const link = await consent.link({ connection_id: before.id });
    expect(unescaped((await browser.get(link.url)).text)).toContain('Connect Calendar & <Co> again');
    expect((await browser.get(link.url)).text).not.toContain('settings.region');
    expect((await consent.consent(browser, link.url)).text).toContain('It works.');
    const after = await named('again');
    expect(after).toMatchObject({ id: before.id, settings: before.settings, state: 'active' });
    expect(await consent.linkState(link.id)).toMatchObject({ state: 'connected', connections: [before.id] });
    expect((await gateway.execute(after.id, { entity: 'events', action: 'list' })).status).toBe(200);
  });
});

describe('a consent to several accounts', () => {
  const signed = (reply: URLSearchParams) => {
    const text = [...reply]
      .sort()
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    reply.set('hmac', createHmac('sha256', vendorClient.client_secret).update(text).digest('hex'));
    return reply;
  };
  const boardsConsent = async (body: object = {}) => {
    const link = await consent.link({ connector: 'boards', settings: { subdomain: 'acme' }, ...body });
    const url = await consent.depart(browser, link.url);
    return { link, url, page: await consent.comeBack(browser, signed(consent.vendor.agree(url))) };
  };

  it('follows what the connector declares, and takes the only account', async () => {
    const { vendor } = consent;
    const { url, page } = await boardsConsent({ name: 'only' });
    expect(page.text).toContain('It works.');
    const query = new URL(url).searchParams;
    expect(query.get('scope')).toBe('read,write');
    expect(query.has('code_challenge')).toBe(false);
    const exchange = vendor.arrivals.findLast(({ path }) => path.startsWith('/oauth/token'));
    expect(exchange?.path).toBe('/oauth/token?v=2');
    expect(JSON.parse(exchange?.body ?? '')).toEqual({
      grant_type: 'authorization_code',
      code: expect.stringMatching(/^code-/),
      redirect_uri: query.get('redirect_uri'),
    });
    const listed = vendor.arrivals.findLast(({ path }) => path.startsWith('/accounts'));
    expect(listed?.path).toBe('/accounts?all=1');
    expect(listed?.headers['developer-token']).toBe('developer-canary');
    expect((await named('only')).settings).toEqual({ subdomain: 'acme', account_id: '17', base_url: vendor.origin });
    expect(vendor.arrivals.at(-1)?.headers['board-account']).toBe('17');
  });

  it('lets the person choose one where a refresh token cannot be shared', async () => {
    consent.vendor.accounts = {
      accounts: [
        { id: 1, title: 'One' },
        { id: 2, title: '<b>Two</b>' },
      ],
    };
    const { link, page } = await boardsConsent({ name: 'chosen' });
    expect(page.text).toContain('Which account of Boards?');
    expect(page.text).toContain('type="radio"');
    expect(page.text).toContain('&lt;b&gt;Two');
    expect(await named('chosen')).toBeUndefined();
    expect(
      (
        await browser.submit(page, [
          ['account', '0'],
          ['account', '1'],
        ])
      ).text,
    ).toContain('Choose an account.');
    expect((await browser.submit(page)).text).toContain('Choose an account.');
    expect((await browser.submit(page, { account: '1' })).text).toContain('It works.');
    expect((await named('chosen')).settings.account_id).toBe('2');
    expect((await consent.linkState(link.id)).connections).toHaveLength(1);
  });

  it('makes a connection of each chosen one where tokens are not renewed', async () => {
    consent.vendor.refreshTokens = false;
    const title = 'Same';
    consent.vendor.accounts = {
      accounts: [
        { id: 1, title },
        { id: 2, title },
        { id: 3, title: 'Other' },
      ],
    };
    const { link, page } = await boardsConsent({ name: 'many' });
    expect(page.text).toContain('type="checkbox"');
    const done = await browser.submit(page, [
      ['account', '0'],
      ['account', '1'],
    ]);
    expect(done.text).toContain('many: Same 2');
    const made = (await consent.linkState(link.id)).connections;
    const found = (await consent.connections()).filter(({ id }) => made.includes(id));
    expect(found.map(({ name, settings }) => [name, settings.account_id])).toEqual([
      ['many: Same', '1'],
      ['many: Same 2', '2'],
    ]);
  });

  it('says so where there is none', async () => {
    consent.vendor.accounts = { accounts: [] };
    const { page } = await boardsConsent();
    expect(page.text).toContain('Start again with another one');
  });

  it('takes the same account only when a connection is connected again', async () => {
    await boardsConsent({ name: 'same' });
    const { id, settings } = await named('same');
    consent.vendor.accounts = { accounts: [{ id: 99, title: 'Another' }] };
    const again = { settings: undefined, connection_id: id };
    const { page } = await boardsConsent(again);
    expect(page.text).toContain('is not among those you authorized');
    consent.vendor.accounts = {
      accounts: [
        { id: 99, title: 'Another' },
        { id: 17, title: 'Sales' },
      ],
    };
    expect((await boardsConsent(again)).page.text).toContain('It works.');
    expect(await named('same')).toMatchObject({ id, settings });
  });

  it('asks for what the link does not fix', async () => {
    const link = await consent.link({ connector: 'boards' });
    const first = await browser.get(link.url);
    expect(first.text).toContain('Name of your boards');
    for (const hidden of ['account_id', 'developer_token', 'base_url', 'api_version'])
      expect(first.text).not.toContain(hidden);
    expect((await browser.submit(first)).status).toBe(422);
    const wrong = await browser.submit(first, { 'settings.subdomain': 'evil.example/x' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('aria-invalid="true"');
    expect(wrong.text).toContain('value="evil.example/x"');
    const url = onwardsOf(
      await browser.submit(first, { 'settings.subdomain': 'acme', 'settings.base_url': 'http://evil' }),
    );
    expect((await consent.comeBack(browser, signed(consent.vendor.agree(url)))).text).toContain('It works.');
  });
});
