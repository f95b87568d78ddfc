import type { Overview } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, twoViews } from './demo-console.ts';
import { foreignConnection, hostileText } from './foreign-responses.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

const { id } = foreignConnection;
const subscription = 'c0ffee00-0000-4000-8000-000000000001';
const since = '2026-01-02T03:04:05.000Z';
const about = { connection_id: null, subscription_id: null, entity: null, since };

const figures: Overview['data'] = {
  totals: { calls: 1_840, errors: 23, p95_ms: 1_200 },
  intervals: Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.parse(since) + hour * 3_600_000).toISOString(),
    calls: hour * 7,
    errors: hour === 20 ? 23 : 0,
    p95_ms: hour === 0 ? null : hour * 50,
  })),
  attention: [
    { ...about, kind: 'reconnect', connection_id: id, message: `The vendor rejects the credentials: ${hostileText}` },
    {
      ...about,
      kind: 'failing_sync',
      connection_id: id,
      entity: 'letters',
      message: 'The last pass of letters failed.',
    },
    { ...about, kind: 'stale_copy', connection_id: id, message: 'The copy of 3 entities is out of date.' },
    { ...about, kind: 'failed_deliveries', subscription_id: subscription, message: 'The receiver is away.' },
    { ...about, kind: 'version_ends', message: 'Post Office shuts down version 1 of its API.' },
  ],
  connections: [{ id, calls: 1_840, errors: 23 }],
};

describe.skipIf(typeof browser === 'string')('the overview', () => {
  let tested: TestConsole;

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser);
  });

  afterAll(() => tested?.stop());

  it('is the first page of a workspace, and says what to do where nothing is connected', async () => {
    const page = await tested.open('/');
    await page.waitForURL('**/console/acme/overview');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Connect an account' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('shows figures with charts that screen readers can read, and the busiest connections', async () => {
    const page = await tested.open('/', { connections: [foreignConnection], overview: figures });
    await page.getByRole('img', { name: '1,840 calls in the last 24 hours, 23 of them with an error' }).waitFor();
    await page.getByRole('img', { name: '1.3 % of the calls of the last 24 hours ended with an error' }).waitFor();
    await page.getByRole('img', { name: '95 percent of the calls of the last 24 hours took at most 1.2 s' }).waitFor();
    const calls = page
      .getByRole('region', { name: 'Busiest connections' })
      .getByRole('link', { name: /^1,840 calls of/ });
    expect(await calls.first().getAttribute('href')).toBe(`/console/acme/audit?connection_id=${id}&kind=execute`);
    await expectAccessible(page);
    await page.getByText('7 days').click();
    await page.waitForURL('**/console/acme/overview?hours=168');
    await page.getByText('Calls of the last 7 days').waitFor();
    await page.close();
  });

  it('leads from each thing that needs a person to the page that cures it', async () => {
    const page = await tested.open('/', { connections: [foreignConnection], overview: figures });
    const needs = page.getByRole('region', { name: 'Needs you' });
    const cures = {
      Reconnect: `/console/acme/connect/${id}`,
      'See the copies': `/console/acme/connections/${id}`,
      'Sync now': `/console/acme/connections/${id}`,
      'See the deliveries': `/console/acme/subscriptions/${subscription}`,
      'How to upgrade': '/docs/guide/operate#upgrades-and-downgrades',
    };
    for (const [name, address] of Object.entries(cures))
      expect(await needs.getByRole('link', { name }).getAttribute('href')).toBe(address);
    await page.close();
  });

  it('says so when nothing needs a person and nothing was called', async () => {
    const quiet = { ...figures, totals: { calls: 0, errors: 0, p95_ms: null }, attention: [], connections: [] };
    const page = await tested.open('/', { connections: [foreignConnection], overview: quiet });
    await page.getByText('Nothing. Connections, copies and deliveries work.').waitFor();
    await page.getByText('No calls yet').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('reports no error in the browser', () => {
    expect(tested.errors).toEqual([]);
  });
});
