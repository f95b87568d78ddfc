import { createHash, createHmac } from 'node:crypto';
import type { RawValue } from '@connectory/connector-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { consenting } from './toys/consenting.ts';

const accounts = {
  url: 'https://api.example.com/consented',
  list: 'sites',
  name: 'title',
  settings: { site: 'key.id' },
};
const typical = consenting('typical', { issuer: 'https://login.example.com', accounts });
const odd = consenting(
  'odd',
  {
    pkce: false,
    client: 'basic',
    encoding: 'json',
    scopeSeparator: ',',
    params: { access: 'offline' },
    tokenParams: { expiring: '1' },
    tokenAt: { access_token: 'user.token', expires_in: 'user.seconds' },
    signature: { parameter: 'hmac' },
    accounts: { ...accounts, list: '', name: '', headers: { authorization: 'OAuth {access_token}' } },
  },
  true,
);

const redirectUri = 'https://gateway.example.com/oauth/callback?from=toy';
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [typical, odd] });
});
beforeEach(() => running.sandbox.reset());
afterEach(() => vi.useRealTimers());
afterAll(() => running.stop());

type Values = Readonly<Record<string, string | undefined>>;
const given = (values: Values) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));

const asked = (id: string): Values => ({
  client_id: running.sandbox.credentials(id).client_id,
  redirect_uri: redirectUri,
  response_type: 'code',
  state: 'state-of-the-link',
  ...(id === 'typical'
    ? { scope: 'read write', code_challenge: challenge, code_challenge_method: 'S256' }
    : { scope: 'read,write', access: 'offline' }),
});

const page = (id: string, changes: Values = {}, init: RequestInit = {}) => {
  const query = new URLSearchParams(given({ ...asked(id), ...changes }));
  return fetch(`${running.origin}/${id}/home/authorize?${query}`, { redirect: 'manual', ...init });
};

const decide = (id: string, decision: string, changes: Values = {}) =>
  page(id, changes, { method: 'POST', body: new URLSearchParams({ decision }) });

async function responseOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get('location') ?? '');
  expect(`${url.origin}${url.pathname}`).toBe('https://gateway.example.com/oauth/callback');
  return Object.fromEntries(url.searchParams);
}

async function exchange(code: string | undefined, changes: Values = {}) {
  const { client_id, client_secret } = running.sandbox.credentials('typical');
  const values = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const body = new URLSearchParams(given({ client_id, client_secret, ...values, ...changes }));
  const response = await fetch(`${running.origin}/typical/home/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as RawValue };
}

const allowed = async () => (await responseOf(await decide('typical', 'allow'))).code;
const listed = (id: string, path: string, authorization: string) =>
  fetch(`${running.origin}/${id}/${path}`, { headers: { authorization } });

describe('the consent page', () => {
  it('says who asks for what', async () => {
    const response = await page('typical');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const html = await response.text();
    for (const part of [
      'demo-typical-client_id',
      'read',
      'write',
      'Toy &#60;Vendor&#62;',
      'https://gateway.example.com',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('<Vendor>');
  });

  it('sends a person who allows back with a code, the state and the issuer', async () => {
    expect(await responseOf(await decide('typical', 'allow'))).toEqual({
      from: 'toy',
      code: expect.stringMatching(/^demo-code-/),
      state: 'state-of-the-link',
      iss: 'https://login.example.com',
    });
  });

  it('sends a person who denies back with an error', async () => {
    const reply = await responseOf(await decide('typical', 'deny'));
    expect(reply).toMatchObject({
      error: 'access_denied',
      state: 'state-of-the-link',
      iss: 'https://login.example.com',
    });
    expect(reply.code).toBeUndefined();
  });

  it('signs its response where the vendor does', async () => {
    const { hmac, from, ...signed } = await responseOf(await decide('odd', 'allow'));
    const text = Object.keys(signed)
      .sort()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    expect(Object.keys(signed).sort()).toEqual(['code', 'state', 'timestamp']);
    const secret = running.sandbox.credentials('odd').client_secret ?? '';
    expect(hmac).toBe(createHmac('sha256', secret).update(text).digest('hex'));
  });

  it.each([
    [{ client_id: 'somebody' }],
    [{ redirect_uri: undefined }],
    [{ redirect_uri: 'javascript:alert(1)' }],
    [{ redirect_uri: 'https://gateway.example.com/#fragment' }],
  ])('sends nobody anywhere for %j', async (changes) => {
    for (const response of [await page('typical', changes), await decide('typical', 'allow', changes)]) {
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
    }
  });

  it.each([
    ['typical', { response_type: 'token' }, 'unsupported_response_type'],
    ['typical', { state: undefined }, 'invalid_request'],
    ['typical', { code_challenge: undefined }, 'invalid_request'],
    ['typical', { code_challenge: verifier }, 'invalid_request'],
    ['typical', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['typical', { scope: 'read,write' }, 'invalid_scope'],
    ['typical', { scope: 'admin' }, 'invalid_scope'],
    ['typical', { scope: undefined }, 'invalid_scope'],
    ['odd', { scope: 'read write' }, 'invalid_scope'],
    ['odd', { access: undefined }, 'invalid_request'],
    ['odd', { code_challenge: challenge, code_challenge_method: 'S256' }, 'invalid_request'],
  ])('refuses %s %j', async (id, changes, error) => {
    expect(await responseOf(await page(id, changes))).toMatchObject({ error });
    expect((await responseOf(await decide(id, 'allow', changes))).code).toBeUndefined();
  });

  it('can be told to deny, to fail and to be slow', async () => {
    const { behaviors } = running.sandbox;
    behaviors.next('typical', { kind: 'access-denied' });
    expect(await responseOf(await page('typical'))).toMatchObject({
      error: 'access_denied',
      state: 'state-of-the-link',
    });
    behaviors.next('typical', { kind: 'failing-before' }, { match: { path: '/home/authorize' } });
    expect((await page('typical')).status).toBe(500);
    behaviors.next('typical', { kind: 'slow', milliseconds: 60 });
    const before = performance.now();
    expect((await page('typical')).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(50);
  });
});

describe('a code', () => {
  it('is exchanged for tokens that work and renew each other', async () => {
    const code = await allowed();
    const { status, body } = await exchange(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });
    expect((await listed('typical', 'things', `Bearer ${body.access_token}`)).status).toBe(200);
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    const renewed = await exchange(undefined, { ...renewal, redirect_uri: undefined, code_verifier: undefined });
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(body.refresh_token);
    expect((await exchange(undefined, renewal)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('leaves the tokens of other consents as they are, and they outlive a restart', async () => {
    const [one, other] = [await exchange(await allowed()), await exchange(await allowed())];
    running.sandbox.reset();
    const renew = (refresh_token: string | undefined) =>
      exchange(undefined, { grant_type: 'refresh_token', refresh_token });
    for (const { body } of [one, other]) {
      expect((await listed('typical', 'things', `Bearer ${body.access_token}`)).status).toBe(200);
      expect((await renew(body.refresh_token)).status).toBe(200);
    }
    expect((await renew(running.sandbox.credentials('typical').refresh_token)).status).toBe(200);
  });

  it('is good once', async () => {
    const code = await allowed();
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is good for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const code = await allowed();
    vi.setSystemTime(Date.now() + 61_000);
    expect((await exchange(code)).body).toMatchObject({ error: 'invalid_grant', error_description: /expired/ });
  });

  it.each([
    [{ redirect_uri: 'https://gateway.example.com/oauth/callback' }, 400, 'invalid_grant'],
    [{ redirect_uri: undefined }, 400, 'invalid_grant'],
    [{ code_verifier: 'w'.repeat(64) }, 400, 'invalid_grant'],
    [{ code_verifier: undefined }, 400, 'invalid_grant'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'somebody' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('is not exchanged with %j', async (changes, status, error) => {
    const code = await allowed();
    expect(await exchange(code, changes)).toMatchObject({ status, body: { error } });
  });
});

describe('a vendor with ways of its own', () => {
  const post = async (changes: Record<string, string> = {}) => {
    const { client_id, client_secret } = running.sandbox.credentials('odd');
    const { code } = await responseOf(await decide('odd', 'allow'));
    const response = await fetch(`${running.origin}/odd/home/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        expiring: '1',
        ...changes,
      }),
    });
    return { status: response.status, body: (await response.json()) as RawValue };
  };

  it('returns where it says', async () => {
    const { body } = await post();
    expect(body).toMatchObject({ ok: true, user: { token: expect.any(String), seconds: 3600 } });
    expect(body.access_token).toBeUndefined();
    expect((await listed('odd', 'things', `Bearer ${body.user.token}`)).status).toBe(200);
  });

  it('wants its parameters, and refuses within a 200', async () => {
    expect(await post({ expiring: '0' })).toMatchObject({ status: 200, body: { ok: false, error: 'invalid_request' } });
    expect(await post({ code: 'demo-code-1' })).toMatchObject({
      status: 200,
      body: { ok: false, error: 'invalid_grant' },
    });
    expect(await post({ code_verifier: verifier })).toMatchObject({ body: { ok: false, error: 'invalid_grant' } });
  });

  it('lists accounts as texts, with headers of their own', async () => {
    const { body } = await post();
    expect((await listed('odd', 'consented', `Bearer ${body.user.token}`)).status).toBe(401);
    const sites = (await (await listed('odd', 'consented', `OAuth ${body.user.token}`)).json()) as RawValue;
    expect(sites).toEqual([expect.stringMatching(/^[0-9]{8}$/), expect.stringMatching(/^[0-9]{8}$/)]);
  });
});

describe('the accounts of a consent', () => {
  it('are listed for its token only', async () => {
    expect((await listed('typical', 'consented', 'Bearer wrong')).status).toBe(401);
    const { body } = await exchange(await allowed());
    const reply = (await (await listed('typical', 'consented', `Bearer ${body.access_token}`)).json()) as RawValue;
    expect(reply.sites).toHaveLength(2);
    for (const site of reply.sites)
      expect(site).toEqual({
        title: expect.stringContaining('account'),
        key: { id: expect.stringMatching(/^[0-9]{8}$/) },
      });
    expect(new Set(reply.sites.map((site: RawValue) => site.key.id)).size).toBe(2);
  });
});

it('keeps codes and secrets out of the request log', async () => {
  const code = await allowed();
  await exchange(code);
  const log = JSON.stringify(running.sandbox.requests);
  expect(log).toContain('authorization_code');
  for (const secret of [code, verifier, running.sandbox.credentials('typical').client_secret])
    expect(log).not.toContain(secret);
});
