import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { launchBrowser } from '@connectory/test-support/browser';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  keptBy,
  type OpenedConsole,
  openConsole,
  requireBuiltConsole,
  signIn,
  twoViews,
} from './demo-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the first hour is not spent in one: ${browser}`);

const adminToken = 'admin-token-of-the-first-hour';

describe.skipIf(typeof browser === 'string')('the first hour with an empty gateway', () => {
  let vendors: RunningSandbox;
  let dataDirectory: string;
  let gateway: GatewayProcess;
  let opened: OpenedConsole;
  let page: Page;
  let readOnlyToken: string;
  let operatorToken: string;

  beforeAll(async () => {
    requireBuiltConsole();
    vendors = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes });
    dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-first-hour-'));
    gateway = await startGatewayProcess('main', {
      CONNECTORY_DATA_DIR: dataDirectory,
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(dataDirectory),
      CONNECTORY_EGRESS_ALLOW: new URL(vendors.origin).host,
    });
    opened = await openConsole(browser as Browser, gateway.url);
    page = await opened.open();
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await gateway?.stop();
    await vendors?.stop();
    if (dataDirectory !== undefined) await rm(dataDirectory, { recursive: true, force: true });
  });

  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  const isDone = (title: string) =>
    step(title)
      .getByRole('heading', { name: `${title} (done)` })
      .waitFor();
  const goTo = async (room: string) => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: room }).click();
    await page.getByRole('heading', { name: room, level: 1 }).waitFor();
  };
  const tokenShown = async () => (await page.getByRole('region', { name: 'Text of the token' }).textContent()) ?? '';
  const signInAs = async (token: string) => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, token);
  };
  const openConnection = async (name: string) => {
    await goTo('Connections');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  /** Opens the form of an action of the connection that is shown. */
  const openAction = async (query: string, name: string) => {
    await page.getByRole('main').getByRole('link', { name: 'Run an action' }).click();
    await page.getByLabel('Find an action').fill(query);
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name }).click();
  };
  /** Creates a link, and consents with the vendor in another tab, as the owner of the account. */
  const consentByLink = async () => {
    await page.getByRole('button', { name: 'Create a link' }).click();
    const [tab] = await Promise.all([
      opened.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open the link' }).click(),
    ]);
    await tab.getByRole('button', { name: 'Continue to Help Centre' }).click();
    await tab.getByRole('heading', { name: 'Help Centre: allow access?' }).waitFor();
    await tab.getByRole('button', { name: 'Allow' }).click();
    await tab.getByText('It works.').waitFor();
    await tab.close();
    await page.getByRole('status').getByRole('link', { name: 'help-centre' }).click();
    await page.getByRole('heading', { name: 'help-centre', level: 1 }).waitFor();
  };
  const dialog = () => page.getByRole('dialog');
  /** Confirms what cannot be undone, which takes the name of what is deleted. */
  const confirmWith = async (name: string, command: string) => {
    expect(await dialog().getByRole('button', { name: command }).isDisabled()).toBe(true);
    await dialog().getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog().getByRole('button', { name: command }).click();
  };
  const response = () => page.getByRole('region', { name: 'Response' });

  it('begins with a workspace', async () => {
    await signIn(page, adminToken);
    await page.getByRole('heading', { name: 'First steps', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Not A Name');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('input[aria-invalid=true]').waitFor();
    await page.getByLabel('Name').fill('acme');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL('**/console/acme/start');
    await isDone('Create a workspace');
    await expectAccessible(page);
  });

  it('leads to the connection of an account, and comes back', async () => {
    await step('Connect an account').getByRole('link', { name: 'Connect an account' }).click();
    await page.getByRole('button', { name: /^Ledger Books/ }).click();
    await page.getByText('Enter keys here').click();
    await page.locator('input[type=password]').fill(vendors.sandbox.credentials('ledger', 'api_key').api_key ?? '');
    await page.getByText('Advanced settings').click();
    await page.getByLabel('Base URL').fill(vendors.sandbox.baseUrl(vendors.origin, 'ledger'));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'ledger', level: 1 }).waitFor();
    await goTo('First steps');
    await isDone('Connect an account');
  });

  it('creates a token that only reads, and makes the first call with it', async () => {
    await step('Create a token').getByRole('button', { name: 'Create a read-only token' }).click();
    readOnlyToken = await tokenShown();
    await isDone('Create a token');
    expect(readOnlyToken).toMatch(/^cty_[\w-]{43}$/);
    const call = page.getByRole('region', { name: 'The call' });
    expect(await call.textContent()).toContain(`Bearer ${readOnlyToken}`);
    await step('Make the call').getByRole('button', { name: 'Run it' }).click();
    await page.getByText('It worked: 3 records.').waitFor();
    await isDone('Make the call');
    await page.getByText('4 of 4 done').waitFor();
    await expectAccessible(page);
    expect(await keptBy(page)).not.toContain(readOnlyToken);
  });

  it('knows after a reload what was done, and no secret', async () => {
    await page.reload();
    await signIn(page, adminToken);
    await page.getByText('4 of 4 done').waitFor();
    expect(await page.content()).not.toContain(readOnlyToken);
    await page.getByRole('region', { name: 'The call' }).getByText('$CONNECTORY_TOKEN').waitFor();
    await page.getByLabel('Token', { exact: true }).fill('cty_wrong');
    await step('Make the call').getByRole('button', { name: 'Run it' }).click();
    await step('Make the call').getByRole('alert').waitFor();
    await page.getByLabel('Token', { exact: true }).fill(readOnlyToken);
    await step('Make the call').getByRole('button', { name: 'Run it' }).click();
    await page.getByText('It worked: 3 records.').waitFor();
    await expectAccessible(page, twoViews);
    await goTo('Connections');
    expect(await page.getByRole('link', { name: 'First steps' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Connectory' }).click();
    await page.waitForURL('**/console/acme/overview');
  });

  it('goes to a page, a connection and a document with Ctrl+K alone', async () => {
    const go = async (words: string, found: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Find a page/ }).fill(words);
      await page.getByRole('option', { name: found }).first().waitFor();
      await page.keyboard.press('Enter');
    };
    await go('oauth', 'OAuth apps');
    await page.getByRole('heading', { name: 'OAuth apps', level: 1 }).waitFor();
    await go('ledger b', 'Ledger Books');
    await page.getByRole('heading', { name: 'ledger', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'How do I' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('finds the actions that a token may run, and shows the pages that it may use', async () => {
    await signInAs(readOnlyToken);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a page/ }).fill('list customers');
    await page.getByRole('option', { name: 'ledger: customers list' }).click();
    await page.waitForURL('**/customers/list');
    const menu = page.getByRole('navigation', { name: 'Console' });
    expect(await menu.getByRole('link', { name: /Tokens|OAuth apps|First steps/ }).count()).toBe(0);
  });

  it('stores an OAuth application, and connects an account by a link and a consent', async () => {
    await signInAs(adminToken);
    await goTo('OAuth apps');
    await page.getByRole('button', { name: 'Store the application for Help Centre' }).click();
    const { client_id: id = '', client_secret: secret = '' } = vendors.sandbox.credentials('help-centre', 'oauth2');
    await dialog().getByLabel('Client id').fill(id);
    await dialog().locator('input[name=client_secret]').fill(secret);
    await dialog().getByLabel('Base URL').fill(vendors.sandbox.baseUrl(vendors.origin, 'help-centre'));
    await dialog().getByRole('button', { name: 'Store the application' }).click();
    await page.getByRole('row').filter({ hasText: 'Help Centre' }).getByText('Stored', { exact: true }).waitFor();
    await goTo('Connections');
    await page.getByRole('link', { name: 'Connect an account' }).click();
    await page.getByRole('button', { name: /^Help Centre/ }).click();
    await page.getByLabel('subdomain').fill('acme');
    await consentByLink();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('OAuth 2', { exact: true }).waitFor();
    expect(await keptBy(page)).not.toContain(secret);
  });

  it('creates a token that may do everything, and signs in with it', async () => {
    await goTo('Tokens');
    await page.getByRole('link', { name: 'Create a token' }).click();
    await page.getByLabel('Name').fill('operator');
    await page.getByRole('radio', { name: 'Everything' }).check();
    await page.getByRole('checkbox', { name: 'manage' }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    operatorToken = await tokenShown();
    await signInAs(operatorToken);
  });

  it('shows the request of a write, and sends it once, after one confirmation', async () => {
    const writes = () =>
      vendors.sandbox.requests.filter((one) => one.connector === 'ledger' && one.method === 'POST').length;
    await openConnection('ledger');
    await openAction('create a customer', 'customers create');
    await page.getByLabel('email').fill('ada@example.com');
    const before = writes();
    await page.getByRole('button', { name: 'Show request' }).click();
    const preview = page.getByRole('region', { name: 'Request', exact: true });
    await preview.getByText('email=ada%40example.com').waitFor();
    await preview.getByText('Nothing has been sent yet.').waitFor();
    expect(writes()).toBe(before);
    await preview.getByRole('button', { name: 'Send to Ledger Books' }).click();
    await response().getByRole('status').filter({ hasText: 'Customer created' }).waitFor();
    await response().getByText('ada@example.com').waitFor();
    expect(writes()).toBe(before + 1);
  });

  it('finds records by a date, and exports what it found', async () => {
    await openConnection('help-centre');
    const copy = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'tickets', exact: true }) });
    await copy.getByRole('cell', { name: '25', exact: true }).waitFor();
    const records = vendors.sandbox.records('help-centre', 'tickets');
    const times = records.map(({ created_at: at }) => String(at)).sort();
    const day = (times[15] ?? '').slice(0, 10);
    const expected = times.filter((at) => new Date(at) >= new Date(`${day}T00:00`));
    await copy.getByRole('link', { name: 'tickets', exact: true }).click();
    await response().getByText('25 records', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('combobox', { name: 'Field of condition 1' }).fill('created');
    await page.getByRole('option', { name: 'Created at' }).click();
    await page.getByLabel('Value of condition 1').fill(day);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await response().getByText(`${expected.length} records`, { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      response().getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tickets.csv');
    const [names = '', ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(names.split(',')).toEqual(expect.arrayContaining(['id', 'subject', 'created_at']));
    const exported = rows.map((row) => `${/[\d-]{10}T[\d:]{8}(?=\.000Z)/.exec(row)?.[0]}Z`);
    expect(exported.sort()).toEqual(expected);
  });

  it('refuses calls while the connection is paused, and runs them again when it is resumed', async () => {
    const list = async () => {
      await openAction('list tickets', 'tickets list');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
    };
    await openConnection('help-centre');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await list();
    await page.getByRole('alert').filter({ hasText: 'Connection paused' }).waitFor();
    expect(await response().count()).toBe(0);
    await openConnection('help-centre');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await list();
    await response().getByText('25 records, page 1').waitFor();
  });

  it('connects the same account again by another consent, and it keeps its id', async () => {
    await openConnection('help-centre');
    const address = page.url();
    await page.getByRole('link', { name: 'Reconnect' }).click();
    await page.getByRole('heading', { name: 'Reconnect help-centre', level: 1 }).waitFor();
    await consentByLink();
    expect(page.url()).toBe(address);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The upstream accepts the credentials.').waitFor();
  });

  it('removes a connection once its name is typed', async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await confirmWith('help-centre', 'Remove');
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'ledger', exact: true }).waitFor();
    await page.getByRole('link', { name: 'help-centre', exact: true }).waitFor({ state: 'detached' });
  });

  it('deletes the workspace once its name is typed, and then refuses its token', async () => {
    await signInAs(adminToken);
    await goTo('Workspaces');
    await page.getByRole('button', { name: 'Delete acme' }).click();
    await confirmWith('acme', 'Delete the workspace');
    await page.getByRole('heading', { name: 'First steps', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token', { exact: true }).fill(operatorToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'This token is unknown' }).waitFor();
  });

  it('had nothing to complain about', () => {
    expect(opened.errors).toEqual([]);
  });
});
