import type { WorkspaceClient } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, twoViews } from './demo-console.ts';
import { hostileText } from './foreign-responses.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string')
  console.warn(`No browser, so the tokens of the console are not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('tokens in the console', () => {
  let tested: TestConsole;

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser, ['many']);
  });

  afterAll(() => tested?.stop());

  const adminOf = (workspace: string): WorkspaceClient => tested.admin.workspace(workspace);
  const open = (path: string, token: string): Promise<Page> => tested.open(path, {}, token);

  it('says that a token may not see tokens, subscriptions and applications, what it lacks and who may', async () => {
    const { token: plain } = await adminOf('acme').tokens.create({ name: 'plain' });
    const page = await open('/console/acme/tokens', plain);
    for (const [path, title, purpose] of [
      ['tokens', 'Tokens', 'see the tokens'],
      ['tokens/new', 'Create a token', 'make tokens'],
      ['subscriptions', 'Subscriptions', 'see the subscriptions'],
      ['subscriptions/new', 'Create a subscription', 'create subscriptions'],
      ['oauth-apps', 'OAuth apps', 'see the OAuth applications'],
    ] as const) {
      await page.evaluate((to) => history.pushState(null, '', to), `/console/acme/${path}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByText(`This token may not ${purpose}`).waitFor();
      await page.getByText(/can use the workspace but not manage it\. Use the admin token, or a token/).waitFor();
    }
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Sign in with another token' }).click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    await page.close();
  });

  it('shows many tokens some at a time, finds them by name, and revokes one after a question', async () => {
    const { tokens } = adminOf('many');
    const { token: manager } = await tokens.create({ name: 'manager', policy: { manage: true } });
    for (let number = 1; number <= 30; number += 1) await tokens.create({ name: `robot ${number} ${hostileText}` });
    const page = await open('/console/many/tokens', manager);
    const rows = page.getByRole('region', { name: 'Tokens' }).locator('tbody tr');
    await rows.first().getByText('robot 30').waitFor();
    expect(await rows.count()).toBe(25);
    await page.getByRole('button', { name: 'next page' }).click();
    await page.getByText('Runs every action. Manages the workspace').waitFor();
    await expectAccessible(page, twoViews);
    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.getByRole('region', { name: 'Tokens' });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // The names of the columns stand next to the values, and the rows are still those of a table.
    const state = rows.first().getByRole('cell').nth(2);
    expect(await state.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"State" / ""');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Find a token').fill('robot 7 ');
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Revoke robot 7' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Programs that use robot 7 .* stop working/).waitFor();
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Revoke');
    await page.getByRole('button', { name: 'Revoke robot 7' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await rows.first().getByText('Revoked').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke robot 7' }).count()).toBe(0);
    await page.close();
  });

  it('leads from an error of a new token to its input, and shows what a token that may manage cannot pass on', async () => {
    const { token: maker } = await adminOf('acme').tokens.create({
      name: 'maker',
      policy: { manage: true, connectors: ['post-office'], max_records: 5 },
    });
    const page = await open('/console/acme/tokens/new', maker);
    await page.getByText('Only connections or connectors named post-office.').waitFor();
    await page.getByLabel('Name').fill('child');
    await page.getByRole('combobox', { name: 'connectors' }).fill('no such connection');
    await page.getByRole('listbox').getByText('Nothing in this workspace has this name').waitFor();
    await page.getByRole('combobox', { name: 'connectors' }).fill('');
    const input = page.getByLabel('Max records');
    await input.fill('6');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText(/policy\.max_records allows more than the policy of the token that creates it/).waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.waitForFunction(() => document.querySelector('[id="policy/max_records"][aria-invalid=true]') !== null);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.close();
  });

  it('creates a token whose deletions wait for a second person', async () => {
    const page = await open('/console/acme/tokens/new', tested.token);
    await page.getByLabel('Name').fill('agent');
    await page.getByLabel('Agent with approval').check();
    const held = page.getByRole('group', { name: 'Wait for approval' });
    await held.getByLabel('outward').uncheck();
    await held.getByLabel('By a second person').check();
    expect(await held.getByLabel('read').count()).toBe(0);
    await page.getByText('Deleting records waits for approval by a second person.').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Token created').waitFor();
    const made = (await Array.fromAsync(adminOf('acme').tokens.list())).find(({ name }) => name === 'agent');
    expect(made?.policy).toEqual({ hold: { effects: ['delete'], second_person: true } });
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(tested.errors).toEqual([]);
  });
});
