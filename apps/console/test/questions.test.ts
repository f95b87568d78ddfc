import { readFile } from 'node:fs/promises';
import { createClient, type OwnFields } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { DemoProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  expectAccessible,
  type OpenedConsole,
  openConsole,
  requireBuiltConsole,
  signIn,
  startFixtureDemo,
  twoViews,
} from './demo-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

const ownFields: OwnFields = {
  data: [
    {
      entity: 'tickets',
      name: 'renewal',
      path: 'own_fields.renewal',
      label: 'Renewal date',
      type: 'string',
      format: 'date',
      description: 'When the contract ends',
      options: [],
      copied: true,
      gone_at: null,
    },
    {
      entity: 'tickets',
      name: 'tier',
      path: 'own_fields.tier',
      label: 'Tier',
      type: 'string',
      format: null,
      description: null,
      options: ['gold', 'silver', 'bronze', 'trial', 'none'].map((value) => ({ value, label: `Tier ${value}` })),
      copied: false,
      gone_at: '2026-10-01T00:00:00.000Z',
    },
  ],
  meta: {
    discovered_at: '2026-11-01T00:00:00.000Z',
    entities: [{ entity: 'vehicles', summary: 'Vehicles' }],
    failed: [{ entity: 'users', code: 'upstream_forbidden', message: 'The scope is missing.' }],
  },
};

describe.skipIf(typeof browser === 'string')('questions in the console', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    requireBuiltConsole();
    demo = await startFixtureDemo();
    opened = await openConsole(browser as Browser, demo.url);
    page = await opened.open();
    await signIn(page, demo.token);
    const { connections } = createClient({ url: demo.url, token: demo.token }).workspace('demo');
    for await (const { id, name } of connections.list())
      if (name === 'help-centre')
        await vi.waitFor(
          async () => {
            const ready = (await connections.syncs(id)).filter((sync) => sync.ready).map(({ entity }) => entity);
            expect(ready).toEqual(expect.arrayContaining(['tickets', 'users']));
          },
          { timeout: 60_000, interval: 500 },
        );
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const choose = async (label: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const search = (connection: RegExp, entity: string) =>
    page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Search' })
      .click()
      .then(() => choose('Connection', connection))
      .then(() => choose('Entity', entity));
  const response = () => page.getByRole('region', { name: 'Response' });
  const run = () => page.getByRole('button', { name: 'Search', exact: true }).click();

  it('counts the records of each group and shows them as bars and as a table', async () => {
    await search(/^help-centre/, 'tickets');
    await page.getByRole('radiogroup', { name: 'What to find' }).getByText('Count and group').click();
    await run();
    await response().getByText('1 group', { exact: true }).waitFor();
    const total = Number(await response().getByRole('row').nth(1).getByRole('cell').nth(1).textContent());
    expect(total).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Add a group' }).click();
    await choose('Field of group 1', 'Status');
    await choose('Sort by', 'Records');
    await page.getByText('Descending').click();
    await run();
    await response().getByRole('img', { name: 'Bar chart: Records by status.' }).waitFor();
    const counts = await response().getByRole('row').locator('td:nth-child(3)').allTextContents();
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.map(Number)).toEqual(counts.map(Number).toSorted((left, right) => right - left));
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(total);
    await page.getByText(`${total} matching records`).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      response().getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const [names, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(names).toBe('status,records');
    expect(rows.map((row) => row.split(',')[1])).toEqual(counts);
    await page.getByRole('button', { name: 'Copy as code' }).click();
    await page
      .getByRole('region', { name: 'curl' })
      .getByText('"aggregate":{"group_by":["status"],"values":{"records":{"count":"*"}}}')
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('groups times by month as a line, with a line for each further group, and keeps all in the URL', async () => {
    await page.getByRole('button', { name: 'Add a group' }).click();
    await choose('Field of group 2', 'Created at');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await page.getByRole('button', { name: 'Add a value' }).click();
    await choose('Operator of value 2', 'Greatest');
    await choose('Field of value 2', 'Subject');
    await run();
    const chart = response().getByRole('img', { name: /^Line chart: Records by status and created at, from 20/ });
    await chart.waitFor();
    expect(await chart.locator('path').count()).toBeGreaterThan(1);
    await response().getByRole('columnheader', { name: 'Max subject' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.reload();
    await signIn(page, demo.token);
    await chart.waitFor();
    expect(await page.getByRole('combobox', { name: 'Period of group 2' }).inputValue()).toBe('by month');
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Berlin');
    await page.getByRole('button', { name: 'Remove group 2' }).click();
    await page.getByRole('button', { name: 'Remove value 2' }).click();
    await page.getByRole('radiogroup', { name: 'What to find' }).getByText('Records').click();
    await run();
    await response()
      .getByText(/records/)
      .first()
      .waitFor();
  });

  it('finds records of all connections by words, and opens a whole one', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Find in all connections').fill('parcel arived');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?words=parcel+arived');
    const found = page.getByRole('region', { name: 'Found records' });
    // On a busy machine, some copies are too slow at first.
    while ((await found.getByText('Parcel has not arrived').count()) === 0) {
      const response = page.waitForResponse('**/search');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await (await response).finished();
    }
    await found.getByText('help-centre · tickets').first().waitFor();
    await expectAccessible(page);
    await found.getByRole('button', { name: 'Parcel has not arrived' }).first().click();
    await page.getByRole('dialog').getByText('"subject": "Parcel has not arrived"').waitFor();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    await page.getByLabel('Find in all connections').fill('zzzzqqqq');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('Nothing found').waitFor();
  });

  it('counts the records of a copy in a statement, shows the age of the table, and saves the rows', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'SQL' }).click();
    const tables = page.getByRole('region', { name: 'Tables' });
    await tables.getByText('help-centre', { exact: true }).click();
    await tables.getByText('tickets', { exact: true }).click();
    await tables.getByText('"help-centre".tickets', { exact: true }).waitFor();
    await tables.getByText('created_at', { exact: true }).waitFor();
    await page
      .getByLabel('Statement')
      .fill('SELECT status, count(*) AS n FROM "help-centre".tickets GROUP BY 1 ORDER BY 1');
    await page.keyboard.press('Control+Enter');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('columnheader', { name: 'N', exact: true }).waitFor();
    await result.getByText('open', { exact: true }).waitFor();
    await result
      .getByRole('list', { name: 'Tables that were read' })
      .getByText(/^"help-centre"\.tickets: \d+ records, as of/)
      .waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^status,n\r\n/);
    await page.getByLabel('Statement').fill('SELEC 1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => location.href)).not.toContain('SELEC');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'SQL' }).click();
    expect(await page.getByLabel('Statement').inputValue()).toBe('SELEC 1');
  });

  it('says how to install SQL where it is missing', async () => {
    const problem = {
      type: 'urn:connectory:error:sql_not_installed',
      title: 'SQL not installed',
      status: 501,
      detail: 'Install the package with which statements run.',
      message: 'Install the package with which statements run.',
      code: 'sql_not_installed',
      errors: [],
      origin: 'gateway',
      retryable: false,
      request_id: 'f0e2',
    };
    await page.route('**/sql', (route) =>
      route.fulfill({ status: 501, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('SQL is not installed').waitFor();
    await page.getByRole('alert').getByText('npm install @duckdb/node-api').waitFor();
    await expectAccessible(page, twoViews);
    await page.unroute('**/sql');
  });

  it('saves a whole copy as a file, and says how large it is', async () => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('link', { name: 'help-centre', exact: true }).click();
    await page.getByRole('button', { name: 'Schedule and history of tickets' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, twoViews);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Parquet' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tickets.parquet');
    const file = await readFile(await download.path());
    expect(file.subarray(0, 4).toString()).toBe('PAR1');
    expect(file.subarray(-4).toString()).toBe('PAR1');
    await dialog.getByText(/^Saved [\d.]+ kB\.$/).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows what the account has added, and discovers it again', async () => {
    let discoveries = 0;
    // A page that has not loaded anything yet.
    page = await opened.open();
    await signIn(page, demo.token);
    await page.route('**/fields', (route) => {
      const isDiscovery = route.request().method() === 'POST';
      if (isDiscovery) discoveries += 1;
      const meta = { ...ownFields.meta, ...(isDiscovery && { failed: [], entities: [] }) };
      return route.fulfill({ json: { ...ownFields, meta } });
    });
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('link', { name: 'help-centre', exact: true }).click();
    await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Fields').click();
    const fields = page.getByRole('region', { name: 'Own fields' });
    const renewal = fields.getByRole('row').filter({ hasText: 'Renewal date' });
    await renewal.getByText('own_fields.renewal').waitFor();
    await renewal.getByText('Copied', { exact: true }).waitFor();
    const tier = fields.getByRole('row').filter({ hasText: 'own_fields.tier' });
    await tier.getByText('Tier gold, Tier silver, Tier bronze, Tier trial and 1 more').waitFor();
    await tier.getByText(/^Gone at the vendor since/).waitFor();
    await fields.getByText('Own entities: vehicles').waitFor();
    await fields.getByText('The fields of users could not be read').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discover again' }).click();
    await fields.getByText('The fields of users could not be read').waitFor({ state: 'detached' });
    expect(discoveries).toBe(1);
  });

  it('chooses which fields of an entity are copied, and searches only those', async () => {
    await page.getByRole('button', { name: 'Choose what is copied of users' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('stay as they are').waitFor();
    await dialog.getByRole('radio', { name: 'Only the chosen ones' }).check();
    await dialog.getByRole('checkbox', { name: 'Role' }).uncheck();
    await dialog.getByText('3 of 4 fields').waitFor();
    await dialog.getByText('users is read again at the vendor, and no other entity').waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'users' }).getByText('3 chosen').waitFor();
    await page.unroute('**/fields');
    await search(/^help-centre/, 'users');
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Email', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'Role', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('had nothing to complain about', () => {
    expect(opened.errors).toEqual([]);
  });
});
