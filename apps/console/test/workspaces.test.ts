import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, twoViews } from './demo-console.ts';
import { adminToken, startTestConsole, type TestConsole } from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string')
  console.warn(`No browser, so the workspaces of the console are not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('workspaces in the console', () => {
  let tested: TestConsole;

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser, ['former', 'other']);
  });

  afterAll(() => tested?.stop());

  const names = async () => (await Array.fromAsync(tested.admin.workspaces.list())).map(({ name }) => name);

  it('creates one, limits it, and deletes it once its name is typed', async () => {
    const page = await tested.open('/console/acme/workspaces', {}, adminToken);
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Northwind');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('use 1 to 63 of a-z').waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByLabel('Name').fill('northwind');
    await dialog.getByLabel('Name').press('Enter');
    await page.waitForURL('**/console/northwind/start');

    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: 'Limits of northwind' }).click();
    await dialog.getByLabel('Calls per day (UTC)').fill('5000');
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /northwind/ });
    await row.getByText('5,000 calls per day').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete northwind' }).click();
    await dialog.getByText('connections with their credentials').waitFor();
    const command = dialog.getByRole('button', { name: 'Delete the workspace' });
    expect(await command.isDisabled()).toBe(true);
    await dialog.getByLabel('Type northwind to confirm').fill('north');
    await page.keyboard.press('Enter');
    expect(await command.isDisabled()).toBe(true);
    await expectAccessible(page, twoViews);
    expect(await names()).toContain('northwind');
    await dialog.getByLabel('Type northwind to confirm').fill('northwind');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/acme/**');
    expect(await names()).not.toContain('northwind');
    await page.close();
  });

  it('deletes another one than that which is open, and stays there', async () => {
    const page = await tested.open('/console/acme/workspaces', {}, adminToken);
    await page.getByRole('button', { name: 'Delete former' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type former to confirm').fill('former');
    await dialog.getByRole('button', { name: 'Delete the workspace' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /former/ }).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/acme/workspaces');
    expect(await names()).toEqual(['acme', 'other']);
    await page.close();
  });

  it('are in the menu of the admin only', async () => {
    const page = await tested.open('/console/acme/workspaces');
    await page.getByText('Only an admin manages workspaces').waitFor();
    expect(await page.getByRole('link', { name: 'Workspaces' }).count()).toBe(0);
    await page.close();
    expect(tested.errors).toEqual([]);
  });
});
