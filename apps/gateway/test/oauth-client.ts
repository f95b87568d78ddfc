import { createHash, randomBytes } from 'node:crypto';
import { onwardsOf, PageBrowser, type ShownPage } from './page-browser.ts';
import type { Response, RunningGateway } from './running-gateway.ts';

/** A client of a suite: what it registered as, and its verifier. */
export interface SuiteClient {
  readonly id: string;
  readonly redirectUri: string;
  readonly verifier: string;
  /** The parameters of a request for consent, with the given differences; undefined leaves one out. */
  parameters(changes?: Readonly<Record<string, string | undefined>>): URLSearchParams;
}

/** The redirect URI of clients of the suites. */
export const callback = 'https://agent.example/callback';

/** Registers a public client. */
export async function registerClient(
  gateway: Pick<RunningGateway, 'send' | 'url'>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<SuiteClient> {
  const metadata = { client_name: 'Agent', redirect_uris: [callback], token_endpoint_auth_method: 'none', ...changes };
  const { status, json, text } = await gateway.send('POST', '/oauth/register', { body: metadata, token: null });
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`);
  return clientOf(gateway, json.client_id, json.redirect_uris[0]);
}

/** A client with an id. */
export function clientOf({ url }: Pick<RunningGateway, 'url'>, id: string, redirectUri = callback): SuiteClient {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    id,
    redirectUri,
    verifier,
    parameters: (changes = {}) => {
      const all = {
        response_type: 'code',
        client_id: id,
        redirect_uri: redirectUri,
        state: 'state-of-the-client',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: `${url}/mcp`,
        ...changes,
      };
      return new URLSearchParams(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      );
    },
  };
}

/** Opens the page of a consent. */
export const openConsent = (
  { url }: Pick<RunningGateway, 'url'>,
  browser: PageBrowser,
  parameters: URLSearchParams,
): Promise<ShownPage> => browser.get(`${url}/oauth/authorize?${parameters}`);

/** Lets a client act for the bearer of a token, and returns where the browser is sent. */
export async function consentWith(
  gateway: Pick<RunningGateway, 'url' | 'token'>,
  client: SuiteClient,
  {
    token = gateway.token,
    entered = [],
    browser = new PageBrowser(),
  }: {
    readonly token?: string;
    readonly entered?: readonly (readonly [string, string])[];
    readonly browser?: PageBrowser;
  } = {},
): Promise<URL> {
  const first = await openConsent(gateway, browser, client.parameters());
  const second = await browser.submit(first, { token });
  const connections = entered.some(([name]) => name === 'connection') ? [] : checkedIn(second);
  const last = await browser.submit(second, [...connections, ...entered, ['decision', 'allow']]);
  return new URL(onwardsOf(last));
}

/** The checkboxes of a page that are checked. */
export const checkedIn = ({ text }: ShownPage): readonly (readonly [string, string])[] =>
  [...text.matchAll(/<input type="checkbox" name="([^"]+)" value="([^"]+)" checked>/g)].map(
    ([, name = '', value = '']) => [name, value],
  );

/** Sends a form to an endpoint of clients. */
export const sendForm = (
  gateway: Pick<RunningGateway, 'send'>,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  gateway.send('POST', path, {
    token: null,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** Exchanges a code; `changes` replaces parameters. */
export const exchange = (
  gateway: Pick<RunningGateway, 'send'>,
  client: SuiteClient,
  code: string | null,
  changes: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  sendForm(gateway, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    code: code ?? '',
    code_verifier: client.verifier,
    ...changes,
  });

/** Uses a refresh token. */
export const refresh = (
  gateway: Pick<RunningGateway, 'send'>,
  client: SuiteClient,
  refreshToken: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  sendForm(gateway, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: refreshToken,
    ...changes,
  });
