import { hash, randomBytes } from 'node:crypto';
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
  const members = async () => {
    const all = await Array.fromAsync(admin.workspace('acme').members.list());
    return new Map(all.map(({ email, role }) => [email, role]));
  };
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

  it('are invited, get another role, and are removed once their address is typed', async () => {
    const page = await openAs(ada, '/console/acme/people');
    const rows = page.getByRole('region', { name: 'Members' });
    await rows.getByText('Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('grace');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText('must be an e-mail address').waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByLabel('E-mail address').fill('grace@example.com');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'reader' }).click();
    await dialog.getByText('Reads records; changes nothing.').waitFor();
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const grace = rows.getByRole('row').filter({ hasText: 'grace@example.com' });
    await grace.getByText('Invited').waitFor();
    await expectAccessible(page);
    const reading = await openAs({ subject: 'grace', email: 'grace@example.com', name: 'Grace' }, '/console/');
    await reading.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(await reading.getByRole('link', { name: 'People' }).count()).toBe(0);
    await grace.getByRole('combobox', { name: 'Role of grace@example.com' }).click();
    await page.getByRole('option', { name: 'owner' }).click();
    await expect.poll(async () => (await members()).get('grace@example.com')).toBe('owner');
    await reading.reload();
    await reading.getByRole('link', { name: 'People' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove Grace' }).click();
    await dialog.getByLabel('Type grace@example.com to confirm').fill('grace@example.com');
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await members()).has('grace@example.com')).toBe(false);
    await reading.reload();
    await reading.getByText('You have no role in a workspace.').waitFor();
    await Promise.all([page.close(), reading.close()]);
  });

  it('have roles of the workspace, which groups give in order', async () => {
    const page = await openAs(ada, '/console/acme/people/roles');
    await page.getByText('Built in').first().waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'Create a role' }).click();
    await page.getByLabel('Name').fill('support');
    await page.getByLabel('Agent with approval').check();
    await page.getByText('waits for approval').first().waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Create role' }).click();
    const row = page.getByRole('row').filter({ hasText: 'support' });
    await row.getByText('waits for approval').waitFor();
    await row.getByRole('link', { name: 'support' }).click();
    await page.getByLabel('Approve held writes').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Approves held writes').waitFor();

    await page.getByText('Groups', { exact: true }).click();
    await page.getByText('No group gives a role yet.').waitFor();
    for (const group of ['everybody', 'desk']) {
      await page.getByRole('button', { name: 'Add a group' }).click();
      await page.getByLabel('Group', { exact: true }).last().fill(group);
    }
    await page.getByRole('combobox', { name: 'Role' }).last().click();
    await page.getByRole('option', { name: 'support' }).click();
    await page.getByRole('button', { name: 'Move group 2 up' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    const groups = () => admin.workspace('acme').roles.groups();
    await expect.poll(groups).toEqual([
      { group: 'desk', role: 'support' },
      { group: 'everybody', role: 'reader' },
    ]);
    await page.getByText('Roles', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete support' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await page.close();
  });

  it('are all listed for an admin, who removes one from the gateway', async () => {
    await admin.people.invite('bob@example.com');
    const page = await openAs({ subject: 'root', email: 'root@example.com', name: 'Root' }, '/console/acme/people');
    await page.getByText('Everyone', { exact: true }).click();
    const rows = page.getByRole('region', { name: 'Everyone' });
    await rows.getByRole('row').filter({ hasText: 'Root' }).getByText('Admin').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Remove bob@example.com' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type bob@example.com to confirm').fill('bob@example.com');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await rows.getByText('bob@example.com').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: 'Create a workspace' }).waitFor();
    await page.close();
  });

  it('let an agent act, with fewer rights than it could have', async () => {
    const page = await openAs(ada, '/console/acme/overview');
    const redirectUri = 'https://agent.example/callback';
    await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: 'Connected.' }));
    const registered = await fetch(`${gateway.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Helper', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const verifier = randomBytes(32).toString('base64url');
    const request = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirectUri,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
      resource: `${gateway.url}/mcp`,
    });
    await page.goto(`${gateway.url}/oauth/authorize?${request}`);
    await page.getByLabel('acme').check();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You decide as Ada Lovelace in the workspace acme.').waitFor();
    await page.getByText('Runs every action.').waitFor();
    await page.getByLabel('Only read').check();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${redirectUri}**`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    };
    const granted = await fetch(`${gateway.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    const agent = await createClient({ url: gateway.url, token }).whoami();
    expect(agent).toMatchObject({ rights: 'Reads records; changes nothing.', person: { name: 'Ada Lovelace' } });
    await page.goto(`${gateway.url}/console/acme/tokens`);
    await page.getByRole('row').filter({ hasText: 'Helper' }).getByText('Ada Lovelace').waitFor();
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(contexts.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
