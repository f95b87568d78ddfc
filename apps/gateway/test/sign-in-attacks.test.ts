import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSignInConfiguration } from '../src/start/sign-in-configuration.ts';
import { type CrookedIssuer, type Lies, startCrookedIssuer } from './crooked-issuer.ts';
import { type Arrival, SignInBrowser } from './people-gateway.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

const environment = {
  CONNECTORY_OIDC_CLIENT_ID: 'connectory',
  CONNECTORY_OIDC_CLIENT_SECRET: 'canary-of-the-client-secret',
  CONNECTORY_OIDC_ADMINS: 'root@example.com, group:admins',
};

let issuer: CrookedIssuer;
let gateway: RunningGateway;
beforeAll(async () => {
  issuer = await startCrookedIssuer();
  const signIn = readSignInConfiguration({ ...environment, CONNECTORY_OIDC_ISSUER: issuer.url });
  gateway = await startRunningGateway({ connectors: [], configuration: { signIn } });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

/** Signs in with what the issuer says, in a new browser. */
async function signIn(
  lies: Lies,
  origin = gateway.url,
): Promise<{ readonly browser: SignInBrowser; readonly page: Arrival }> {
  issuer.lies = lies;
  const browser = new SignInBrowser(origin);
  const departure = await browser.open('/auth/sign-in', /\/authorize\?/);
  const { searchParams } = new URL(departure.url);
  issuer.nonce = searchParams.get('nonce') ?? '';
  const response = new URLSearchParams({
    code: 'canary-of-the-code',
    state: searchParams.get('state') ?? '',
    iss: issuer.url,
  });
  return { browser, page: await browser.open(`/auth/callback?${response}`, /\/console/) };
}

const isSignedIn = ({ cookies }: SignInBrowser) => cookies.has('connectory-session');

it('an honest issuer signs people in, or the rest would prove nothing', async () => {
  const { browser } = await signIn({});
  expect((await browser.send('GET', '/api/v1/whoami')).json).toMatchObject({ is_admin: true });
});

describe('an ID token', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  it.each<[string, Lies]>([
    ['of another sign-in', { claims: { nonce: 'of-another-sign-in' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example.com' } }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['for several clients, of which it names another one', { claims: { aud: ['connectory', 'b'], azp: 'b' } }],
    ['that has expired', { claims: { iat: past, exp: past + 300 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['without a signature', { signature: 'none' }],
    ['signed with another key', { signature: 'another key' }],
    ['signed with the public key as if it were a secret', { signature: 'the public key as a secret' }],
  ])('%s signs nobody in', async (_, lies) => {
    const { browser, page } = await signIn(lies);
    expect(page.status, page.text).toBe(403);
    expect(isSignedIn(browser)).toBe(false);
  });

  it.each<[string, Lies]>([
    ['an address that is not verified', { claims: { email_verified: false } }],
    ['an address without a word about it', { claims: { email_verified: undefined } }],
    ['an address that is a list', { claims: { email: ['root@example.com'] } }],
    ['a group that only begins like one', { claims: { email: undefined, groups: ['admins-of-something-else'] } }],
    ['a group in an object', { claims: { email: undefined, groups: [{ admins: true }] } }],
  ])('with %s gives nobody the rights of an admin', async (_, lies) => {
    const { browser, page } = await signIn({ ...lies, claims: { sub: 'mallory', ...lies.claims } });
    expect(page.status, page.text).toBe(403);
    expect(isSignedIn(browser)).toBe(false);
  });
});

describe('userinfo', () => {
  it('about somebody else signs nobody in', async () => {
    const { browser, page } = await signIn({
      claims: { email: undefined, groups: undefined },
      userinfo: { sub: 'eve', groups: ['admins'] },
    });
    expect(page.status, page.text).toBe(403);
    expect(isSignedIn(browser)).toBe(false);
  });

  it('does not verify an address that only the ID token has', async () => {
    const claims = { sub: 'ada', email: 'root@example.com', email_verified: undefined, groups: undefined };
    const { browser } = await signIn({ claims, userinfo: { email: 'ada@example.com', email_verified: true } });
    // She is known by now.
    expect((await browser.send('GET', '/api/v1/whoami')).json).toMatchObject({
      is_admin: false,
      person: { email: null },
    });
  });
});

describe('a discovery document', () => {
  it.each<[string, Record<string, unknown>]>([
    ['of another issuer', { issuer: 'https://evil.example.com' }],
    ['that leads to a private address', { token_endpoint: 'http://10.0.0.1/token' }],
    ['that leads to the metadata of a cloud', { jwks_uri: 'http://169.254.169.254/latest/meta-data' }],
  ])('%s signs nobody in', async (_, metadata) => {
    issuer.lies = { metadata };
    const fresh = await startRunningGateway({
      connectors: [],
      configuration: { signIn: readSignInConfiguration({ ...environment, CONNECTORY_OIDC_ISSUER: issuer.url }) },
    });
    const outcome = await signIn({ metadata }, fresh.url).catch(() => undefined);
    expect(outcome === undefined || !isSignedIn(outcome.browser)).toBe(true);
    expect(outcome?.page.status ?? 502).toBeGreaterThanOrEqual(400);
    await fresh.stop();
  });
});

it('nothing secret of a sign-in is in the log', async () => {
  const { browser } = await signIn({});
  await signIn({ signature: 'another key' });
  const session = browser.cookies.get('connectory-session') ?? 'none';
  for (const secret of ['canary-of-the-client-secret', 'canary-of-the-code', issuer.nonce, session.slice(1)])
    expect(gateway.log()).not.toContain(secret);
});
