import type { RawValue } from '@connectory/connector-sdk';
import { boards, type ConsentVendor, calendar, startConsentVendor, vendorClient } from './consent-vendor.ts';
import { onwardsOf, type PageBrowser, type ShownPage } from './page-browser.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

/** A gateway with a vendor that requests consent, and the OAuth applications of the workspace. */
export interface ConsentGateway {
  readonly gateway: RunningGateway;
  readonly vendor: ConsentVendor;
  /** Creates a link and returns its URL and id. */
  link(
    body?: Readonly<Record<string, unknown>>,
    token?: string,
  ): Promise<{ readonly id: string; readonly url: string }>;
  /** Returns the state of a link. */
  linkState(id: string): Promise<RawValue>;
  /** Follows the page of a link to the vendor, and returns the URL of its consent page. */
  depart(browser: PageBrowser, url: string, entered?: Readonly<Record<string, string>>): Promise<string>;
  /** Returns from the vendor with its response. */
  comeBack(browser: PageBrowser, response: URLSearchParams): Promise<ShownPage>;
  /** The whole flow: opens the link, agrees, returns. */
  consent(browser: PageBrowser, url: string): Promise<ShownPage>;
  connections(): Promise<readonly RawValue[]>;
  /** Runs something that must connect nothing and exchange no code; throws if it does. */
  nothingHappens(work: () => Promise<ShownPage>): Promise<ShownPage>;
  stop(): Promise<void>;
}

/** Starts the gateway and the vendor. */
export async function startConsentGateway(): Promise<ConsentGateway> {
  const vendor = await startConsentVendor();
  const gateway = await startRunningGateway({
    connectors: [calendar, boards],
    recordsPerEntity: 1,
    configuration: { returnOrigins: ['https://app.example.com'] },
  });
  const workspace = '/api/v1/workspaces/test';
  const must = async (method: string, path: string, body: unknown, status: number, token = gateway.token) => {
    const response = await gateway.send(method, workspace + path, { token, ...(body !== undefined && { body }) });
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.json;
  };
  const app = { ...vendorClient, base_url: vendor.origin };
  await must('PUT', '/oauth-apps/calendar', app, 200);
  await must('PUT', '/oauth-apps/boards', { ...app, credentials: { developer_token: 'developer-canary' } }, 200);
  let names = 0;

  const depart: ConsentGateway['depart'] = async (browser, url, entered) => {
    const page = await browser.submit(await browser.get(url), entered);
    const onwards = onwardsOf(page);
    if (onwards === '') throw new Error(`${page.status}: ${page.text}`);
    return onwards;
  };
  const comeBack: ConsentGateway['comeBack'] = (browser, response) =>
    browser.get(`${gateway.url}/oauth/callback?${response}`);
  const connections = async () => (await must('GET', '/connections?limit=100', undefined, 200)).data;
  const happened = async () => {
    const exchanges = vendor.arrivals.filter(({ path }) => path.startsWith('/oauth/token')).length;
    return `${exchanges} exchanges, ${(await connections()).length} connections`;
  };
  return {
    gateway,
    vendor,
    link: (body = {}, token = gateway.token) =>
      must(
        'POST',
        '/connect-links',
        { connector: 'calendar', ...(body.connection_id === undefined && { name: `calendar ${++names}` }), ...body },
        201,
        token,
      ),
    linkState: (id) => must('GET', `/connect-links/${id}`, undefined, 200),
    depart,
    comeBack,
    consent: async (browser, url) => comeBack(browser, vendor.agree(await depart(browser, url))),
    connections,
    nothingHappens: async (work) => {
      const before = await happened();
      const page = await work();
      const after = await happened();
      if (after !== before) throw new Error(`${before} became ${after}: ${page.text}`);
      return page;
    },
    stop: async () => {
      await gateway.stop();
      await vendor.stop();
    },
  };
}
