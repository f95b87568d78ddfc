import { createClient } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { DemoProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../src/gateway/execute.ts';
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
import { hostileText } from './foreign-responses.ts';
import { type ReceivedDelivery, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const browser = await launchBrowser();
if (typeof browser === 'string')
  console.warn(`No browser, so the subscriptions of the console are not opened in one: ${browser}`);

const verified = (secret: string, { headers, body }: ReceivedDelivery) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe.skipIf(typeof browser === 'string')('subscriptions, changes and events in the console', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;
  let page: Page;
  let receiver: WebhookReceiver;
  let ledger: string;
  const secrets: string[] = [];

  beforeAll(async () => {
    requireBuiltConsole();
    demo = await startFixtureDemo();
    ledger = demo.connections.get('ledger') ?? '';
    receiver = await startReceiver();
    opened = await openConsole(browser as Browser, demo.url);
    page = await opened.open('/console/demo/subscriptions');
    await signIn(page, demo.token);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await receiver?.stop();
    await demo?.stop();
  });

  const createCustomer = (name: string) =>
    execute(createClient({ url: demo.url, token: demo.token }), {
      connectionId: ledger,
      entity: 'customers',
      action: 'create',
      params: { name, email: 'ada@example.com' },
    });
  const enter = async (label: string, ...texts: readonly string[]) => {
    for (const text of texts) {
      await page.getByRole('combobox', { name: label }).fill(text);
      await page.keyboard.press('Enter');
    }
    // The names that are offered lie above what comes next.
    await page.keyboard.press('Escape');
  };
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const goTo = (path: string) => page.evaluate((to) => history.pushState(null, '', to), `/console/demo/${path}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const log = () => page.getByRole('region', { name: 'Delivery log' }).locator('tbody tr');
  const shownSecret = async () => {
    const secret = (await page.getByRole('region', { name: 'Secret' }).textContent()) ?? '';
    secrets.push(secret);
    return secret;
  };
  const ofRecord = () => receiver.received.filter(({ body }) => body.includes('"record.'));

  it('creates one: errors stand next to their inputs, and the secret is shown once', async () => {
    await page.getByText('No subscriptions yet').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'Create a subscription' }).click();
    await page.getByLabel('Name').fill('wanted customers');
    await page.getByLabel('URL').fill('http://10.0.0.1/hook');
    await page.getByText('Choose connections and exactly one entity').waitFor();
    await press('Create subscription');
    await page.getByText(/10\.0\.0\.1 is not a public address/).waitFor();
    expect(await page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('URL').fill(receiver.url);
    await choose('Connections', 'ledger');
    await page.keyboard.press('Escape');
    await enter('Entities', 'customers');
    await press('Add a condition');
    await page.getByRole('combobox', { name: 'Field of condition 1' }).fill('name');
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await choose('Operator of condition 1', 'is');
    await page.getByLabel('Value of condition 1').fill(hostileText);
    await choose('Events', 'Copies that fail');
    await page.keyboard.press('Escape');
    await enter('Fields', 'id', 'name', 'nothing');
    await press('Create subscription');
    await page.getByText('nothing is not a search field of the entities').waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Fields' }).press('Backspace');
    await press('Create subscription');
    await page.getByText('Subscription created').waitFor();
    expect(await shownSecret()).toMatch(/^whsec_/);
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByText('No deliveries').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('whsec_');
  });

  it('shows how the receiver responds to a test event, which the shown secret verifies', async () => {
    await press('Send a test event');
    await page.getByText('The receiver responded with status 200.').waitFor();
    const sent = receiver.received.at(-1);
    expect(sent && verified(secrets[0] ?? '', sent)).toMatchObject({ type: 'subscription.test' });
    await page.keyboard.press('Escape');
    receiver.status = 500;
    await press('Send a test event');
    await page.getByText('The receiver responded with status 500.').waitFor();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    receiver.status = 200;
  });

  it('delivers a matching change, and shows it as text', async () => {
    await createCustomer('Nobody');
    await createCustomer(hostileText);
    await log().first().getByText('Delivered').waitFor();
    expect(await log().count()).toBe(1);
    const [sent] = ofRecord();
    expect(sent && verified(secrets[0] ?? '', sent)).toMatchObject({
      type: 'record.added',
      data: { record: { name: hostileText } },
    });
    await page.getByRole('button', { name: 'record.added' }).click();
    await page.getByRole('region', { name: 'Request body' }).getByText('onerror').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => 'isHurt' in window)).toBe(false);
  });

  it('shows why a delivery waits, and retries it', async () => {
    receiver.status = 503;
    await createCustomer(hostileText);
    await page.getByText('Waiting', { exact: true }).first().click();
    const waiting = log().filter({ hasText: 'The receiver responded with status 503.' });
    await waiting.waitFor();
    expect(await log().count()).toBe(1);
    await expectAccessible(page, twoViews);
    await waiting.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Why the last attempt failed').waitFor();
    await expectAccessible(page, twoViews);
    receiver.status = 200;
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No delivery is in this state.').waitFor();
    await page.getByText('All', { exact: true }).click();
    await log().nth(1).waitFor();
  });

  it('pauses and continues, replays with the same IDs, and rotates the secret', async () => {
    await press('Pause');
    await press('Continue');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const before = ofRecord();
    await press('Replay');
    await page.getByLabel('Since').fill('2026-01-01T00:00');
    await expectAccessible(page, twoViews);
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    const ids = (deliveries: readonly ReceivedDelivery[]) =>
      new Set(deliveries.map(({ headers }) => headers['webhook-id']));
    await expect.poll(() => ofRecord().length).toBeGreaterThanOrEqual(before.length + 2);
    expect(ids(ofRecord())).toEqual(ids(before));
    await press('Rotate the secret');
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('Secret rotated').waitFor();
    const rotated = await shownSecret();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    await press('Send a test event');
    await page.getByText('The receiver responded with status 200.').waitFor();
    await page.keyboard.press('Escape');
    const sent = receiver.received.at(-1);
    for (const secret of [rotated, secrets[0] ?? ''])
      expect(sent && verified(secret, sent)).toMatchObject({ type: 'subscription.test' });
  });

  it('edits it, with the conditions as they were entered', async () => {
    await press('Edit');
    expect(await page.getByLabel('Value of condition 1').inputValue()).toBe(hostileText);
    await page.getByLabel('Name').fill('customers');
    await expectAccessible(page, twoViews);
    await press('Save');
    await page.getByRole('heading', { name: 'customers', level: 1 }).waitFor();
  });

  it('lists it with what it selects and how its deliveries went, and says that a name is taken', async () => {
    await goTo('subscriptions');
    const row = page.getByRole('region', { name: 'Subscriptions' }).locator('tbody tr');
    await row.getByText(/^sync.failed, and changes of customers of ledger where .* with only id, name$/).waitFor();
    await row.locator('time').waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['Active', '0']));
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a subscription' }).click();
    await page.getByLabel('Name').fill('customers');
    await page.getByLabel('URL').fill(receiver.url);
    await press('Create subscription');
    await page.getByText('is the name of another subscription').waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('follows the changes of a connection', async () => {
    await goTo(`connections/${ledger}/changes`);
    const rows = page.getByRole('region', { name: 'Changes of this connection' }).locator('tbody tr');
    await rows.filter({ hasText: 'Write through the gateway' }).first().waitFor();
    const { id } = (await createCustomer('Grace Hopper')).data as { readonly id: string };
    await rows.filter({ hasText: 'Added' }).getByRole('button', { name: id }).click();
    await page.getByRole('region', { name: 'Change', exact: true }).getByText('ada@example.com').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('shows the URL for events, stores the secret of the vendor, and makes a new URL after a question', async () => {
    await page.getByText('Events', { exact: true }).click();
    const url = page.getByRole('region', { name: 'URL for events' });
    const first = await url.textContent();
    expect(first).toContain(`/events/${ledger}/`);
    const state = page.getByRole('region', { name: 'Events' });
    await state
      .getByLabel(/secret/i)
      .first()
      .fill('whsec_entered_by_the_test');
    await press('Store the secret');
    await state.getByText('The secret is stored.').waitFor();
    await state.getByText('Ready', { exact: true }).waitFor();
    await expectAccessible(page);
    await press('New URL');
    await page.getByText('are refused from then on').waitFor();
    await expectAccessible(page, twoViews);
    await press('Make a new URL');
    await expect.poll(() => url.textContent()).not.toBe(first);
    expect(await page.content()).not.toContain('whsec_entered_by_the_test');
  });

  it('deletes it after a question', async () => {
    await goTo('subscriptions');
    await page.getByRole('link', { name: 'customers', exact: true }).click();
    await press('Delete');
    await page.getByText('You cannot undo this').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No subscriptions yet').waitFor();
  });

  it('kept no secret, and had nothing to complain about', async () => {
    expect(secrets).toHaveLength(2);
    const kept = await keptBy(page);
    for (const secret of [...secrets, 'whsec_']) expect(kept).not.toContain(secret);
    expect(opened.errors).toEqual([]);
  });
});
