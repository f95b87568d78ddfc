import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@connectory/test-support/browser';
import { installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileDocument, hostileText } from './hostile-document.ts';
import {
  type OpenedReference,
  openReference,
  requireBuiltReference,
  sizes,
  violationsInEveryView,
  violationsOf,
} from './opened-reference.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the API reference is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the API reference', () => {
  let dataDirectory: string;
  let gateway: GatewayProcess;
  let opened: OpenedReference;

  beforeAll(async () => {
    requireBuiltReference();
    dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-reference-'));
    gateway = await startGatewayProcess('main', {
      CONNECTORY_DATA_DIR: dataDirectory,
      CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(dataDirectory),
    });
    opened = await openReference(browser as Browser, gateway.url);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await gateway?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  /** Opens the document of the gateway, or another one, and waits until it is shown. */
  const open = async (path = '/reference/'): Promise<Page> => {
    const page = await opened.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  const connectorIds = async (): Promise<readonly string[]> => {
    const response = await fetch(`${gateway.url}/reference/documents.json`);
    const { connectors } = (await response.json()) as { connectors: readonly { readonly id: string }[] };
    return connectors.map(({ id }) => id);
  };

  it('shows what an operation takes and returns', async () => {
    const page = await open();
    const operation = page.getByRole('region', { name: 'Run one action on one entity', exact: true });
    for (const name of ['connector_id', 'entity', 'params', 'dry_run'])
      await operation.getByText(name, { exact: true }).first().waitFor();
    await operation.getByText('200', { exact: true }).first().waitFor();
    await page.close();
  });

  it('is accessible at both widths, light and dark', async () => {
    const page = await open();
    const none = {};
    expect(await violationsInEveryView(page)).toEqual({
      '1440 light': none,
      '1440 dark': none,
      '390 light': none,
      '390 dark': none,
    });
    await page.locator('#documents summary').click();
    expect(await violationsOf(page)).toEqual(none);
    await page.close();
  });

  it('shows the document of a connector, accessible but for what the library does not mend', async () => {
    const page = await open('/reference/repository-host');
    await page.getByRole('heading', { level: 1, name: 'repository-host' }).waitFor();
    // The cards with examples of responses share one name: what is listed here may only become less.
    const known = { 'landmark-unique': 1 };
    expect(await violationsInEveryView(page)).toEqual({
      '1440 light': known,
      '1440 dark': known,
      '390 light': known,
      '390 dark': known,
    });
    await page.close();
  });

  it('takes no token and sends nothing: calls are made in the console', async () => {
    const page = await open();
    expect(await page.getByRole('button', { name: /test request|^send/i }).count()).toBe(0);
    expect(await page.locator('input[type=password]').or(page.getByRole('textbox')).count()).toBe(0);
    await page.close();
  });

  it('leads to the console, the documentation and the document itself', async () => {
    const page = await open();
    const bar = page.getByRole('navigation', { name: 'Connectory' });
    const targets = await bar
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(targets).toEqual(expect.arrayContaining(['/', '/docs/', '/openapi.json']));
    await page.close();
  });

  it('follows the appearance of the system, and keeps the one that was chosen', async () => {
    const page = await open();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('body.dark-mode').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('body.light-mode').waitFor();
    await page.getByRole('button', { name: /dark mode/i }).click();
    await page.locator('body.dark-mode').waitFor();
    await page.reload();
    await page.locator('body.dark-mode').waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  it('fits a phone, and opens its menu there', async () => {
    const page = await open();
    await page.setViewportSize(sizes.narrow);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.narrow.width);
    await page.getByRole('button', { name: 'Open Menu' }).click();
    await page.getByRole('link', { name: 'Connections' }).first().waitFor();
    await page.close();
  });

  it('offers every connector', async () => {
    const page = await open();
    const ids = await connectorIds();
    await page.locator('#documents summary').click();
    expect(await page.locator('#documents a').count()).toBe(ids.length + 1);
    await page.close();
  });

  it('leads from document to document on a phone', async () => {
    const page = await open();
    await page.setViewportSize(sizes.narrow);
    await page.locator('#documents summary').click();
    await page.locator('#documents a').nth(1).click();
    const [first = ''] = (await connectorIds()).toSorted((one, other) => one.localeCompare(other));
    await page.waitForURL(`**/reference/${first}`);
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.narrow.width);
    await page.close();
  });

  it('says that there is no such document', async () => {
    const page = await open('/reference/no-such-connector');
    await page.getByRole('alert').getByText('no connector with that ID').waitFor();
    expect(await violationsOf(page)).toEqual({});
    await page.close();
  });

  it('shows markup in a document as text', async () => {
    const page = await opened.context.newPage();
    await page.route('**/reference/documents.json', (route) =>
      route.fulfill({ json: { connectors: [{ id: 'hostile', vendor: hostileText }] } }),
    );
    await page.route('**/openapi/hostile.json', (route) => route.fulfill({ json: hostileDocument }));
    await page.goto('/reference/hostile');
    await page.getByRole('heading', { level: 1 }).getByText(hostileText).waitFor();
    await page.locator('#chosen').getByText(hostileText).waitFor();
    for (const place of ['summary', 'description', 'parameter', 'field', 'tag'])
      await page.getByText(`${place} ${hostileText}`).first().waitFor();
    expect(await page.evaluate(() => (window as { isHurt?: boolean }).isHurt)).toBeUndefined();
    expect(await page.locator('img[src=x], script:not([src]), a[href^="javascript:"]').count()).toBe(0);
    await page.close();
  });

  it('asked nobody but the gateway, and had nothing to complain about', () => {
    expect(opened.foreign).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('refuses script that somebody got into the page', async () => {
    const page = await open();
    const { violations, isHurt } = await page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => found.push(effectiveDirective));
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.isHurt = true' }));
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.isHurt = true">');
      document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.org/pixel.png' }));
      await fetch('https://example.org/').catch(() => undefined);
      // What a debugger runs itself may evaluate text; what it leaves to a timer may not.
      setTimeout(() => {
        try {
          new Function('window.isHurt = true')();
        } catch {
          found.push('eval');
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { violations: found, isHurt: 'isHurt' in window };
    });
    expect(isHurt).toBe(false);
    expect(violations).toEqual(
      expect.arrayContaining(['script-src-elem', 'script-src-attr', 'img-src', 'connect-src', 'eval']),
    );
    await page.close();
  });
});
