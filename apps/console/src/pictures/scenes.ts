import type { Locator, Page } from 'playwright-core';

/** One screenshot of the console: its page, and the actions before it is taken. */
export interface Scene {
  /** The name of its files. */
  readonly name: string;
  /** The route of the console that it shows. */
  readonly route: string;
  /** Its path; `connection` is the id of the connection in all scenes, `subscription` that of a subscription to its changes. */
  address(connection: string, subscription: string): string;
  /** Prepares the page until everything is visible. */
  prepare(page: Page): Promise<void>;
  /** What must be in view; by default the top of the page. */
  shown?(page: Page): Locator;
}

/** The name of the connection in all scenes. */
export const picturedConnection = 'stripe';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const request = (page: Page) => page.getByRole('region', { name: 'Request', exact: true });
const connection = '/:workspace/connections/:id/:part?';
const run = '/:workspace/run/:connection?/:entity?/:action?';

/** The scenes of the console, in addition to pages on which nothing is selected. */
export const scenes: readonly Scene[] = [
  {
    name: 'connections',
    route: '/:workspace/connections',
    address: () => '/console/demo/connections',
    prepare: async (page) => {
      await heading(page, 'Connections');
      await page.locator('td time').nth(10).waitFor();
    },
  },
  {
    name: 'connection',
    route: connection,
    address: (id) => `/console/demo/connections/${id}`,
    prepare: async (page) => {
      await heading(page, picturedConnection);
      await page.locator('td time').first().waitFor();
    },
  },
  {
    name: 'connection-changes',
    route: connection,
    address: (id) => `/console/demo/connections/${id}/changes`,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Changes of this connection' }).locator('td time').first().waitFor();
    },
  },
  {
    name: 'connection-events',
    route: connection,
    address: (id) => `/console/demo/connections/${id}/events`,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'URL for events' }).waitFor();
    },
  },
  {
    name: 'connect',
    route: '/:workspace/connect/:connection?',
    address: () => '/console/demo/connect',
    prepare: async (page) => {
      await page.getByPlaceholder('Choose a system').click();
      await page.getByRole('option', { name: 'Stripe' }).click();
      await page.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'run-actions',
    route: run,
    address: (connection) => `/console/demo/run/${connection}`,
    prepare: async (page) => {
      await page.getByText('Choose an action from the list.').waitFor();
      await page.getByRole('navigation', { name: 'Actions' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'run-answer',
    route: run,
    address: (connection) => `/console/demo/run/${connection}/customers/list`,
    prepare: async (page) => {
      await page.getByLabel('limit').fill('10');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await answer(page).getByText('10 records, page 1').waitFor();
    },
    shown: answer,
  },
  {
    name: 'run-request',
    route: run,
    address: (connection) => `/console/demo/run/${connection}/customers/create`,
    prepare: async (page) => {
      await page.getByLabel('email').fill('ada@example.com');
      await page.getByLabel('name', { exact: true }).fill('Ada Lovelace');
      await page.getByRole('button', { name: 'Show request' }).click();
      await request(page).getByText('ada%40example.com').waitFor();
    },
    shown: request,
  },
  {
    name: 'search',
    route: '/:workspace/search/:connection?/:entity?',
    address: (connection) => `/console/demo/search/${connection}/customers`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('combobox', { name: 'Field of condition 1' }).fill('name');
      await page.getByRole('option', { name: 'name (string)', exact: true }).click();
      await page.getByRole('combobox', { name: 'Operator of condition 1' }).click();
      await page.getByRole('option', { name: 'has words like' }).click();
      await page.getByLabel('Value of condition 1').fill('okafr');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await answer(page).getByRole('row').nth(1).waitFor();
    },
    shown: answer,
  },
  {
    name: 'subscriptions',
    route: '/:workspace/subscriptions',
    address: () => '/console/demo/subscriptions',
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Subscriptions' }).locator('td time').first().waitFor();
    },
  },
  {
    name: 'new-subscription',
    route: '/:workspace/subscriptions/new',
    address: () => '/console/demo/subscriptions/new',
    prepare: async (page) => {
      await page.getByLabel('Name').fill('unpaid invoices');
      await page.getByLabel('URL').fill('https://billing.example.com/hooks/connectory');
      await page.getByRole('combobox', { name: 'Connections' }).click();
      await page.getByRole('option', { name: picturedConnection, exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Entities' }).fill('invoices');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add a condition' }).click();
    },
  },
  {
    name: 'subscription',
    route: '/:workspace/subscriptions/:id',
    address: (_, subscription) => `/console/demo/subscriptions/${subscription}`,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Delivery log' }).getByText('Delivered').first().waitFor();
    },
  },
  {
    name: 'delivery',
    route: '/:workspace/subscriptions/:id',
    address: (_, subscription) => `/console/demo/subscriptions/${subscription}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'record.added' }).first().click();
      await page.getByRole('region', { name: 'Request body' }).waitFor();
    },
  },
  {
    name: 'audit',
    route: '/:workspace/audit',
    address: () => '/console/demo/audit',
    prepare: async (page) => {
      await heading(page, 'Audit');
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'audit-entry',
    route: '/:workspace/audit',
    address: () => '/console/demo/audit',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'customers list' }).click();
      await page.getByRole('dialog').getByText('request_id').waitFor();
    },
  },
];
