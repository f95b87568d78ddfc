import { createClient } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { DemoProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
if (typeof browser === 'string')
  console.warn(`No browser, so policies that hide data are not entered in one: ${browser}`);

const adminToken = 'admin-token-of-the-console-tests';

describe.skipIf(typeof browser === 'string')('policies that hide data, in the console', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;

  beforeAll(async () => {
    requireBuiltConsole();
    demo = await startFixtureDemo({ CONNECTORY_ADMIN_TOKEN: adminToken });
    opened = await openConsole(browser as Browser, demo.url);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const open = async (path: string, token = demo.token) => {
    const page = await opened.open(path);
    await signIn(page, token);
    return page;
  };
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
  const openSection = async (page: Page, title: string) => {
    const section = page.getByRole('region', { name: 'What it sees' }).locator('details').filter({ hasText: title });
    await section.locator('summary').first().press('Enter');
    return section;
  };
  const choose = async (within: Locator, label: string, option: string) => {
    await within.getByRole('combobox', { name: label }).click();
    await within.page().getByRole('option', { name: option, exact: true }).click();
  };

  it('creates a token for overdue customers without e-mail addresses, which sees what the preview shows', async () => {
    const page = await open('/console/demo/tokens/new');
    await page.getByLabel('Name').fill('desk');
    const records = await openSection(page, 'Records');
    await records.getByRole('button', { name: 'Add a rule for records' }).click();
    await preview(page).getByText('Choose a connection and an entity for rule 1 of Records.').waitFor();
    await choose(records, 'Connection', 'ledger');
    await choose(records, 'Entity', 'customers');
    await records.getByRole('button', { name: 'Add a condition' }).click();
    await choose(records, 'Field of condition 1', 'Delinquent');
    await records.getByRole('combobox', { name: 'Value of condition 1' }).click();
    await page.getByRole('option', { name: 'true' }).click();
    const personal = await openSection(page, 'Personal data');
    await personal.getByText(/e-mail addresses, phone numbers and handles\. \d+ fields are marked\./).waitFor();
    await choose(personal, 'Contact', 'Leave out');
    await preview(page).getByText('Of ledger customers, only those with delinquent true.').waitFor();
    const record = preview(page).getByRole('region', { name: 'A record', exact: true });
    await choose(record, 'Connection', 'ledger (Ledger Books)');
    await choose(record, 'Entity', 'customers');
    const email = record.getByRole('row').filter({ hasText: 'email' });
    await email.getByText('Hidden', { exact: true }).waitFor();
    expect(await email.locator('s').textContent()).toMatch(/@.* \(hidden\)$/);
    await record.getByText(/1 hidden/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = (await page.getByRole('region', { name: 'Text of the token' }).textContent()) ?? '';
    const { data } = await createClient({ url: demo.url, token }).transport.POST(
      '/api/v1/integrations/connectors/{connector_id}/execute',
      {
        params: { path: { connector_id: await connectionId('ledger') } },
        body: { entity: 'customers', action: 'list', params: {} },
      },
    );
    const { data: customers } = data as unknown as { readonly data: readonly Record<string, unknown>[] };
    expect(customers.length).toBeGreaterThan(0);
    expect(customers.every(({ delinquent }) => delinquent === true)).toBe(true);
    expect(customers.some((customer) => 'email' in customer)).toBe(false);
    expect(customers.every((customer) => 'name' in customer)).toBe(true);
    await page.getByRole('link', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'desk' });
    await row.getByText('2 rules for what it sees').click();
    await row.getByText('customers of ledger · Only where Delinquent is true').waitFor();
    await row.getByText('Personal fields · Leave out: contact').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  const connectionId = async (name: string) => {
    const client = createClient({ url: demo.url, token: demo.token }).workspace('demo');
    const found = (await Array.fromAsync(client.connections.list())).find((connection) => connection.name === name);
    return found?.id ?? '';
  };

  it('enters a role that hides fields, marks personal ones, and says at an input what the gateway refuses', async () => {
    const page = await open('/console/demo/roles');
    await page.getByLabel('Name').fill('desk');
    const fields = await openSection(page, 'Fields');
    await fields.getByRole('button', { name: 'Add a rule for fields' }).press('Enter');
    await preview(page).getByText('Choose fields for rule 1 of Fields.').waitFor();
    await choose(fields, 'Connection', 'ledger');
    await choose(fields, 'Entity', 'customers');
    const dropped = fields.getByLabel('Leave out', { exact: true });
    await dropped.fill('em');
    await page.getByRole('option', { name: 'email Personal: contact' }).waitFor();
    await dropped.press('ArrowDown');
    await dropped.press('Enter');
    await dropped.fill('nmae');
    await dropped.press('Enter');
    await page.getByRole('button', { name: 'Create role' }).click();
    await fields.getByText(/^nmae .*Did you mean name/).waitFor();
    await expectAccessible(page, twoViews);
    await dropped.press('Backspace');
    await fields.getByLabel('Show only the form').fill('name');
    await fields.getByLabel('Show only the form').press('Enter');
    const texts = await openSection(page, 'Texts');
    await texts.getByLabel('Mark instructions').press('Space');
    await page.getByRole('button', { name: 'Create role' }).click();
    const row = page.getByRole('row').filter({ hasText: 'desk' });
    await row.getByText('2 rules for what it sees').click();
    await row.getByText('customers of ledger · Leave out: email · Show only the form: name').waitFor();
    await expectAccessible(page, twoViews);
    const roles = await Array.fromAsync(
      createClient({ url: demo.url, token: demo.token }).workspace('demo').roles.list(),
    );
    expect(roles.find(({ name }) => name === 'desk')?.policy).toEqual({
      read_only: true,
      fields: [{ connector: 'ledger', entity: 'customers', drop: ['email'], mask: ['name'] }],
      flag_instructions: true,
    });
    await row.getByRole('link', { name: 'desk' }).click();
    await page.getByRole('group', { name: 'Rule 1' }).getByText('email', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove rule 1 for fields' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('1 rule for what it sees').waitFor();
    await page.close();
  });

  it('leaves out all personal data by one switch, and shows why a record is not shown', async () => {
    const page = await open('/console/demo/tokens/new');
    const personal = await openSection(page, 'Personal data');
    await personal.getByRole('switch', { name: 'No personal data' }).press('Space');
    await personal.getByPlaceholder('Leave out, as all others').first().waitFor();
    const record = preview(page).getByRole('region', { name: 'A record', exact: true });
    await choose(record, 'Connection', 'ledger (Ledger Books)');
    await choose(record, 'Entity', 'customers');
    for (const hidden of ['email', 'name', 'description'])
      await record.getByRole('row').filter({ hasText: hidden }).getByText('Hidden', { exact: true }).waitFor();
    await choose(personal, 'Name', 'Replace by a hash');
    await record.getByText(/1 changed/).waitFor();
    const entities = page.getByRole('combobox', { name: 'Entities', exact: true }).first();
    await entities.fill('invoices');
    await entities.press('Enter');
    await entities.press('Escape');
    await record.getByText('Nothing of this record is shown').waitFor();
    await record.getByText('The policy allows no action that reads customers.').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('marks personal fields where fields are listed', async () => {
    const page = await open('/console/demo/sql');
    const tables = page.getByRole('region', { name: 'Tables' });
    await tables.getByLabel('Find a connection').fill('ledger');
    await tables.getByText('ledger', { exact: true }).click();
    await tables.getByText('customers', { exact: true }).click();
    await tables.getByRole('listitem').filter({ hasText: 'email' }).getByText('Personal: contact').waitFor();
    await expectAccessible(page, twoViews);
    await page.evaluate(
      (to) => history.pushState(null, '', to),
      `/console/demo/search/${await connectionId('ledger')}/customers`,
    );
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('combobox', { name: 'Field of condition 1' }).click();
    await page.getByRole('option', { name: 'Email Personal: contact' }).waitFor();
    await page.close();
  });

  it('keeps rules that the form cannot enter, and shows them', async () => {
    const { roles } = createClient({ url: demo.url, token: demo.token }).workspace('demo');
    const policy = {
      records: [
        { connector: 'ledger', entity: 'customers', where: { not: { eq: { delinquent: true } } } },
        { connector: 'not-connected', entity: 'customers', where: { eq: { delinquent: true } } },
      ],
      detect: { iban: 'hash', all: 'redact' },
    } as const;
    await roles.put('auditor', { ...policy, records: [...policy.records] });
    const page = await open('/console/demo/roles/auditor', adminToken);
    await page.getByText('The admin token reads no records.').waitFor();
    await page
      .getByRole('group', { name: 'Rule 1' })
      .getByText(/"not": \{/)
      .waitFor();
    await page
      .getByRole('group', { name: 'Rule 2' })
      .getByText(/"delinquent": true/)
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'IBAN' }).inputValue()).toBe('Replace by a hash');
    expect(await page.getByRole('combobox', { name: 'Phone' }).getAttribute('placeholder')).toBe(
      'Replace by a placeholder, as all others',
    );
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'auditor' }).getByText('4 rules for what it sees').waitFor();
    const kept = (await Array.fromAsync(roles.list())).find(({ name }) => name === 'auditor');
    expect(kept?.policy).toEqual(policy);
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(opened.errors).toEqual([]);
  });
});
