import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import { type ForeignIssuer, startForeignIssuer } from '@connectory/test-support/foreign-issuer';
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
if (typeof browser === 'string') console.warn(`No browser, so nobody signs in with one: ${browser}`);

const adminToken = 'admin-token-of-the-console-tests';

describe.skipIf(typeof browser === 'string')('people in the console', () => {
  let dataDirectory: string;
  let issuer: ForeignIssuer;
  let gateway: GatewayProcess;
  let admin: Client;
  const contexts: OpenedConsole[] = [];

  beforeAll(async () => {
    requireBuiltConsole();
    dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-console-'));
    issuer = await startForeignIssuer();
    gateway = await startGatewayProcess('main', {
      ...issuer.environment,
      CONNECTORY_EGRESS_ALLOW: new URL(issuer.url).host,
      CONNECTORY_DATA_DIR: dataDirectory,
      CONNECTORY_ADMIN_TOKEN: adminToken,
    });
    admin = createClient({ url: gateway.url, token: adminToken });
    for (const name of ['acme', 'other']) await admin.workspaces.create(name);
    await admin.workspace('acme').members.invite('ada@example.com', 'owner');
    await admin.workspace('other').members.invite('ada@example.com', 'reader');
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await gateway?.stop();
    await issuer?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const ada = { subject: 'ada', email: 'ada@example.com', isVerified: true, name: 'Ada Lovelace', groups: [] };
  /** Opens a path in a browser of its own, whose person is signed in at the issuer, and signs in. */
  async function openAs(account: Partial<ForeignIssuer['account']>, path: string): Promise<Page> {
    issuer.account = { ...ada, ...account };
    const opened = await openConsole(browser as Browser, gateway.url);
    contexts.push(opened);
    const page = await opened.open(path);
    await page.getByRole('link', { name: `Sign in with ${new URL(issuer.url).host}` }).click();
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    return page;
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  it('sign in at the identity provider, and return to the page they opened', async () => {
    const opened = await openConsole(browser as Browser, gateway.url);
    contexts.push(opened);
    const page = await opened.open('/console/acme/audit?kind=manage');
    await page.getByRole('heading', { name: 'Sign in to Connectory' }).waitFor();
    await expectAccessible(page);
    issuer.account = ada;
    await page.getByRole('link', { name: /^Sign in with 127\.0\.0\.1/ }).click();
    await page.waitForURL('**/console/acme/audit?kind=manage');
    await heading(page, 'Calls');
    await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click();
    const card = page.getByRole('dialog');
    await card.getByText('ada@example.com').waitFor();
    await card.getByText('owner', { exact: true }).waitFor();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    expect(await keptBy(page)).not.toMatch(/cty_|connectory-session/);
    await page.reload();
    await heading(page, 'Calls');
    await page.close();
  });

  it('have the rights of their role in each workspace', async () => {
    const page = await openAs(ada, '/console/acme/overview');
    const menu = page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Tokens' }).waitFor();
    await menu.getByRole('link', { name: 'Run an action' }).waitFor();
    await page.getByRole('combobox', { name: 'Workspace' }).click();
    await page.getByRole('option', { name: 'other' }).click();
    await page.waitForURL('**/console/other/**');
    await menu.getByRole('link', { name: 'Tokens' }).waitFor({ state: 'detached' });
    await page.evaluate(() => history.pushState(null, '', '/console/other/tokens'));
    await page.getByText('You may not see the tokens').waitFor();
    await page.getByText('Ask an owner of the workspace.').waitFor();
    await expectAccessible(page, twoViews);
    await page.evaluate(() => history.pushState(null, '', '/console/other/run'));
    await page.getByText('No connections yet').waitFor();
    await page.close();
  });

  it('sign out, and sign in again when a session has ended', async () => {
    const page = await openAs(ada, '/console/acme/tokens');
    await heading(page, 'Tokens');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: /^Sign in with/ }).click();
    await heading(page, 'Connections');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Connectory' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Connectory' }).waitFor();
    await signIn(page, adminToken);
    await page.getByRole('button', { name: 'Signed in with Admin token' }).waitFor();
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(contexts.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
