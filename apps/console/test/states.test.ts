import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, keptBy, twoViews } from './demo-console.ts';
import { foreignConnection, hostileText } from './foreign-responses.ts';
import { adminToken, listAddress, responseOf, run, startTestConsole, type TestConsole } from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the console', () => {
  let tested: TestConsole;
  let open: TestConsole['open'];

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser, ['other']);
    ({ open } = tested);
  });

  afterAll(() => tested?.stop());

  it('says what to do where nothing is connected', async () => {
    const page = await open('/console/acme/connections');
    await page.getByText('No connections yet').waitFor();
    await expectAccessible(page, twoViews);
    for (const room of ['Run an action', 'Search']) {
      await page.getByRole('link', { name: room }).click();
      await page.getByRole('heading', { name: room, level: 1 }).waitFor();
      await page.getByText('No connections yet').waitFor();
    }
    await page.close();
  });

  it('lets the admin token choose a workspace, and keeps it in the address', async () => {
    const page = await open('/', {}, adminToken);
    await page.getByRole('combobox', { name: 'Workspace' }).click();
    await page.getByRole('option', { name: 'other' }).click();
    await page.waitForURL('**/console/other/start');
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('says who is signed in, what the token may do and until when', async () => {
    const { token } = await tested.admin.workspace('acme').tokens.create({
      name: 'reporting',
      policy: { read_only: true },
      expires_at: '2099-01-31T00:00:00.000Z',
    });
    const page = await open('/', {}, token);
    await page.getByRole('button', { name: 'Signed in with reporting' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('acme', { exact: true }).waitFor();
    await dialog.getByText('Reads records; changes nothing.').waitFor();
    await dialog.locator('time[datetime="2099-01-31T00:00:00.000Z"]').waitFor();
    await expectAccessible(page, twoViews);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Signed in with reporting');
    await page.close();
  });

  it('leads back to the sign-in page when the token has ended', async () => {
    const { admin, limited } = tested;
    const page = await open('/', {}, limited.token);
    await admin.workspace('acme').tokens.revoke(limited.id);
    await page.evaluate(() => history.pushState(null, '', '/console/acme/connect'));
    await page.getByText('The gateway no longer accepts this token').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('says that a page or a workspace is not there', async () => {
    const page = await open('/console/nowhere/connections');
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('leads to the documentation and the API reference, in tabs of their own: the token stays', async () => {
    const page = await open('/');
    for (const [name, address] of Object.entries({ Documentation: '/docs/', 'API reference': '/reference/' })) {
      const link = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });
      expect(await link.getAttribute('href')).toBe(address);
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    await page.close();
  });

  it('opens the menu on a phone, and with the keyboard alone', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await page.close();
  });

  it('says what a connection needs, and what keeps a copy from being made', async () => {
    const reason = 'The upstream refuses the credentials: invalid_grant.';
    const connection = { ...foreignConnection, state: 'reauthorization_required' as const, state_reason: reason };
    const page = await open('/console/acme/connections', { connections: [connection] });
    await page.getByText('One connection needs attention').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('alert').getByRole('link').click();
    await page.getByRole('alert').getByText(reason).waitFor();
    await page.getByRole('progressbar', { name: 'letters: 3 of 12 parts' }).waitFor();
    await page.getByText(/upstream_unavailable: The upstream does not answer/).waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('shows what the upstream said when it fails, and tries again', async () => {
    const problem = {
      type: 'urn:connectory:error:upstream_unavailable',
      title: 'Upstream unavailable',
      status: 502,
      detail: 'Post Office responded with status 503.',
      message: 'Post Office responded with status 503.',
      code: 'upstream_unavailable',
      errors: [],
      origin: 'upstream',
      retryable: true,
      request_id: 'f0e1',
      upstream: { status: 503, message: `closed ${hostileText}` },
    };
    const page = await open(listAddress, { connections: [foreignConnection], execute: { status: 502, body: problem } });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The upstream responded with 503: closed <img src=x').waitFor();
    await alert.getByText('The same request may succeed later.').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('keeps what was loaded when the gateway goes away, and says so', async () => {
    const page = await open('/console/acme/connections', { connections: [foreignConnection] });
    await page.getByRole('link', { name: foreignConnection.name, exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Run an action' }).first().click();
    await page.getByRole('combobox', { name: 'Connection' }).click();
    await page.getByRole('option', { name: /ligature/ }).click();
    await page.getByRole('alert').getByText('The gateway does not respond').waitFor();
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByText('You see what was loaded at').waitFor();
    await page.getByRole('link', { name: foreignConnection.name, exact: true }).waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('shows hostile text of a vendor as text', async () => {
    const records = [
      { id: '1', subject: hostileText, from: 'a\u202egpj.exe', notes: `${hostileText}${'x'.repeat(1_000_000)}` },
      { id: '2', subject: '\u0007bell\u0000', from: 'مرحبا بالعالم', notes: 'עברית' },
    ];
    const page = await open(listAddress, { connections: [foreignConnection], execute: { body: responseOf(records) } });
    await run(page);
    const table = page.getByRole('region', { name: 'Records' });
    await table.getByText(hostileText, { exact: true }).waitFor();
    await table.getByText('a⟨U+202E⟩gpj.exe').waitFor();
    await table.getByText('␇bell␀').waitFor();
    expect(await table.getByText('مرحبا بالعالم').evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
    await table.getByText('(1,000,').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('region', { name: 'Response' }).getByText('JSON').click();
    await page.getByRole('region', { name: 'Response' }).last().getByText('<img src=x').waitFor();
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    expect(await page.evaluate(() => (window as { isHurt?: boolean }).isHurt)).toBeUndefined();
    expect(await page.locator('img[src=x], script:not([src])').count()).toBe(0);
    await page.close();
  });

  it('shows ten thousand rows a hundred at a time, and long numbers exactly', async () => {
    const ids = Array.from(
      { length: 10_000 },
      (_, index) => `{"id":9007199254740993${String(index).padStart(4, '0')}}`,
    );
    const body = `{"data":[${ids.join()}],"meta":{"next_params":null}}`;
    const page = await open(listAddress, { connections: [foreignConnection], execute: { body } });
    await run(page);
    await page.getByText('10,000 records').waitFor();
    await page.getByText('90071992547409930099').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(100);
    await page.getByRole('button', { name: '100', exact: true }).click();
    await page.getByText('Rows 9,901 to 10,000 of 10,000').waitFor();
    await page.getByText('90071992547409939999').waitFor();
    await expectAccessible(page, twoViews);
    await page.close();
  });

  it('refuses script that somebody got into the page', async () => {
    const page = await open('/');
    const earlier = tested.errors.length;
    const refused = page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective: name }) => violations.push(name));
      const script = document.createElement('script');
      try {
        script.textContent = 'window.isHurt = true';
      } catch {
        violations.push('text of a script');
      }
      document.body.append(script);
      const foreign = document.createElement('img');
      foreign.src = 'https://example.org/pixel.png';
      document.body.append(foreign);
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.isHurt = true">');
      } catch {
        violations.push('markup');
      }
      await fetch('https://example.org/').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { violations, isHurt: 'isHurt' in window };
    });
    const { violations, isHurt } = await refused;
    expect(isHurt).toBe(false);
    expect(violations).toEqual(expect.arrayContaining(['markup', 'img-src', 'connect-src']));
    expect(violations.some((name) => ['text of a script', 'script-src-elem'].includes(name))).toBe(true);
    expect(await keptBy(page)).not.toContain(tested.token);
    // What the policy refuses is written to the console of the browser.
    tested.errors.splice(earlier);
    await page.close();
  });

  it('had nothing to complain about', () => {
    expect(tested.errors).toEqual([]);
  });
});
