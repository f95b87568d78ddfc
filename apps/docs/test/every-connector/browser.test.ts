import { launchBrowser } from '@connectory/headless-browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltPage, readBuiltPages } from '../built-pages.ts';
import { shell } from '../console-blocks.ts';
import { type DocumentedDemo, startDocumentedDemo } from '../documented-demo.ts';
import { OpenedPages } from '../opened-pages.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the documentation is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the documentation in a browser', () => {
  let demo: DocumentedDemo | undefined;
  let context: BrowserContext | undefined;
  const faults: string[] = [];

  beforeAll(async () => {
    demo = await startDocumentedDemo();
    context = await (browser as Browser).newContext({ baseURL: demo.url, viewport: { width: 1400, height: 900 } });
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`${message.page()?.url()}: ${message.text()}`);
    });
    context.on('weberror', (error) => faults.push(String(error.error())));
    context.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
    context.on('response', (answer) => {
      if (answer.status() >= 400) faults.push(`${answer.url()}: ${answer.status()}`);
    });
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const open = async (address: string): Promise<Page> => {
    const page = await (context as BrowserContext).newPage();
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    return page;
  };

  it('opens every page that a link leads to, and finds every anchor there', async () => {
    const links = new Map<string, Set<string>>([['/docs/', new Set()]]);
    const anchors = new Map<string, ReadonlySet<string>>();
    const builtPages = readBuiltPages();
    const opened = new OpenedPages();
    const page = await open('/docs');
    for (const [address] of links) {
      expect((await page.request.get(address)).status(), address).toBe(200);
      const built = builtPages.get(address);
      if (built === undefined) throw new Error(`${address} is linked, but was not built.`);
      // A page that was opened as it is now is taken as it is written.
      const isKnown = opened.has(built);
      if (!isKnown) await follow(page, address);
      anchors.set(address, isKnown ? built.anchors : await anchorsOf(page));
      for (const target of isKnown ? linksIn(built, demo?.url ?? '') : await targetsOf(page)) {
        const { origin, pathname, hash } = new URL(target);
        if (origin !== demo?.url) continue;
        if (!pathname.startsWith('/docs') || pathname.endsWith('.json')) {
          expect((await page.request.get(pathname)).status(), target).toBe(200);
          continue;
        }
        const wanted = links.get(pathname) ?? new Set();
        links.set(pathname, wanted);
        if (hash !== '') wanted.add(decodeURIComponent(hash.slice(1)));
      }
      opened.add(built);
    }
    await page.close();
    for (const [address, wanted] of links) {
      const missing = [...wanted].filter((anchor) => anchors.get(address)?.has(anchor) !== true);
      expect(missing, address).toEqual([]);
    }
    const wanted = [...builtPages.keys()].filter((address) => address !== '/docs/404');
    expect([...links.keys()].sort()).toEqual(wanted.sort());
    expect(faults.splice(0)).toEqual([]);
    opened.keep();
  });

  it.each([
    '/docs/',
    '/docs/connectors/',
    '/docs/connectors/payments/',
    '/docs/connectors/payments/invoices',
    '/docs/guide/first-call',
    '/docs/reference/search',
  ])('opens %s at its own address', async (address) => {
    const page = await open(address);
    expect(await page.locator('h1').textContent()).toMatch(/\w/);
    await page.close();
    expect(faults.splice(0)).toEqual([]);
  });

  it.each([
    ['an entity', 'payment_intents', '/docs/connectors/payments/payment_intents'],
    ['a parameter', 'starting_after', '/docs/connectors/payments/'],
    ['an error code', 'idempotency_conflict', '/docs/reference/'],
  ])('finds %s with the search box', async (_, text, expected) => {
    const page = await open('/docs/');
    await page.locator('.VPNavBarSearch button').first().click();
    await page.locator('.VPLocalSearchBox input').fill(text);
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    const found = await results.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(
      found.slice(0, 5).some((pathname) => pathname.startsWith(expected)),
      found.join(' '),
    ).toBe(true);
    await results.first().click();
    await page.locator('h1').waitFor();
    await page.close();
    expect(faults.splice(0)).toEqual([]);
  });

  it('runs a curl example as somebody copies it', async () => {
    await context?.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open('/docs/connectors/payments/customers');
    await page.locator('details summary').click();
    const copied: string[] = [];
    for (const place of ['details .language-sh', '#list ~ .language-sh']) {
      const block = page.locator(place).first();
      await block.hover();
      await block.locator('button.copy').click();
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    await page.close();
    const { url, directory } = demo ?? { url: '', directory: '' };
    const printed = await shell(copied.join('\n').replaceAll('http://127.0.0.1:8080', url), directory);
    const { data, meta } = JSON.parse(printed) as { data: readonly object[]; meta: object };
    expect(data.length).toBeGreaterThan(0);
    expect(meta).toHaveProperty('next_params');
    expect(faults.splice(0)).toEqual([]);
  });

  it('copies the commands of a guide without what they print', async () => {
    await context?.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open('/docs/guide/first-call');
    const block = page.locator('.language-console').first();
    expect(await block.locator('code').textContent()).toMatch(/^\$ \. [\s\S]*\n\$ curl [\s\S]*\n\{"data":/);
    await block.hover();
    await block.locator('button.copy').click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^\. \.connectory-demo\/env\ncurl [^\n]*$/);
    await page.close();
    const printed = await shell(copied, demo?.directory ?? '.');
    expect(JSON.parse(printed)).toHaveProperty('data');
    expect(faults.splice(0)).toEqual([]);
  });

  it('changes between light and dark', async () => {
    const page = await open('/docs/');
    const isDark = () => page.locator('html').evaluate((root) => root.classList.contains('dark'));
    const before = await isDark();
    await page.locator('.VPSwitchAppearance').first().click();
    expect(await isDark()).toBe(!before);
    await page.close();
    expect(faults.splice(0)).toEqual([]);
  });

  it('answers an unknown address with a page', async () => {
    const page = await open('/docs/nothing-here');
    await page.getByText('PAGE NOT FOUND').waitFor();
    await page.close();
    expect(faults.splice(0).filter((fault) => !fault.includes('404'))).toEqual([]);
  });
});

// A click changes the page without loading everything anew, which is what people see, and seven times as fast.
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await page.locator(`.vp-doc.${address.replace(/[./]+/g, '_')}`).waitFor({ state: 'attached' });
}

async function anchorsOf(page: Page): Promise<ReadonlySet<string>> {
  return new Set(await page.locator('[id]').evaluateAll((found) => found.map(({ id }) => id)));
}

const linksIn = ({ address, document }: BuiltPage, url: string): readonly string[] =>
  document.querySelectorAll('a[href]').map((link) => new URL(link.getAttribute('href') ?? '', `${url}${address}`).href);

function targetsOf(page: Page): Promise<string[]> {
  return page.locator('a[href]').evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
}
