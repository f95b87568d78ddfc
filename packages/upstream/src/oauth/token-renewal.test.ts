import { describe, expect, it } from 'vitest';
import { type StoredTokens, storedTokens } from '../../test/stored-tokens.ts';
import { gatewayErrorOf, testCall, testClient, testConnection } from '../../test/test-connector.ts';
import { inTurn, json, type Response, reset, startTestUpstream, type TestUpstream } from '../../test/test-upstream.ts';

const oauthApp = { client_id: 'app', client_secret: 'secret-of-app', refresh_token: 'refresh-1' };
const longAgo = '2020-01-01T00:00:00.000Z';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Serves the token endpoint with `token`, and the API to whoever bears an accepted token. */
function vendor(token: Response, accepted: readonly string[]): Response {
  return (request, response) => {
    if (request.url === '/token') return token(request, response);
    const isAccepted = accepted.some((text) => request.headers.authorization === `Bearer ${text}`);
    return (isAccepted ? json({ id: '1' }) : json({ message: 'expired' }, 401))(request, response);
  };
}

const connectionTo = ({ origin }: TestUpstream, tokens: StoredTokens, authentication = 'oauth') =>
  testConnection(origin, { authentication, credentials: tokens.values, tokens });

const refreshes = ({ received }: TestUpstream) => received.filter(({ url }) => url === '/token');
const apiCalls = ({ received }: TestUpstream) => received.filter(({ url }) => url !== '/token');
const getOne = (upstream: TestUpstream, tokens: StoredTokens, client = testClient()) =>
  client.record(testCall(connectionTo(upstream, tokens), 'things get', { id: '1' }));

const issue = (accessToken: string, more: object = {}) =>
  json({ access_token: accessToken, token_type: 'bearer', ...more });

describe('before a call', () => {
  it('uses a token that is still good', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['good']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'good', access_token_expires_at: inAnHour() });
    await getOne(upstream, tokens);
    expect(refreshes(upstream)).toEqual([]);
    expect(tokens.events).toEqual([]);
  });

  it.each([
    ['is missing', {}],
    ['has expired', { access_token: 'old', access_token_expires_at: longAgo }],
    [
      'expires within half a minute',
      { access_token: 'old', access_token_expires_at: new Date(Date.now() + 20_000).toISOString() },
    ],
  ])('renews a token that %s', async (_name, stored) => {
    const upstream = await startTestUpstream(vendor(issue('new', { expires_in: 3600 }), ['new']));
    const tokens = storedTokens({ ...oauthApp, ...stored });
    await getOne(upstream, tokens);
    expect(refreshes(upstream)).toHaveLength(1);
    expect(apiCalls(upstream)).toHaveLength(1);
    expect(tokens.values.access_token).toBe('new');
    expect(Date.parse(tokens.values.access_token_expires_at ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
  });

  it('sends the refresh token with the client in the body', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['new']));
    await getOne(upstream, storedTokens(oauthApp));
    const [request] = refreshes(upstream);
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'app',
      client_secret: 'secret-of-app',
    });
  });

  it('fetches a token with client credentials, the client in the header', async () => {
    const upstream = await startTestUpstream(vendor(issue('new', { expires_in: '600' }), ['new']));
    const tokens = storedTokens({ client_id: 'app', client_secret: 'secret-of-app' });
    const connection = connectionTo(upstream, tokens, 'machine');
    await testClient().record(testCall(connection, 'things get', { id: '1' }));
    const [request] = refreshes(upstream);
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('app:secret-of-app').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
    });
    expect(tokens.values.access_token).toBe('new');
    expect(Date.parse(tokens.values.access_token_expires_at ?? '')).toBeGreaterThan(Date.now() + 500_000);
  });

  it.each([undefined, null, 'soon', 1e308, -5])('copes with a lifetime of %j', async (lifetime) => {
    const upstream = await startTestUpstream(vendor(issue('new', { expires_in: lifetime }), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'old', access_token_expires_at: longAgo });
    await getOne(upstream, tokens);
    expect(tokens.values.access_token).toBe('new');
  });

  it('forgets the expiry of the token before, when the new one has none', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'old', access_token_expires_at: longAgo });
    await getOne(upstream, tokens);
    await getOne(upstream, tokens);
    expect(refreshes(upstream)).toHaveLength(1);
  });
});

describe('after a 401', () => {
  it.each(['things get', 'things update'] as const)('renews once and sends the call again: %s', async (what) => {
    const upstream = await startTestUpstream(vendor(issue('new', { refresh_token: 'refresh-2' }), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const params = what === 'things get' ? { id: '1' } : { id: '1', name: 'x' };
    await testClient().record(testCall(connectionTo(upstream, tokens), what, params));
    expect(apiCalls(upstream).map(({ headers }) => headers.authorization)).toEqual(['Bearer stale', 'Bearer new']);
    expect(tokens.values.refresh_token).toBe('refresh-2');
  });

  it.each([
    ['things get', { id: '1' }, 200],
    ['things get', { id: '1' }, 400],
    ['things create', { name: 'x' }, 200],
    ['things download', { id: '1' }, 403],
  ] as const)('takes a code that says the same for one: %s %j, %i', async (what, params, status) => {
    const expired = json({ error: { code: 'token_is_old' } }, status);
    const upstream = await startTestUpstream((request, response) => {
      if (request.url === '/token') return issue('new')(request, response);
      const isAccepted = request.headers.authorization === 'Bearer new';
      return (isAccepted ? json({ id: '1' }) : expired)(request, response);
    });
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const call = testCall(connectionTo(upstream, tokens), what, params);
    if (what === 'things download') (await testClient().file(call)).body.resume();
    else await testClient().record(call);
    expect(apiCalls(upstream).map(({ headers }) => headers.authorization)).toEqual(['Bearer stale', 'Bearer new']);
    expect(refreshes(upstream)).toHaveLength(1);
  });

  it('believes such a code once', async () => {
    const expired = json({ error: { code: 'token_is_old' } });
    const upstream = await startTestUpstream((request, response) =>
      (request.url === '/token' ? issue('new') : expired)(request, response),
    );
    const error = await gatewayErrorOf(getOne(upstream, storedTokens({ ...oauthApp, access_token: 'stale' })));
    expect(error).toMatchObject({ code: 'credential_rejected', upstream: { status: 200, code: 'token_is_old' } });
    expect(refreshes(upstream)).toHaveLength(1);
    expect(apiCalls(upstream)).toHaveLength(2);
    const key = testCall(testConnection(upstream.origin), 'things get', { id: '1' });
    expect((await gatewayErrorOf(testClient().record(key))).code).toBe('credential_rejected');
    expect(apiCalls(upstream)).toHaveLength(3);
  });

  it('gives up after the second one', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), []));
    const error = await gatewayErrorOf(getOne(upstream, storedTokens({ ...oauthApp, access_token: 'stale' })));
    expect(error).toMatchObject({ code: 'credential_rejected', upstream: { status: 401 } });
    expect(refreshes(upstream)).toHaveLength(1);
    expect(apiCalls(upstream)).toHaveLength(2);
  });

  it('renews for a download as well', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const file = await testClient().file(testCall(connectionTo(upstream, tokens), 'things download', { id: '1' }));
    expect(await new Response(file.body as never).text()).toBe('{"id":"1"}');
    expect(refreshes(upstream)).toHaveLength(1);
  });

  it('does not renew a credential that cannot be renewed', async () => {
    const upstream = await startTestUpstream(json({}, 401));
    const call = testCall(testConnection(upstream.origin), 'things get', { id: '1' });
    expect((await gatewayErrorOf(testClient().record(call))).code).toBe('credential_rejected');
    expect(upstream.received).toHaveLength(1);
  });
});

describe('several at once', () => {
  it('share one renewal', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const client = testClient();
    const connection = connectionTo(upstream, tokens);
    const calls = Array.from({ length: 20 }, () => client.record(testCall(connection, 'things get', { id: '1' })));
    await Promise.all(calls);
    expect(refreshes(upstream)).toHaveLength(1);
  });

  it('that find the token expired take one lease', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'old', access_token_expires_at: longAgo });
    const client = testClient();
    const connection = connectionTo(upstream, tokens);
    await Promise.all(Array.from({ length: 20 }, () => client.record(testCall(connection, 'things get', { id: '1' }))));
    expect(tokens.events).toEqual(['lease', 'save']);
    expect(apiCalls(upstream)).toHaveLength(20);
  });

  it('of several processes use the token the first one stored', async () => {
    const upstream = await startTestUpstream(
      vendor(inTurn(issue('new', { refresh_token: 'refresh-2' }), json({ error: 'invalid_grant' }, 400)), ['new']),
    );
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const connection = connectionTo(upstream, tokens);
    const calls = [testClient(), testClient(), testClient()].map((client) =>
      client.record(testCall(connection, 'things get', { id: '1' })),
    );
    await Promise.all(calls);
    expect(refreshes(upstream)).toHaveLength(1);
    expect(tokens.events).toEqual(['lease', 'save', 'lease', 'lease']);
  });

  it('need no renewal when somebody else renewed meanwhile', async () => {
    const upstream = await startTestUpstream(vendor(json({ error: 'invalid_grant' }, 400), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const connection = connectionTo(upstream, tokens);
    tokens.replace({ access_token: 'new', refresh_token: 'refresh-2' });
    await testClient().record(testCall(connection, 'things get', { id: '1' }));
    expect(refreshes(upstream)).toEqual([]);
    expect(tokens.values.refresh_token).toBe('refresh-2');
  });

  it('of different connections do not share anything', async () => {
    const upstream = await startTestUpstream(
      vendor(
        (request, response) => {
          const given = new URLSearchParams(request.body).get('refresh_token');
          issue(`access-for-${given}`)(request, response);
        },
        ['access-for-a', 'access-for-b'],
      ),
    );
    const client = testClient();
    const stores = ['a', 'b'].map((name) => storedTokens({ ...oauthApp, refresh_token: name }));
    await Promise.all(stores.map((tokens) => getOne(upstream, tokens, client)));
    expect(stores.map(({ values }) => values.access_token)).toEqual(['access-for-a', 'access-for-b']);
  });
});

describe('rotating refresh tokens', () => {
  it('are stored before the new access token is used', async () => {
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const storedAtUse: (string | undefined)[] = [];
    const upstream = await startTestUpstream((request, response) => {
      if (request.headers.authorization === 'Bearer new') storedAtUse.push(tokens.values.refresh_token);
      vendor(issue('new', { refresh_token: 'refresh-2' }), ['new'])(request, response);
    });
    await getOne(upstream, tokens);
    expect(storedAtUse).toEqual(['refresh-2']);
  });

  it('keep the old one when the vendor gives no new one', async () => {
    const upstream = await startTestUpstream(vendor(issue('new', { refresh_token: '' }), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    await getOne(upstream, tokens);
    expect(tokens.values.refresh_token).toBe('refresh-1');
  });

  it('do not lose the old one when the new one cannot be stored', async () => {
    const upstream = await startTestUpstream(vendor(issue('new', { refresh_token: 'refresh-2' }), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const failing = { ...tokens, values: tokens.values, save: () => Promise.reject(new Error('database away')) };
    await expect(getOne(upstream, failing)).rejects.toThrow('database away');
    expect(apiCalls(upstream)).toHaveLength(1);
    expect(tokens.values.refresh_token).toBe('refresh-1');
  });
});

describe('a refresh token', () => {
  const refused = (): Response => json({ error: 'invalid_grant' }, 400);
  const used = ({ received }: TestUpstream) =>
    received.filter(({ url }) => url === '/token').map(({ body }) => new URLSearchParams(body).get('refresh_token'));

  /** Reads through one connection of one client, whose store can be away. */
  function reader({ origin }: TestUpstream, tokens: StoredTokens) {
    const store = { isAway: false };
    const save: StoredTokens['save'] = (values) =>
      store.isAway ? Promise.reject(new Error('database away')) : tokens.save(values);
    const client = testClient();
    const options = { authentication: 'oauth', credentials: tokens.values, tokens: { ...tokens, save } };
    const call = testCall(testConnection(origin, options), 'things get', { id: '1' });
    return { store, read: () => client.record(call) };
  }

  it('is not sent again when its response could not be stored', async () => {
    const upstream = await startTestUpstream(vendor(issue('new', { refresh_token: 'refresh-2' }), ['new']));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const { store, read } = reader(upstream, tokens);
    store.isAway = true;
    await expect(read()).rejects.toThrow('database away');
    store.isAway = false;
    await read();
    expect(used(upstream)).toEqual(['refresh-1']);
    expect(tokens.values).toMatchObject({ access_token: 'new', refresh_token: 'refresh-2' });
  });

  it('gives way to what the owner stored meanwhile', async () => {
    const upstream = await startTestUpstream(vendor(issue('lost', { refresh_token: 'refresh-2' }), []));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const { store, read } = reader(upstream, tokens);
    store.isAway = true;
    await expect(read()).rejects.toThrow('database away');
    store.isAway = false;
    tokens.replace({ refresh_token: 'refresh-of-owner', access_token: 'stale' });
    upstream.response(vendor(issue('of-owner'), ['of-owner']));
    await read();
    expect(used(upstream)).toEqual(['refresh-1', 'refresh-of-owner']);
    expect(tokens.values.access_token).toBe('of-owner');
  });

  it('that is refused after its response was lost was probably replaced, and the error says so', async () => {
    const upstream = await startTestUpstream(vendor(inTurn(reset, refused()), []));
    const tokens = storedTokens(oauthApp);
    const { read } = reader(upstream, tokens);
    expect((await gatewayErrorOf(read())).code).toBe('upstream_unavailable');
    const error = await gatewayErrorOf(read());
    expect(error).toMatchObject({ code: 'reauthorization_required' });
    expect(error.message).toContain('the vendor has probably replaced the refresh token');
    expect(tokens.events.at(-1)).toContain('the response to an earlier renewal was lost');
  });

  it('that is refused after another process died with it was probably replaced as well', async () => {
    const upstream = await startTestUpstream(vendor(refused(), []));
    const tokens = storedTokens(oauthApp);
    await tokens.renewalBegins();
    const error = await gatewayErrorOf(getOne(upstream, tokens));
    expect(error.message).toContain('the vendor has probably replaced the refresh token');
  });

  it('of which nothing left was not replaced', async () => {
    const upstream = await startTestUpstream(vendor(refused(), []));
    const { read } = reader(upstream, storedTokens(oauthApp));
    await upstream.close();
    expect((await gatewayErrorOf(read())).code).toBe('upstream_unavailable');
    await startTestUpstream(vendor(refused(), []), upstream.port);
    const error = await gatewayErrorOf(read());
    expect(error.message).toMatch(/the vendor rejected the token renewal \(400\)\.$/);
  });
});

describe('a renewal that fails', () => {
  it.each([
    ['400 invalid_grant', json({ error: 'invalid_grant' }, 400), '(400)'],
    ['a 200 that holds an error', json({ ok: false, error: 'invalid_grant' }), '(200)'],
    ['a nested code', json({ error: { code: 'invalid_grant' } }, 401), '(401)'],
    ['a code of the vendor', json({ error: 'bad_refresh_token' }), '(200)'],
    ['a code that is called status', json({ status: 'bad_refresh_token' }, 400), '(400)'],
  ])('because the vendor refuses asks for a new authorization: %s', async (_name, token, status) => {
    const upstream = await startTestUpstream(vendor(token, []));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const error = await gatewayErrorOf(getOne(upstream, tokens));
    expect(error).toMatchObject({ code: 'reauthorization_required', retryable: false });
    expect(error.message).toContain('Thingsmith account of this connection must be connected again');
    expect(tokens.events).toEqual([
      'lease',
      `reauthorization required: the vendor rejected the token renewal ${status}`,
    ]);
    expect(tokens.values.refresh_token).toBe('refresh-1');
  });

  it('for want of a refresh token asks for a new authorization', async () => {
    const upstream = await startTestUpstream(vendor(issue('new'), []));
    const tokens = storedTokens({ access_token: 'stale' });
    expect((await gatewayErrorOf(getOne(upstream, tokens))).code).toBe('reauthorization_required');
    expect(refreshes(upstream)).toEqual([]);
    expect(tokens.events).toHaveLength(2);
  });

  it.each([
    ['500', json({}, 500)],
    ['500 with a refusal', json({ error: 'invalid_grant' }, 500)],
    ['a 200 with an empty token', issue('')],
    ['a 200 that holds an error', json({ ok: false, error: 'internal_error' })],
    ['400 temporarily_unavailable', json({ error: 'temporarily_unavailable' }, 400)],
    ['401 invalid_client', json({ error: 'invalid_client' }, 401)],
    ['403 of a firewall', ((_request, response) => response.writeHead(403).end('<html>')) satisfies Response],
    ['404', json({}, 404)],
    ['302', ((_request, response) => response.writeHead(302, { location: '/login' }).end()) satisfies Response],
    ['a page instead of JSON', ((_request, response) => response.end('<html>')) satisfies Response],
    ['a connection that breaks off', reset],
  ])('because the vendor fails can be tried again, and loses nothing: %s', async (_name, token) => {
    const upstream = await startTestUpstream(vendor(inTurn(token, token, token, issue('new')), ['new']));
    const tokens = storedTokens({ ...oauthApp });
    const before = tokens.values;
    for (let turn = 0; turn < 3; turn++) {
      const error = await gatewayErrorOf(getOne(upstream, tokens));
      expect(error).toMatchObject({ code: 'upstream_unavailable', retryable: true, outcome: undefined });
    }
    expect(tokens.values).toEqual(before);
    expect(tokens.events).toEqual(['lease', 'lease', 'lease']);
    await getOne(upstream, tokens);
    expect(tokens.values.access_token).toBe('new');
  });

  it('because of a rate limit says how long to wait', async () => {
    const upstream = await startTestUpstream(
      vendor(inTurn(json({}, 429, { 'retry-after': '7' }), json({}, 429), issue('new')), ['new']),
    );
    const tokens = storedTokens(oauthApp);
    expect(await gatewayErrorOf(getOne(upstream, tokens))).toMatchObject({
      code: 'upstream_rate_limited',
      retryAfterSeconds: 7,
    });
    expect((await gatewayErrorOf(getOne(upstream, tokens))).retryAfterSeconds).toBe(10);
    await getOne(upstream, tokens);
    expect(tokens.events).toEqual(['lease', 'lease', 'lease', 'save']);
  });

  it("names the vendor's code when it can be tried again", async () => {
    const upstream = await startTestUpstream(vendor(json({ error: 'invalid_client' }, 401), []));
    const error = await gatewayErrorOf(getOne(upstream, storedTokens(oauthApp)));
    expect(error.message).toBe('Thingsmith could not renew the access token (401, invalid_client).');
  });

  it('because the client is refused asks for a new authorization where the client is the credential', async () => {
    const upstream = await startTestUpstream(vendor(json({ error: 'invalid_client' }, 401), []));
    const tokens = storedTokens({ client_id: 'app', client_secret: 'secret-of-app' });
    const call = testCall(connectionTo(upstream, tokens, 'machine'), 'things get', { id: '1' });
    expect((await gatewayErrorOf(testClient().record(call))).code).toBe('reauthorization_required');
  });

  it('leaves no doubt about the outcome of a write: it was refused', async () => {
    const upstream = await startTestUpstream(vendor(reset, []));
    const tokens = storedTokens({ ...oauthApp, access_token: 'stale' });
    const call = testCall(connectionTo(upstream, tokens), 'things create', { name: 'x' });
    const error = await gatewayErrorOf(testClient().record(call));
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: undefined });
    expect(apiCalls(upstream)).toHaveLength(1);
  });

  it('does not tell the secrets it was made with', async () => {
    const upstream = await startTestUpstream(vendor(json({ error: 'invalid_grant', seen: 'refresh-1' }, 400), []));
    const error = await gatewayErrorOf(getOne(upstream, storedTokens({ ...oauthApp, access_token: 'stale' })));
    expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/refresh-1|secret-of-app|stale/);
  });
});
