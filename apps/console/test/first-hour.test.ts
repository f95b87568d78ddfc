import { mkdtemp, rm } from 'node:fs/promises';
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
    readOnlyToken = (await page.getByRole('region', { name: 'Text of the token' }).textContent()) ?? '';
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
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, readOnlyToken);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a page/ }).fill('list customers');
    await page.getByRole('option', { name: 'ledger: customers list' }).click();
    await page.waitForURL('**/customers/list');
    const menu = page.getByRole('navigation', { name: 'Console' });
    expect(await menu.getByRole('link', { name: /Tokens|OAuth apps|First steps/ }).count()).toBe(0);
  });

  it('had nothing to complain about', () => {
    expect(opened.errors).toEqual([]);
  });
});
