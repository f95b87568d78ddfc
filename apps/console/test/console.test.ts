import { readFile } from 'node:fs/promises';
import { launchBrowser } from '@connectory/test-support/browser';
import type { DemoProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  keptBy,
  type OpenedConsole,
  openConsole,
  requireBuiltConsole,
  signIn,
  startFixtureDemo,
  twoViews,
} from './demo-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the console in a browser', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;
  let page: Page;
  let limitedToken: string;

  beforeAll(async () => {
    requireBuiltConsole();
    demo = await startFixtureDemo();
    opened = await openConsole(browser as Browser, demo.url);
    page = await opened.open();
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  /** Follows a link of the navigation, so that the session stays. */
  const goTo = async (room: string) => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: room }).click();
    await page.getByRole('heading', { name: room, level: 1 }).waitFor();
  };
  const chooseAction = async (query: string, name: string) => {
    await page.getByLabel('Find an action').fill(query);
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name }).click();
  };
  const descriptionOf = (input: Locator) =>
    input.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  const response = () => page.getByRole('region', { name: 'Response' });

  it('asks for a token, and says so when it is refused', async () => {
    await page.getByRole('heading', { name: 'Sign in to Connectory' }).waitFor();
    await page.getByLabel('Token', { exact: true }).fill('cty_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'This token is unknown' }).waitFor();
    const input = page.getByLabel('Token', { exact: true });
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await descriptionOf(input)).toContain('This token is unknown');
    await expectAccessible(page);
    await signIn(page, demo.token);
    expect(page.url()).toBe(`${demo.url}/console/demo/overview`);
    await goTo('Overview');
  });

  it('lists the connections with their state and the age of their copies', async () => {
    await goTo('Connections');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'ledger', exact: true }) });
    await row.getByText('Ledger Books').waitFor();
    await row.getByText('Active').waitFor();
    await row.locator('time').waitFor();
    await page.getByLabel('Find a connection').fill('ledger b');
    const table = page.getByRole('region', { name: 'Connections' });
    expect(await table.getByRole('row').count()).toBe(2);
    await page.getByLabel('Find a connection').fill('');
    await expectAccessible(page);
  });

  it('synchronizes a connection and follows it', async () => {
    await page.getByRole('link', { name: 'ledger', exact: true }).click();
    await page.getByRole('heading', { name: 'ledger', level: 1 }).waitFor();
    const times = () =>
      page.locator('td time').evaluateAll((found) => found.map((time) => (time as HTMLTimeElement).dateTime));
    await page.getByRole('row').filter({ hasText: 'customers' }).locator('time').first().waitFor();
    await expectAccessible(page);
    const before = await times();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.waitForFunction(
      (known) =>
        [...document.querySelectorAll('td time')].some((time) => !known.includes((time as HTMLTimeElement).dateTime)),
      before,
    );
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The upstream accepts the credentials.').waitFor();
  });

  it('connects an account by a link in another tab, and says so when it is connected', async () => {
    await goTo('Connections');
    await page.getByRole('link', { name: 'Connect an account' }).click();
    await page.getByLabel('Find a system').fill('ledger');
    await page.getByRole('button', { name: /^Ledger Books/ }).click();
    await page.getByLabel('Name').waitFor();
    await expectAccessible(page);
    await page.getByPlaceholder('Default').click();
    await page.getByRole('option', { name: /^API key/ }).click();
    await page.getByLabel('Name').fill('second-account');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const [tab] = await Promise.all([
      opened.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open the link' }).click(),
    ]);
    await expectAccessible(page);
    await tab.locator('input[type=password]').fill('demo-ledger-api_key');
    await tab.getByRole('button').click();
    await tab.getByText('It works.').waitFor();
    await tab.close();
    await page.getByRole('link', { name: 'second-account' }).click();
    await page.getByRole('heading', { name: 'second-account', level: 1 }).waitFor();
  });

  it('takes the keys of an account here, and shows why the vendor refuses them', async () => {
    await goTo('Connections');
    await page.getByRole('link', { name: 'Connect an account' }).click();
    await page.getByLabel('Find a system').fill('ledger');
    await page.getByRole('button', { name: /^Ledger Books/ }).click();
    await page.getByText('Enter keys here').click();
    await page.getByLabel('Name').fill('third-account');
    const key = page.locator('input[type=password]');
    expect(await key.getAttribute('autocomplete')).toBe('off');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'credentials.api_key');
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    await key.fill('wrong-key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/The upstream responded with 401/)
      .waitFor();
    await expectAccessible(page);
    await key.fill('demo-ledger-api_key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'third-account', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Reconnect' }).click();
    await page.getByText('Enter keys here').click();
    await key.fill('demo-ledger-api_key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: 'Check' }).waitFor();
    expect(await keptBy(page)).not.toContain('demo-ledger-api_key');
  });

  it('renames, pauses, resumes and removes a connection', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('second-account');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/already/).waitFor();
    await dialog.getByLabel('Name').fill('renamed-account');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'renamed-account', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Active').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    const remove = dialog.getByRole('button', { name: 'Remove' });
    await dialog.getByLabel('Type renamed-account to confirm').fill('renamed');
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type renamed-account to confirm').fill('renamed-account');
    await expectAccessible(page, twoViews);
    await remove.click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'second-account', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'renamed-account', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'second-account', exact: true }).click();
    await page.getByRole('heading', { name: 'second-account', level: 1 }).waitFor();
  });

  it('finds a read by what one wants, runs it and reads the next page', async () => {
    await page.getByRole('link', { name: 'Run an action' }).last().click();
    await page.getByText('Choose an action from the list.').waitFor();
    await expectAccessible(page);
    await chooseAction('all customers', 'customers list');
    await page.getByLabel('limit').fill('3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await response().getByText('3 records, page 1').waitFor();
    await expectAccessible(page);
    const first = await response().getByRole('row').nth(1).textContent();
    await response().getByRole('button', { name: 'Next page' }).click();
    await response().getByText('3 records, page 2').waitFor();
    expect(await response().getByRole('row').nth(1).textContent()).not.toBe(first);
    await response().getByRole('button', { name: 'Previous page' }).click();
    expect(await response().getByRole('row').nth(1).textContent()).toBe(first);
    await response().getByText('JSON').click();
    await response().getByText('"next_params"').waitFor();
    await response().getByText('Table').click();
    await response().getByRole('button', { name: 'Open record 1' }).click();
    await page.getByRole('dialog').getByText('"delinquent":').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('leads from an error to its field', async () => {
    await page.getByLabel('limit').fill('5000');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'params.limit' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'params/limit');
    const input = page.getByLabel('limit');
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await descriptionOf(input)).toContain('100');
    await expectAccessible(page);
  });

  it('shows the call as code, without the token', async () => {
    await page.getByLabel('limit').fill('3');
    await page.getByRole('button', { name: 'Copy as code' }).click();
    const dialog = page.getByRole('dialog');
    const expected = {
      curl: '"params":{"limit":3}',
      Python: '"params": {"limit": 3}',
      TypeScript: '.execute("customers", "list", {',
      CLI: 'connectory execute',
    };
    for (const [tab, text] of Object.entries(expected)) {
      await dialog.getByRole('tab', { name: tab }).click();
      const shown = await dialog.getByRole('region', { name: tab }).textContent();
      expect(shown).toContain(text);
      expect(shown).not.toContain(demo.token);
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('shows the request of a write, asks before it is sent, and sends it once', async () => {
    const sent: string[] = [];
    const listen = (request: { postData(): string | null; url(): string; headers(): Record<string, string> }) => {
      if (request.url().endsWith('/execute'))
        sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`);
    };
    page.on('request', listen);
    await chooseAction('create a customer', 'customers create');
    await page.getByRole('heading', { name: 'Create a customer', level: 2 }).waitFor();
    await page.getByLabel('email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Copy as code' }).click();
    const code = page.getByRole('dialog').getByRole('region', { name: 'curl' });
    expect(await code.textContent()).toMatch(/-H 'Idempotency-Key: [0-9a-f]{32}'/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show request' }).click();
    const preview = page.getByRole('region', { name: 'Request', exact: true });
    await preview.getByText('email=ada%40example.com').waitFor();
    await preview.getByText('Bearer ***').waitFor();
    expect(sent).toHaveLength(1);
    await preview.getByText('Nothing has been sent yet.').waitFor();
    await preview.getByText('changes records there').waitFor();
    const shown = (await preview.getByRole('button', { name: 'Send to Ledger Books' }).boundingBox()) ?? {
      y: -1,
      height: 0,
    };
    expect(shown.y).toBeGreaterThan(0);
    expect(shown.y + shown.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Send to Ledger Books' }).click();
    await response().getByText('ada@example.com').waitFor();
    await response().getByRole('status').filter({ hasText: 'Customer created' }).waitFor();
    await preview.getByText('This request was sent').waitFor();
    expect(await preview.getByText('Nothing has been sent yet.').count()).toBe(0);
    expect(await preview.getByRole('button', { name: 'Send to Ledger Books' }).count()).toBe(0);
    await expectAccessible(page);
    page.off('request', listen);
    expect(sent[0]).toContain('"dry_run":true');
    expect(sent[1]).toMatch(/^[0-9a-f]{32} (?!.*dry_run)/);
    expect(sent).toHaveLength(2);
    await response().getByRole('link', { name: 'Find the record in the copy' }).click();
    await page.getByText('1 record', { exact: true }).waitFor();
    await response().getByText('ada@example.com').waitFor();
  });

  it('finds the write in the audit, and runs it again as a dry run', async () => {
    await goTo('Calls');
    await page.getByLabel('Entity').fill('customers');
    await page.getByLabel('Action').fill('create');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL('**/audit?entity=customers&action=create');
    const write = page
      .getByRole('row')
      .filter({ hasText: 'customers create', hasNotText: 'Dry run' })
      .filter({ hasText: 'Succeeded' });
    await write.getByText('second-account').waitFor();
    await expectAccessible(page);
    await write.getByRole('link').click();
    await page.getByRole('row').filter({ hasText: 'request_id' }).waitFor();
    await page.getByRole('link', { name: 'All calls about this record' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Run again as a dry run' }).click();
    await page.getByText('These are the parameters of that call.').waitFor();
    expect(await page.getByLabel('email').inputValue()).toBe('ada@example.com');
    await page.getByRole('button', { name: 'Show request' }).click();
    const preview = page.getByRole('region', { name: 'Request', exact: true });
    await preview.getByText('email=ada%40example.com').waitFor();
    expect(await keptBy(page)).not.toMatch(/ada(@|%40)example/);
    await goTo('Calls');
    const [newest] = await page.getByRole('row').filter({ hasText: 'customers create' }).all();
    await newest?.getByText('Dry run').waitFor();
  });

  it('searches the copy, and says how old it is and how it was searched', async () => {
    await goTo('Search');
    await page.getByRole('combobox', { name: 'Connection' }).click();
    await page.getByRole('option', { name: 'ledger (Ledger Books)' }).click();
    await page.getByRole('combobox', { name: 'Entity' }).click();
    await page.getByRole('option', { name: 'customers' }).click();
    await response().getByText('Grace Okafor').first().waitFor();
    await page.getByLabel('Search for').fill('grace okafr');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/customers?q=grace+okafr');
    await response().getByText('1 record', { exact: true }).waitFor();
    await response().getByText('Grace Okafor').first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search for').fill('');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('combobox', { name: 'Field of condition 1' }).fill('name');
    await page.getByRole('option', { name: 'Name Personal: name' }).click();
    await page.getByRole('combobox', { name: 'Operator of condition 1' }).click();
    await page.getByRole('option', { name: 'has words like' }).click();
    await page.getByLabel('Value of condition 1').fill('?!');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page
      .getByText(/no letter and no digit/)
      .first()
      .waitFor();
    expect(await page.getByLabel('Value of condition 1').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByLabel('Value of condition 1').fill('okafr grase');
    await page.getByRole('switch', { name: 'Explain' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await response().getByText('Grace Okafor').first().waitFor();
    await page.getByText(/^Copy as of/).waitFor();
    await page.getByRole('region', { name: 'Plan' }).getByRole('region', { name: 'Statement' }).waitFor();
    await expectAccessible(page);
  });

  it('keeps the search and its columns in the URL, and exports what it found', async () => {
    await response()
      .getByRole('button', { name: /^Columns/ })
      .click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'Email' }).uncheck();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    await response().getByRole('columnheader', { name: 'Email' }).waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      response().getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('customers.csv');
    const [names, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(names?.split(',')).toContain('name');
    expect(names?.split(',')).not.toContain('email');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('Grace Okafor');
    await response().getByText('Exported 1 record.').waitFor();
    const shared = await opened.open(page.url());
    await signIn(shared, demo.token);
    await shared.getByRole('region', { name: 'Response' }).getByText('Grace Okafor').first().waitFor();
    expect(await shared.getByLabel('Value of condition 1').inputValue()).toBe('okafr grase');
    expect(await shared.getByRole('columnheader', { name: 'Email' }).count()).toBe(0);
    await shared.close();
  });

  it('makes a token whose policy is shown in the connections and actions that it allows', async () => {
    await goTo('Tokens');
    await page.getByRole('link', { name: 'Create a token' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText(/It can use (\d+) of (the first )?\1 connections\./).waitFor();
    await page.getByLabel('Name').fill('support');
    await page.getByRole('combobox', { name: 'connectors' }).fill('help-centre');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('radio', { name: 'Read-only' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Support agent' }).check();
    await preview.getByText(/^Reads records, creates and changes records, and reaches people/).waitFor();
    await page.getByRole('radio', { name: 'Read-only' }).check();
    expect(await page.getByLabel('Read only').isChecked()).toBe(true);
    await preview.getByText(/It can use 1 of (the first )?\d+ connections\./).waitFor();
    await preview
      .getByText('Reads records; changes nothing. Only connections or connectors named help-centre.')
      .waitFor();
    const connection = preview.locator('details').filter({ hasText: 'Help Centre' });
    await connection.locator('summary').click();
    await connection.getByText(/^Write 0 of /).waitFor();
    const ofTickets = connection.getByRole('listitem').filter({ has: page.getByText('tickets', { exact: true }) });
    await ofTickets.locator('s').getByText('create', { exact: true }).waitFor();
    await ofTickets.getByText('list', { exact: true }).waitFor();
    expect(await ofTickets.locator('s').getByText('list', { exact: true }).count()).toBe(0);
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('it cannot be shown again').waitFor();
    limitedToken = (await page.getByRole('region', { name: 'Text of the token' }).textContent()) ?? '';
    expect(limitedToken).toMatch(/^cty_[\w-]{43}$/);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    await expectAccessible(page, twoViews);
    expect(await keptBy(page)).not.toContain(limitedToken);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'support' }).getByText('Reads records; changes nothing.').waitFor();
    expect(await page.content()).not.toContain(limitedToken);
  });

  it('stores and removes the application with which people consent', async () => {
    await goTo('OAuth apps');
    await page.getByRole('region', { name: 'Redirect URL' }).getByText(`${demo.url}/oauth/callback`).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Repository Host' });
    await row.getByText('Stored', { exact: true }).waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Remove the application for Repository Host' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Existing connections keep working/).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.getByText('None', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Store the application for Repository Host' }).click();
    await dialog.getByLabel('Client id').fill('the-client');
    const secret = dialog.locator('input[name=client_secret]');
    expect(await secret.getAttribute('type')).toBe('password');
    await secret.fill('secret-of-the-client');
    await dialog.getByLabel('Base URL').fill('nonsense');
    await dialog.getByRole('button', { name: 'Store the application' }).click();
    await dialog.locator('[name=base_url][aria-invalid=true]').waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByLabel('Base URL').fill('');
    await dialog.getByRole('button', { name: 'Store the application' }).click();
    await row.getByText('the-client').waitFor();
    expect(await keptBy(page)).not.toContain('secret-of-the-client');
    expect(await page.content()).not.toContain('secret-of-the-client');
    await goTo('Search');
  });

  it('keeps the token nowhere, unless it is asked to', async () => {
    expect(await keptBy(page)).not.toContain(demo.token);
    await page.reload();
    await page.getByLabel('Keep me signed in').check();
    await signIn(page, demo.token);
    await page.reload();
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await page
      .getByRole('link', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Sign out' }))
      .click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    expect(await keptBy(page)).not.toContain(demo.token);
  });

  it('shows less to a token that may do less, and says why', async () => {
    await signIn(page, limitedToken);
    await goTo('Connections');
    await page.getByRole('link', { name: 'help-centre', exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Run an action of help-centre' }).click();
    const actions = page.getByRole('navigation', { name: 'Actions' });
    await actions.getByText('Read', { exact: true }).first().waitFor();
    for (const effect of ['Write', 'Delete', 'Outward'])
      expect(await actions.getByText(effect, { exact: true }).count()).toBe(0);
    const [, id] = /\/run\/([\w-]+)/.exec(page.url()) ?? [];
    await page.evaluate((to) => history.pushState(null, '', to), `/console/demo/run/${id}/tickets/create`);
    await page.getByText('or you may not see it').waitFor();
    expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(0);
    await page.evaluate(() => history.pushState(null, '', '/console/demo/tokens'));
    await page.getByText(/can use the workspace but not manage it/).waitFor();
  });

  it('had nothing to complain about', () => {
    expect(opened.errors).toEqual([]);
  });
});
