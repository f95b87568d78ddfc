import type { Connector } from '@connectory/connector-sdk';
import { consentRequests } from '@connectory/testkit';
import { hasConsent } from '@connectory/upstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { onwardsOf, PageBrowser, type ShownPage } from '../page-browser.ts';
import { draftConnection, type RunningGateway, startRunningGateway } from '../running-gateway.ts';

interface Consenting {
  readonly id: string;
  readonly connector: Connector;
  /** The way to authenticate that people consent to. */
  readonly way: string;
}

const consenting = builtInConnectors.flatMap((connector): Consenting[] => {
  const way = Object.entries(connector.upstream.authentication).find(([, scheme]) => hasConsent(scheme))?.[0];
  return way === undefined ? [] : [{ id: connector.id, connector, way }];
});
const workspace = '/api/v1/workspaces/test';

/** The page after a consent, and how many accounts it was about. */
type Arrival = ShownPage & { readonly chosen: number };

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
});
afterAll(() => gateway.stop());

const accountsOf = ({ connector, way }: Consenting) => connector.upstream.authentication[way]?.authorization?.accounts;
const upstreams = () => ({ sandbox: gateway.sandbox, origin: gateway.sandboxOrigin });
const settingsOf = ({ id, way }: Consenting) =>
  draftConnection(builtInConnectors, upstreams(), id, way).settings as Readonly<Record<string, unknown>>;

/** What belongs to the application alongside its id and secret, with the values the simulated vendor accepts. */
function fieldsOfApp({ id, connector, way }: Consenting): Readonly<Record<string, string>> {
  const fields = connector.upstream.authentication[way]?.fields ?? {};
  const { client_id: _, client_secret: __, ...others } = gateway.sandbox.credentials(id, way);
  return Object.fromEntries(Object.entries(others).filter(([name]) => fields[name]?.required === true));
}

async function storeApp(one: Consenting): Promise<void> {
  const { client_id, client_secret } = gateway.sandbox.credentials(one.id, one.way);
  const body = {
    client_id,
    client_secret,
    credentials: fieldsOfApp(one),
    base_url: gateway.sandbox.baseUrl(gateway.sandboxOrigin, one.id),
  };
  expect((await gateway.send('PUT', `${workspace}/oauth-apps/${one.id}`, { body })).status).toBe(200);
}

async function makeLink(body: object): Promise<{ id: string; url: string }> {
  const { status, json, text } = await gateway.send('POST', `${workspace}/connect-links`, { body });
  expect(status, text).toBe(201);
  return json;
}

const linkOf = async (id: string) => (await gateway.send('GET', `${workspace}/connect-links/${id}`)).json;

/** From the link to the vendor's consent page. */
async function depart(browser: PageBrowser, url: string): Promise<{ asked: URL; page: ShownPage }> {
  const onTheWay = await browser.submit(await browser.get(url));
  const asked = onwardsOf(onTheWay);
  expect(asked, onTheWay.text).toContain(gateway.sandboxOrigin);
  const page = await browser.get(asked);
  expect(page.status, page.text).toBe(200);
  return { asked: new URL(asked), page };
}

/** Back from the vendor. Where the page lists accounts, all that may be are chosen. */
async function arrive(browser: PageBrowser, one: Consenting, page: ShownPage, decision: string): Promise<Arrival> {
  const { headers, text: said } = await browser.submit(page, { decision });
  expect(String(headers.location), said).toContain(`${gateway.url}/oauth/callback?`);
  const back = await browser.get(String(headers.location));
  // A connection that is connected again stays with its account.
  if (decision === 'deny' || accountsOf(one) === undefined || back.text.includes('It works.'))
    return { ...back, chosen: 1 };
  const choices = [...back.text.matchAll(/name="account" value="(\d+)"/g)].map(([, value = '']) => value);
  expect(choices.length, back.text).toBeGreaterThan(0);
  const chosen = back.text.includes('type="checkbox"') ? choices : choices.slice(0, 1);
  const done = await browser.submit(
    back,
    chosen.map((value) => ['account', value] as const),
  );
  return { ...done, chosen: chosen.length };
}

const checkOf = async (one: Consenting, connection: string) => {
  const { entity, action, params } = one.connector.check;
  return gateway.execute(connection, { entity, action, params });
};

const text = (value: unknown) => (value === undefined ? undefined : String(value));

if (consenting.length === 0) it('nobody consents to anything here', () => expect(consenting).toEqual([]));

describe.each(consenting.map((one) => [one.id, one] as const))('%s', (id, one) => {
  let connections: readonly string[] = [];

  it('is connected by consent, with the requests its own tests hold', async () => {
    await storeApp(one);
    const link = await makeLink({
      connector: id,
      name: `${id} by consent`,
      authentication: one.way,
      settings: settingsOf(one),
    });
    const browser = new PageBrowser();
    const expected = await consentRequests(one.connector, {
      authentication: one.way,
      settings: settingsOf(one),
      credentials: fieldsOfApp(one),
    });
    let chosen = 0;
    const arrived = await gateway.arrivalsDuring(async () => {
      const { asked, page } = await depart(browser, link.url);
      expect(`${asked.origin}${asked.pathname}`).toBe(expected.page);
      const { client_id } = gateway.sandbox.credentials(id, one.way);
      const challenge = asked.searchParams.get('code_challenge');
      expect(Object.fromEntries(asked.searchParams)).toEqual({
        ...expected.query,
        client_id,
        redirect_uri: `${gateway.url}/oauth/callback`,
        state: expect.stringMatching(/^[\w-]{43}$/),
        ...('code_challenge' in expected.query && { code_challenge: expect.stringMatching(/^[\w-]{43}$/) }),
      });
      expect(challenge === null).toBe(one.connector.upstream.authentication[one.way]?.authorization?.pkce === false);
      const done = await arrive(browser, one, page, 'allow');
      expect(done.text).toContain('It works.');
      chosen = done.chosen;
    });
    const state = await linkOf(link.id);
    expect(state).toMatchObject({ state: 'connected', last_problem: null });
    connections = state.connections;
    expect(connections).toHaveLength(chosen);

    const exchange = arrived.find(({ body }) => body?.grant_type === 'authorization_code');
    const masked = { code: '***', client_secret: '***', code_verifier: '***' };
    const { client_id } = gateway.sandbox.credentials(id, one.way);
    const wanted = Object.entries({ ...expected.exchange.body, redirect_uri: `${gateway.url}/oauth/callback` });
    const inClear: Readonly<Record<string, unknown>> = { client_id, ...masked };
    expect(exchange?.body).toEqual(
      Object.fromEntries(wanted.map(([name, value]) => [name, text(inClear[name] ?? value)])),
    );
    expect(`${exchange?.method} ${gateway.sandboxOrigin}${exchange?.url}`).toBe(expected.exchange.request);
    for (const connection of connections) expect((await checkOf(one, connection)).status).toBe(200);
  });

  it('renews the tokens of the consent', async () => {
    const [connection = ''] = connections;
    for (let turn = 0; turn < 2; turn++) {
      gateway.sandbox.behaviors.next(id, { kind: 'expired-token' });
      const { status, text: said } = await checkOf(one, connection);
      expect(status, said).toBe(200);
    }
  });

  it('is connected again under the same id', async () => {
    const [connection = ''] = connections;
    const link = await makeLink({ connector: id, connection_id: connection });
    const browser = new PageBrowser();
    const { page } = await depart(browser, link.url);
    expect((await arrive(browser, one, page, 'allow')).text).toContain('It works.');
    expect(await linkOf(link.id)).toMatchObject({ state: 'connected', connections: [connection] });
    expect((await checkOf(one, connection)).status).toBe(200);
  });

  it('is not connected when the person denies, or the vendor fails, and can be tried again', async () => {
    const link = await makeLink({
      connector: id,
      name: `${id} denied`,
      authentication: one.way,
      settings: settingsOf(one),
    });
    const browser = new PageBrowser();
    const denied = await arrive(browser, one, (await depart(browser, link.url)).page, 'deny');
    expect(denied.text).toContain('You did not consent');
    expect(await linkOf(link.id)).toMatchObject({
      state: 'open',
      last_problem: expect.stringContaining('did not consent'),
    });
    const { page } = await depart(browser, link.url);
    gateway.sandbox.behaviors.next(id, { kind: 'failing-before' }, { match: { method: 'POST' } });
    expect((await browser.submit(page, { decision: 'allow' })).status).toBeGreaterThanOrEqual(400);
    gateway.sandbox.behaviors.clear(id);
    const again = await depart(browser, link.url);
    expect((await arrive(browser, one, again.page, 'allow')).text).toContain('It works.');
  });
});
