import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, twoViews } from './demo-console.ts';
import { auditEntry, forbidden, foreignConnection, hostileText } from './foreign-responses.ts';
import {
  actionAddress,
  adminToken,
  listAddress,
  responseOf,
  run,
  startTestConsole,
  type TestConsole,
} from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the rooms of the console', () => {
  let tested: TestConsole;
  let open: TestConsole['open'];
  let limited: TestConsole['limited'];

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser);
    ({ open, limited } = tested);
  });

  afterAll(() => tested?.stop());

  it('says before one tries that the admin token runs no actions', async () => {
    const page = await open('/console/acme/run', {}, adminToken);
    await page.getByText('The admin token cannot run actions').waitFor();
    await expectAccessible(page, twoViews);
    await page.evaluate(() => history.pushState(null, '', '/console/acme/search'));
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await page.getByText('The admin token cannot run actions').waitFor();
    for (const room of ['Run an action', 'Search'])
      expect(await page.getByRole('link', { name: room, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with another token' }).click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    await page.close();
  });

  it('says in place of a room that the token may not manage, and which may', async () => {
    const page = await open('/console/acme/audit', {}, limited.token);
    await page.getByText('This token may not read the audit').waitFor();
    await page.getByText(/token whose policy has "manage": true/).waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('link', { name: 'Connections' }).first().click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    for (const room of ['Connect an account', 'Subscriptions', 'Calls', 'Tokens', 'OAuth apps'])
      expect(await page.getByRole('link', { name: room }).count()).toBe(0);
    await page.evaluate(() => history.pushState(null, '', '/console/acme/connect'));
    await page.getByText('This token may not connect accounts').waitFor();
    await page.close();
  });

  it('says in each room that the token may not see it', async () => {
    const page = await open('/', { isForbidden: true });
    for (const room of ['Connections', 'Run an action', 'Search', 'Subscriptions', 'Calls']) {
      await page.getByRole('link', { name: room }).first().click();
      await page.getByRole('heading', { name: room, level: 1 }).waitFor();
      await page.getByText(/^This token may not (see this|see the subscriptions|read the audit)$/).waitFor();
      await page.getByText('The policy of this token allows nothing.').waitFor();
    }
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('shows what the gateway forbids of a call next to the form', async () => {
    const body = forbidden;
    const page = await open(listAddress, {
      connections: [foreignConnection],
      execute: { status: 403, body },
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('The policy of this token allows nothing.').waitFor();
    await page.getByRole('alert').getByText('Sign in with a token that allows this.').waitFor();
    await page.close();
  });

  it('shows the audit page by page, with how each request ended, and filters it', async () => {
    const write = { action: 'create', intent: `refill ${hostileText}`, duration_ms: null, outcome: null };
    const page = await open('/console/acme/audit', {
      connections: [foreignConnection],
      audit: [
        [
          auditEntry({ ...write, state: 'interrupted' }),
          auditEntry({ outcome: 422, error_code: 'upstream_rejected', token_id: limited.id, dry_run: true }),
        ],
        [],
        [auditEntry({ kind: 'manage', entity: 'tokens', action: 'create', state: 'started', connection_id: null })],
      ],
    });
    const rows = page.getByRole('region', { name: 'Calls' }).getByRole('row');
    const interrupted = rows.filter({ hasText: 'letters create' });
    await interrupted.getByText('Interrupted').waitFor();
    await interrupted.getByText('Admin token').waitFor();
    await interrupted.getByText(hostileText).waitFor();
    await rows.filter({ hasText: 'upstream_rejected' }).getByText('Dry run').waitFor();
    await rows.filter({ hasText: 'upstream_rejected' }).getByText('limited').waitFor();
    await expectAccessible(page, twoViews);
    const older = page.getByRole('button', { name: 'Older entries' });
    await Promise.all([page.waitForResponse((response) => response.url().includes('cursor=1')), older.click()]);
    await older.click();
    await rows.filter({ hasText: 'tokens create' }).getByText('Running').waitFor();
    await older.waitFor({ state: 'hidden' });
    await page.waitForFunction(
      () => document.activeElement?.closest('tr')?.textContent?.includes('tokens create') === true,
    );
    const refreshed = page.waitForResponse((response) => response.url().includes('cursor=2'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await refreshed;
    await interrupted.getByRole('link').click();
    const details = page.getByRole('main');
    await details.getByText('may or may not have been carried out').waitFor();
    for (const member of Object.keys(auditEntry({})))
      await details.getByRole('row').filter({ hasText: member }).first().waitFor();
    await details.getByText('id: letter-1').waitFor();
    await details.getByRole('link', { name: 'All calls about this record' }).waitFor();
    await expectAccessible(page, twoViews);
    await details.getByRole('link', { name: 'Run again as a dry run' }).click();
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await page.goBack();
    await page.goBack();
    await rows.filter({ hasText: 'upstream_rejected' }).getByRole('link').click();
    await page.getByRole('main').getByRole('link', { name: 'Run again as a dry run' }).click();
    await page.getByText('The audit does not store parameters').waitFor();
    await expectAccessible(page, twoViews);
    await page.goBack();
    await page.goBack();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Interrupted' }).click();
    await page.getByLabel('Entity').fill('letters');
    await page.getByLabel('From').fill('2026-01-02T03:04');
    const [asked] = await Promise.all([
      page.waitForRequest('**/audit?*'),
      page.getByRole('button', { name: 'Filter', exact: true }).click(),
    ]);
    const filter = [...new URL(asked.url()).searchParams];
    expect(filter).toEqual(
      expect.arrayContaining([
        ['entity', 'letters'],
        ['state', 'interrupted'],
      ]),
    );
    expect([...new URL(page.url()).searchParams].sort()).toEqual(filter.sort());
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.waitForURL('**/console/acme/audit');
    await page.close();
  });

  it('filters calls by what is clicked, follows new ones, and has chips for outcomes', async () => {
    const failed = auditEntry({ outcome: 422, error_code: 'upstream_rejected', token_id: limited.id, via: 'mcp' });
    const page = await open('/console/acme/audit', { connections: [foreignConnection], audit: [[failed]] });
    const row = page.getByRole('region', { name: 'Calls' }).getByRole('row').nth(1);
    const filterAfter = async (name: string | RegExp) => {
      await row.getByRole('button', { name }).click();
      await page.waitForURL('**/audit?*');
      const filter = Object.fromEntries(new URL(page.url()).searchParams);
      await page.getByRole('button', { name: 'Clear the filter' }).click();
      await page.waitForURL('**/console/acme/audit');
      return filter;
    };
    await row.getByText('Agent (MCP)').waitFor();
    expect(await filterAfter('letters get')).toEqual({ entity: 'letters', action: 'get' });
    expect(await filterAfter('letter-1')).toEqual({ record_key: 'letter-1' });
    expect(await filterAfter(/upstream_rejected/)).toEqual({ failed: 'true' });
    expect(await filterAfter('limited')).toEqual({ token_id: limited.id });
    expect(await filterAfter(/ligature/)).toEqual({ connection_id: foreignConnection.id });
    await page.getByText('Succeeded', { exact: true }).click();
    await page.waitForURL('**/audit?failed=false&state=finished');
    const live = page.getByRole('switch', { name: 'Live' });
    await live.focus();
    await page.keyboard.press('Space');
    await page.waitForRequest('**/audit?*');
    await page.waitForRequest('**/audit?*');
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('names the person and the agent of a call, and filters by the person', async () => {
    const person = { id: crypto.randomUUID(), name: `Ada ${hostileText}` };
    const delegated = auditEntry({
      actor: { person, token: limited.id, agent: 'Desk assistant' },
      token_id: limited.id,
      via: 'mcp',
    });
    const page = await open('/console/acme/audit', { connections: [foreignConnection], audit: [[delegated]] });
    const row = page.getByRole('region', { name: 'Calls' }).getByRole('row').nth(1);
    await row.getByText('through Desk assistant · Agent (MCP)').waitFor();
    await row.getByRole('button', { name: /^Ada/ }).click();
    await page.waitForURL(`**/audit?person=${person.id}`);
    await expectAccessible(page, twoViews);
    await row.getByRole('link').click();
    const details = page.getByRole('main');
    await details.getByText('Desk assistant').first().waitFor();
    await details.getByText('limited', { exact: true }).waitFor();
    await expectAccessible(page, twoViews);
    await details.getByRole('link', { name: /^Ada/ }).click();
    await page.waitForURL(`**/audit?person=${person.id}`);
    await page.close();
  });

  it('says where nothing passes the filter of the audit, and what is wrong with one', async () => {
    const page = await open('/console/acme/audit?entity=nowhere');
    await page.getByText('No entries').waitFor();
    expect(await page.getByLabel('Entity').inputValue()).toBe('nowhere');
    await page.getByLabel('HTTP status').fill('abc');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/outcome/)
      .waitFor();
    await page.close();
  });

  it('shows text that is written from the right as it is read', async () => {
    const long = 'مرحبا بكم في مكتب البريد '.repeat(4).trim();
    const records = [{ id: '1', name: long, address: { مدينة: 'القاهرة' } }];
    const page = await open(listAddress, {
      connections: [foreignConnection],
      execute: { body: responseOf(records) },
    });
    await run(page);
    const cell = page.getByRole('cell').filter({ hasText: long });
    const isBeginningShown = await cell.evaluate((element) => {
      const [text] = [...element.querySelectorAll('bdi')].map((bdi) => bdi.firstChild);
      if (text == null) return false;
      const beginning = document.createRange();
      beginning.setStart(text, 0);
      beginning.setEnd(text, 1);
      const [outer, inner] = [element.getBoundingClientRect(), beginning.getBoundingClientRect()];
      return inner.left >= outer.left && inner.right <= outer.right;
    });
    expect(isBeginningShown).toBe(true);
    const places = (place: string) =>
      page
        .locator(place, { hasText: /^(مدينة|القاهرة)$/ })
        .evaluateAll((found) => found.map((word) => [word.textContent, word.getBoundingClientRect().left] as const));
    expect(inOrder(await places('td bdi'))).toEqual(['مدينة', 'القاهرة']);
    await expectAccessible(page, twoViews);
    await page.getByRole('region', { name: 'Response' }).getByText('JSON').click();
    await page.locator('pre bdi').first().waitFor();
    expect(inOrder(await places('pre bdi'))).toEqual(['مدينة', 'القاهرة']);
    await page.close();
  });

  it('shows names in the texts of a manifest as code', async () => {
    const page = await open(actionAddress('get'), { connections: [foreignConnection] });
    await page.getByText('Get one letter of list').first().waitFor();
    await page.getByRole('main').locator('code', { hasText: 'list' }).first().waitFor();
    await page.getByText('The id of the letter').locator('code', { hasText: 'id' }).waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('`');
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('takes choices, whose default is shown, and lists, entry by entry', async () => {
    const page = await open(actionAddress('get'), {
      connections: [foreignConnection],
      execute: { body: { data: {}, meta: {} } },
    });
    const style = page.getByRole('combobox', { name: 'style' });
    expect(await style.getAttribute('placeholder')).toBe('plain');
    await page.getByText('How notes look').locator('code').waitFor();
    const stamps = page.getByRole('group', { name: 'stamps' });
    await stamps.getByText('The names of stamps').locator('code').waitFor();
    for (const stamp of ['blue', 'red']) {
      await stamps.getByRole('button', { name: 'Add to stamps' }).click();
      await stamps.getByRole('textbox').last().fill(stamp);
    }
    await expectAccessible(page, twoViews);
    await style.click();
    await page.getByRole('option', { name: 'bold' }).click();
    const [request] = await Promise.all([
      page.waitForRequest('**/execute'),
      page.getByRole('button', { name: 'Run', exact: true }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ params: { style: 'bold', stamps: ['blue', 'red'] } });
    await page.close();
  });

  it('shows on which side of a table there is more', async () => {
    const record = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`field_${index}`, 'a text that is long enough']),
    );
    const page = await open(listAddress, {
      connections: [foreignConnection],
      execute: { body: responseOf([record]) },
    });
    await run(page);
    const table = page.getByRole('region', { name: 'Records' });
    const shadows = (side: string) =>
      table.locator('..').evaluate((frame, pseudo) => getComputedStyle(frame, pseudo).opacity, side);
    await page.locator('[data-more-after]').waitFor();
    expect([await shadows('::before'), await shadows('::after')]).toEqual(['0', '1']);
    await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await page.locator('[data-more-before]:not([data-more-after])').waitFor();
    expect([await shadows('::before'), await shadows('::after')]).toEqual(['1', '0']);
    await page.close();
  });

  it('says that a room is being loaded, next to the navigation', async () => {
    const page = await open('/');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/console/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await navigation.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('status').filter({ hasText: 'Loading …' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await navigation.getByRole('link', { name: 'Tokens' }).waitFor();
    await expectAccessible(page, twoViews);
    release();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.close();
  });

  it('has the filter of the audit behind a button on a phone', async () => {
    const page = await open('/console/acme/audit', { connections: [foreignConnection], audit: [[auditEntry({})]] });
    await page.getByLabel('Entity').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Entity').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filter the entries' }).click();
    await page.getByLabel('Entity').fill('letters');
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('sends long integers exactly as they were entered', async () => {
    const page = await open(actionAddress('get'), {
      connections: [foreignConnection],
      execute: { body: { data: {}, meta: {} } },
    });
    const sent = async (entered: string) => {
      await page.getByLabel('number').fill(entered);
      const [request] = await Promise.all([
        page.waitForRequest('**/execute'),
        page.getByRole('button', { name: 'Run', exact: true }).click(),
      ]);
      return request.postData();
    };
    expect(await sent('9007199254740993')).toContain('"params":{"number":9007199254740993}');
    for (const long of ['-123456789012345678901234567890', '0.12345678901234567891'])
      expect(await sent(long)).toContain(`{"number":${long}}`);
    // What is no number reaches the gateway as it is, which says so at the field.
    expect(await sent('12a')).toContain('{"number":"12a"}');
    expect(await sent('42')).toContain('{"number":42}');
    await page.getByLabel('weight').pressSequentially('1.05');
    expect(await sent('9007199254740993')).toContain('{"number":9007199254740993,"weight":1.05}');
    const view = page.getByRole('radiogroup', { name: 'Enter params as' });
    await view.getByText('JSON').click();
    expect(await page.getByLabel('Params', { exact: true }).inputValue()).toContain('9007199254740993');
    await view.getByText('Form').click();
    expect(await page.getByLabel('number').inputValue()).toBe('9007199254740993');
    await page.close();
  });

  it('copies over plain http, and says so where the browser refuses', async () => {
    const page = await open(listAddress, {
      connections: [foreignConnection],
      execute: { body: responseOf([{ id: 7 }]) },
    });
    await run(page);
    await page.getByRole('region', { name: 'Response' }).getByText('JSON').click();
    // As it is on a page without TLS.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByLabel('Find an action').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await page.getByLabel('Find an action').inputValue()).toContain('"id": 7');
    await page.evaluate(() => Object.defineProperty(document, 'execCommand', { value: () => false }));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Select the text and copy it manually.' }).waitFor();
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(tested.errors).toEqual([]);
  });
});

/** Words by their places, from the left. */
const inOrder = (places: readonly (readonly [string | null, number])[]) =>
  [...places].sort(([, left], [, right]) => left - right).map(([word]) => word);
