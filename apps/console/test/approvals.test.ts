import { type Client, createClient, WaitsForApproval } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { DemoProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
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
import { hostileText } from './foreign-responses.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so nothing is approved in one: ${browser}`);

const adminToken = 'admin-token-of-the-console-tests';

describe.skipIf(typeof browser === 'string')('approvals in the console', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;
  let asker: Client;
  let askingToken: string;
  let approvingToken: string;

  beforeAll(async () => {
    requireBuiltConsole();
    demo = await startFixtureDemo({ CONNECTORY_ADMIN_TOKEN: adminToken });
    opened = await openConsole(browser as Browser, demo.url);
    const { tokens } = createClient({ url: demo.url, token: adminToken }).workspace('demo');
    const asking = await tokens.create({ name: 'refund agent', policy: { hold: { effects: ['write'] } } });
    const approving = await tokens.create({ name: 'chief', policy: { manage: true, approve: true } });
    askingToken = asking.token;
    approvingToken = approving.token;
    asker = createClient({ url: demo.url, token: askingToken });
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const ledger = () => asker.connector(demo.connections.get('ledger') ?? '');
  /** Asks for a customer with an e-mail address, and returns the held write. */
  async function ask(email: string, intent = 'A new contract was signed.'): Promise<WaitsForApproval['held']> {
    try {
      await ledger().execute('customers', 'create', { email }, { intent });
    } catch (error) {
      if (error instanceof WaitsForApproval) return error.held;
      throw error;
    }
    throw new Error('The write was not held.');
  }
  async function open(path: string, token: string): Promise<Page> {
    const page = await opened.open(path);
    await signIn(page, token);
    return page;
  }
  const stateOf = async (id: string) => (await asker.workspace('demo').heldWrites.get(id)).state;

  it('lead from the overview to what would be sent, and send it after one confirmation', async () => {
    const { id } = await ask('grace@example.com', `because ${hostileText}`);
    const page = await open('/console/demo/overview', approvingToken);
    await page.getByText('A write waits for approval.').waitFor();
    const menu = page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'Decide' }).click();
    const row = page.getByRole('region', { name: 'Held writes' }).getByRole('row').nth(1);
    await row.getByText('refund agent').waitFor();
    await expectAccessible(page);
    await row.getByRole('link', { name: 'customers create' }).click();
    await page.waitForURL(`**/console/demo/approvals/${id}`);
    await page.getByText(`because ${hostileText}`).waitFor();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('email=grace%40example.com').waitFor();
    await request.getByText('Bearer ***').waitFor();
    await request.getByText('Nothing has been sent yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('changes records there').waitFor();
    await expectAccessible(page, twoViews);
    expect(await stateOf(id)).toBe('held');
    await dialog.getByRole('button', { name: 'Send to Ledger Books' }).click();
    await page.getByRole('status').getByText('Carried out').waitFor();
    await page.getByRole('region', { name: 'Response' }).first().getByText('grace@example.com').waitFor();
    await page.getByText('chief').first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await expectAccessible(page, twoViews);
    expect(await stateOf(id)).toBe('executed');
    await menu.getByText('waiting').waitFor({ state: 'detached' });
    await page.close();
  });

  it('are refused with a reason that the asker reads', async () => {
    const { id } = await ask('mallory@example.com');
    const page = await open(`/console/demo/approvals/${id}`, approvingToken);
    await page.getByRole('button', { name: 'Refuse' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('We do not know this customer.');
    await expectAccessible(page, twoViews);
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('status').getByText('We do not know this customer.').waitFor();
    await page.close();
    const asking = await open(`/console/demo/approvals/${id}`, askingToken);
    await asking.getByText('We do not know this customer.').waitFor();
    expect(await stateOf(id)).toBe('refused');
    await asking.close();
  });

  it('are not offered to the asker, who can withdraw the write', async () => {
    const { id } = await ask('withdrawn@example.com');
    const page = await open(`/console/demo/approvals/${id}`, askingToken);
    await page.getByText('This token may not approve it').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('status').getByText('it was not sent').waitFor();
    expect(await stateOf(id)).toBe('refused');
    await page.close();
  });

  it('do not approve what somebody else has decided meanwhile', async () => {
    const { id } = await ask('twice@example.com');
    const page = await open(`/console/demo/approvals/${id}`, approvingToken);
    await page.getByRole('button', { name: 'Approve' }).click();
    await asker.workspace('demo').heldWrites.refuse(id, 'Not needed any more.');
    await page.getByRole('button', { name: 'Send to Ledger Books' }).click();
    await page.getByText('Not needed any more.').waitFor();
    expect(await stateOf(id)).toBe('refused');
    await page.close();
  });

  it('are linked from the form of an action whose call waits', async () => {
    const path = `/console/demo/run/${demo.connections.get('ledger')}/customers/create`;
    const page = await open(path, askingToken);
    await page.getByLabel('email').fill('form@example.com');
    await page.getByRole('button', { name: 'Show request' }).click();
    await page.getByRole('button', { name: 'Send to Ledger Books' }).click();
    await page.getByText('It waits for approval').waitFor();
    expect(await page.getByText('This request was sent').count()).toBe(0);
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'See what happens to it' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('status').getByText('it was not sent').waitFor();
    await page.close();
  });

  it('are an empty list while nothing waits', async () => {
    const page = await open('/console/demo/approvals', approvingToken);
    await page.getByText('Nothing waits for approval').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('region', { name: 'Held writes' }).getByText('Carried out').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await page.close();
    expect(opened.errors).toEqual([]);
  });
});
