import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedIn } from './oauth-client.ts';
import { onwardsOf, PageBrowser } from './page-browser.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

/** What an application of the official client keeps; its person agrees in a browser. */
class Application implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:53211/callback';
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [this.redirectUrl] };
  information: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  back: URL | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  state = () => 'state-of-the-application';
  clientInformation = () => this.information;
  tokens = () => this.kept;
  codeVerifier = () => this.#verifier;
  discoveryState = () => this.#discovery;

  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.information = information;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  invalidateCredentials(): void {
    this.kept = undefined;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const browser = new PageBrowser();
    const page = await browser.submit(await browser.get(url.href), { token: gateway.token });
    this.back = new URL(onwardsOf(await browser.submit(page, [...checkedIn(page), ['decision', 'allow']])));
  }
}

async function connect(application: Application): Promise<Client> {
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', gateway.url), { authProvider: application });
  const newClient = () => new Client({ name: 'application', version: '1.0.0' });
  const first = transport();
  const client = newClient();
  try {
    await client.connect(first);
    return client;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  await first.finishAuth(application.back?.searchParams ?? new URLSearchParams());
  const signedIn = newClient();
  await signedIn.connect(transport());
  return signedIn;
}

it('lets the official client sign in, list, call, refresh, and sign in again after the person ended it', async () => {
  const application = new Application();
  const client = await connect(application);
  expect((await client.listTools()).tools.length).toBeGreaterThan(4);
  const page = { connection: 'ledger', entity: 'customers', action: 'list', params: { limit: 1 } };
  expect((await client.callTool({ name: 'run_read', arguments: page })).isError).not.toBe(true);
  const whoami = async () => {
    const token = application.kept?.access_token ?? '';
    return (await gateway.send('GET', '/api/v1/whoami', { token })).json.token?.id;
  };
  const id = await whoami();
  await client.close();

  // As after an hour: the access token is refused, and the client refreshes it.
  const former = application.kept;
  if (former === undefined) throw new Error('the client has no token');
  application.kept = { ...former, access_token: `cty_${'x'.repeat(43)}` };
  const again = await connect(application);
  expect((await again.listTools()).tools.length).toBeGreaterThan(4);
  expect(application.kept.access_token).not.toBe(former.access_token);
  expect(await whoami()).toBe(id);
  await again.close();

  await gateway.send('DELETE', `/api/v1/workspaces/test/tokens/${id}`);
  const third = await connect(application);
  expect((await third.listTools()).tools.length).toBeGreaterThan(4);
  expect(await whoami()).not.toBe(id);
  await third.close();
});
