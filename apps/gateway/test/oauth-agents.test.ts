import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedIn, consentWith, exchange, openConsent, refresh, registerClient, sendForm } from './oauth-client.ts';
import { onwardsOf, PageBrowser, unescaped } from './page-browser.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

async function granted(options: Parameters<typeof consentWith>[2] = {}) {
  const client = await registerClient(gateway);
  const back = await consentWith(gateway, client, options);
  const { status, json, headers } = await exchange(gateway, client, back.searchParams.get('code'));
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  return { client, back, access: json as { access_token: string; refresh_token: string; expires_in: number } };
}

const whoami = async (token: string) => gateway.send('GET', '/api/v1/whoami', { token });

describe('a client that signs in', () => {
  it('finds the authorization server, from the response without a token on', async () => {
    const refused = await gateway.send('POST', '/mcp', { token: null, body: {} });
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate'])) ?? [];
    const resource = await gateway.send('GET', new URL(metadata).pathname, { token: null });
    expect(resource.json).toMatchObject({ resource: `${gateway.url}/mcp`, authorization_servers: [gateway.url] });
    expect(resource.headers['access-control-allow-origin']).toBe('*');
    for (const path of ['', '/mcp']) {
      const server = await gateway.send('GET', `/.well-known/oauth-authorization-server${path}`, { token: null });
      expect(server.json).toMatchObject({
        issuer: gateway.url,
        authorization_endpoint: `${gateway.url}/oauth/authorize`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    }
    expect((await gateway.send('GET', '/.well-known/openid-configuration', { token: null })).status).toBe(404);
  });

  it('acts for the bearer of a token, within the policy, and in no way manages', async () => {
    const { back, access } = await granted();
    expect(back.origin + back.pathname).toBe('https://agent.example/callback');
    expect(back.searchParams.get('state')).toBe('state-of-the-client');
    expect(back.searchParams.get('iss')).toBe(gateway.url);
    expect(access).toMatchObject({ token_type: 'Bearer', access_token: expect.stringMatching(/^cty_/) });
    const list = await gateway.send('GET', '/api/v1/integrations/connectors', { token: access.access_token });
    expect(list.json.data.length).toBeGreaterThan(0);
    const { json } = await whoami(access.access_token);
    expect(json).toMatchObject({ kind: 'token', token: { name: 'Agent', policy: {} } });
    expect(json.rights).not.toContain('Manages');
    const tokens = await gateway.send('GET', '/api/v1/workspaces/test/tokens', { token: access.access_token });
    expect(tokens.status).toBe(403);
  });

  it('says in words what it could do, and gets less if the person lowers it', async () => {
    const client = await registerClient(gateway, { client_name: 'Lowered' });
    const browser = new PageBrowser();
    const first = await openConsent(gateway, browser, client.parameters());
    expect(first.text).toContain('A program that calls itself <strong>Lowered</strong>');
    expect(first.text).toContain('Access goes to <strong>agent.example</strong>');
    const page = await browser.submit(first, { token: gateway.token });
    expect(page.text).toContain('the token suite');
    expect(page.text).toContain('Runs every action.');
    const [connection] = checkedIn(page);
    const entered = [connection ?? ['', ''], ['read_only', 'yes'], ['days', '7'], ['decision', 'allow']] as const;
    const last = await browser.submit(page, entered);
    const code = new URL(onwardsOf(last)).searchParams.get('code');
    const { json } = await exchange(gateway, client, code);
    const { token } = (await whoami(json.access_token)).json;
    expect(token.policy).toMatchObject({ read_only: true, connectors: [connection?.[1]] });
    expect(Date.parse(token.expires_at) - Date.now()).toBeLessThanOrEqual(7 * 24 * 60 * 60 * 1_000);
  });

  it('gets nothing wider than a token that is restricted itself', async () => {
    const token = await gateway.tokenWith({ connectors: ['ledger'], effects: { deny: ['outward'] } });
    const { access } = await granted({ token, entered: [['no_delete', 'yes']] });
    expect((await whoami(access.access_token)).json.token.policy).toEqual({
      connectors: ['ledger'],
      effects: { allow: ['read', 'write'] },
    });
  });

  it('sees no more than the token that lets it act, and the person reads what that is', async () => {
    const policy = {
      personal: { all: 'drop' },
      records: [{ connector: 'ledger', entity: 'customers', where: { eq: { name: 'Ada' } } }],
    };
    const token = await gateway.tokenWith(policy);
    const client = await registerClient(gateway);
    const browser = new PageBrowser();
    const page = await browser.submit(await openConsent(gateway, browser, client.parameters()), { token });
    expect(page.text).toContain('<li>Without personal data.</li>');
    expect(page.text).toContain('<li>Of ledger customers, only those with name Ada.</li>');
    const { access } = await granted({ token, entered: [['read_only', 'yes']] });
    expect((await whoami(access.access_token)).json.token.policy).toEqual({ read_only: true, ...policy });
  });

  it('keeps its access by refreshing, as the same token in lists', async () => {
    const { client, access } = await granted();
    const before = (await whoami(access.access_token)).json.token.id;
    const renewed = await refresh(gateway, client, access.refresh_token, { resource: `${gateway.url}/mcp` });
    expect(renewed.status).toBe(200);
    expect((await whoami(renewed.json.access_token)).json.token.id).toBe(before);
    expect((await whoami(access.access_token)).status).toBe(401);
  });

  it('loses its access when the person ends it in the list of tokens', async () => {
    const { client, access } = await granted();
    const { id } = (await whoami(access.access_token)).json.token;
    await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${id}`);
    expect((await whoami(access.access_token)).status).toBe(401);
    expect((await refresh(gateway, client, access.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('gives its access back', async () => {
    const { client, access } = await granted();
    const form = { token: access.refresh_token, client_id: client.id };
    expect((await sendForm(gateway, '/oauth/revoke', form)).status).toBe(200);
    expect((await sendForm(gateway, '/oauth/revoke', form)).status).toBe(200);
    expect((await whoami(access.access_token)).status).toBe(401);
  });

  it('learns that the person said no', async () => {
    const client = await registerClient(gateway);
    const browser = new PageBrowser();
    const first = await openConsent(gateway, browser, client.parameters());
    const page = await browser.submit(first, { token: gateway.token });
    const back = new URL(onwardsOf(await browser.submit(page, { decision: 'deny' })));
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'state-of-the-client',
      iss: gateway.url,
    });
  });

  it('is named in the audit of its calls, and its consent is an entry', async () => {
    const { access } = await granted();
    const { id } = (await whoami(access.access_token)).json.token;
    await gateway.execute(
      'ledger',
      { entity: 'customers', action: 'list', params: {} },
      { token: access.access_token },
    );
    const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20');
    const ofCall = json.data.find((entry: { token_id: string }) => entry.token_id === id);
    expect(ofCall.actor).toMatchObject({ agent: 'Agent' });
    const consented = json.data.find((entry: { subject_id: string }) => entry.subject_id === id);
    expect(consented).toMatchObject({ entity: 'tokens', action: 'create', intent: 'consent for Agent' });
  });

  it('may have a secret, sent in the header or in the body', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const metadata = { client_name: 'Server', redirect_uris: ['https://agent.example/callback'] };
      const body = { ...metadata, token_endpoint_auth_method: method };
      const { json } = await gateway.send('POST', '/oauth/register', { body, token: null });
      expect(json).toMatchObject({ token_endpoint_auth_method: method, client_secret_expires_at: 0 });
      const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: json.client_id };
      const basic = `Basic ${Buffer.from(`${json.client_id}:${json.client_secret}`).toString('base64')}`;
      const right =
        method === 'client_secret_post'
          ? await sendForm(gateway, '/oauth/token', { ...form, client_secret: json.client_secret })
          : await sendForm(gateway, '/oauth/token', form, { authorization: basic });
      expect(right.json.error).toBe('invalid_grant');
      const wrong = await sendForm(gateway, '/oauth/token', { ...form, client_secret: 'wrong' });
      expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client']);
      expect((await sendForm(gateway, '/oauth/token', form)).status).toBe(401);
    }
  });

  it('may run in a page of any origin', async () => {
    for (const path of ['/oauth/token', '/oauth/register', '/.well-known/oauth-authorization-server']) {
      const { status, headers } = await gateway.send('OPTIONS', path, { token: null });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const consent = await gateway.send('OPTIONS', '/oauth/authorize', { token: null });
    expect(consent.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the page of a consent', () => {
  it('refuses the admin token, an unknown one and the access of another agent', async () => {
    const { access } = await granted();
    const client = await registerClient(gateway);
    for (const [token, reason] of [
      [adminToken, 'The admin token belongs to no workspace'],
      [`cty_${'x'.repeat(43)}`, 'unknown, expired or revoked'],
      [access.access_token, 'access of another program'],
    ] as const) {
      const browser = new PageBrowser();
      const page = await browser.submit(await openConsent(gateway, browser, client.parameters()), { token });
      expect([page.status, unescaped(page.text)]).toEqual([422, expect.stringContaining(reason)]);
      expect(page.text).not.toContain(token);
    }
  });

  it('says why a token with limits of its own cannot let an agent act', async () => {
    const token = await gateway.tokenWith({ calls_per_minute: 10 });
    const client = await registerClient(gateway);
    const browser = new PageBrowser();
    const page = await browser.submit(await openConsent(gateway, browser, client.parameters()), { token });
    const outcome = await browser.submit(page, [...checkedIn(page), ['decision', 'allow']]);
    expect([outcome.status, outcome.text]).toEqual([403, expect.stringContaining('Nothing was granted')]);
  });
});
