import type { RawValue } from '@connectory/connector-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { demoHeaders, sendAction } from './send-action.ts';
import { people } from './toys/people.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [shop, people], sandboxes: toySandboxes });
});
beforeEach(() => running.sandbox.reset());
afterAll(() => running.stop());

async function token(path: string, values: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(running.origin + path, { method: 'POST', headers, body: new URLSearchParams(values) });
  return { status: response.status, body: (await response.json()) as RawValue };
}

const refresh = (refreshToken: string, changes: Record<string, string> = {}, path = '/shop/oauth/token') => {
  const { client_id: id = '', client_secret: secret = '' } = running.sandbox.credentials('shop');
  return token(path, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: id,
    client_secret: secret,
    ...changes,
  });
};

const status = async (accessToken: string) =>
  (await sendAction(running, shop, 'products', 'list', {}, { authorization: `Bearer ${accessToken}` })).status;

describe('refresh tokens', () => {
  it('rotate: each is valid once', async () => {
    const { refresh_token: first = '' } = running.sandbox.credentials('shop');
    const one = await refresh(first);
    expect(one).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 3600, scope: 'all' } });
    expect(await status(one.body.access_token)).toBe(200);
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const two = await refresh(one.body.refresh_token, {}, '/shop/oauth/tokens');
    expect(two.status).toBe(200);
    expect(two.body.access_token).not.toBe(one.body.access_token);
    expect(await refresh(one.body.refresh_token)).toMatchObject({ status: 400 });
  });

  it('are still known to a sandbox that was restarted', async () => {
    const { body } = await refresh(running.sandbox.credentials('shop').refresh_token ?? '');
    running.sandbox.reset();
    expect(await status(body.access_token)).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  it('are refused with a wrong client, grant or text', async () => {
    const { refresh_token: good = '' } = running.sandbox.credentials('shop');
    expect(await refresh(good, { client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await refresh(good, { grant_type: 'password' })).toMatchObject({
      body: { error: 'unsupported_grant_type' },
    });
    expect(await refresh('demo-refresh_token-5-forged')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await refresh(good)).status).toBe(200);
  });

  it('stay out of the request log', async () => {
    const { refresh_token: secret = '', client_secret: client = '' } = running.sandbox.credentials('shop');
    await refresh(secret);
    const log = JSON.stringify(running.sandbox.requests);
    expect(log).toContain('grant_type');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(client);
  });
});

describe('expired tokens', () => {
  it('are refused until they are renewed', async () => {
    const { access_token: access = '', refresh_token: renewal = '' } = running.sandbox.credentials('shop');
    running.sandbox.behaviors.next('shop', { kind: 'expired-token' });
    expect(await status(access)).toBe(401);
    expect(await status(access)).toBe(401);
    const { body } = await refresh(renewal);
    expect(await status(body.access_token)).toBe(200);
    expect(await status(access)).toBe(401);
  });

  it('are refused once where nothing can be renewed', async () => {
    const headers = await demoHeaders(running, shop, 'key');
    running.sandbox.behaviors.next('shop', { kind: 'expired-token' });
    const url = `${running.origin}/shop/api/v2/products.json`;
    expect((await fetch(url, { headers })).status).toBe(401);
    expect((await fetch(url, { headers })).status).toBe(200);
  });
});

describe('client credentials', () => {
  it("are exchanged at the vendor's own path and at the usual one", async () => {
    const { client_id: id, client_secret: secret } = running.sandbox.credentials('people');
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    for (const path of ['/people/token', '/people/oauth/token']) {
      const { body } = await token(path, { grant_type: 'client_credentials' }, basic(`${id}:${secret}`));
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'ok', 'token_type']);
      const headers = { authorization: `Bearer ${body.access_token}` };
      expect((await sendAction(running, people, 'persons', 'list', {}, headers)).status).toBe(200);
    }
    const wrong = await token('/people/token', { grant_type: 'client_credentials' }, basic(`${id}:wrong`));
    // As this vendor refuses everything.
    expect(wrong).toMatchObject({ status: 200, body: { ok: false, error: 'invalid_client' } });
  });
});
