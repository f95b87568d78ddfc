import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeSource, barriersOf } from '../accessibility.ts';
import { type BuiltPage, readBuiltPages } from '../built-pages.ts';
import { shell } from '../console-blocks.ts';
import { type DocumentedDemo, startDocumentedDemo } from '../documented-demo.ts';
import { OpenedPages } from '../opened-pages.ts';
import { type OpenedSite, openSite, sizes } from '../opened-site.ts';

/** A page of each kind. */
const kinds = [
  '/docs/',
  '/docs/guide/first-call',
  '/docs/connectors/',
  '/docs/connectors/stripe/',
  '/docs/connectors/stripe/customers',
  '/docs/recipes/answer-a-ticket',
  '/docs/tasks/end-user-token',
];

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the documentation is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the documentation in a browser', () => {
  let demo: DocumentedDemo | undefined;
  let site: OpenedSite | undefined;

  beforeAll(async () => {
    demo = await startDocumentedDemo({ mode: 'direct' });
    site = await openSite(browser as Browser, demo.url);
    await site.context.addInitScript({ content: axeSource });
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const open = (address: string): Promise<Page> => (site as OpenedSite).open(address);
  const complaints = () => site?.errors.splice(0);

  it('opens every page that a link leads to, and finds every anchor there', async () => {
    const links = new Map<string, Set<string>>([['/docs/', new Set()]]);
    const anchors = new Map<string, ReadonlySet<string>>();
    const builtPages = readBuiltPages();
    const opened = new OpenedPages('links');
    const tooWide: string[] = [];
    const responded = new Set<string>();
    const page = await open('/docs');
    await page.setViewportSize(sizes.phone);
    for (const [address] of links) {
      expect((await page.request.get(address)).status(), address).toBe(200);
      const built = builtPages.get(address);
      if (built === undefined) throw new Error(`${address} is linked, but was not built.`);
      // A page that was opened as it is now is taken as it is written.
      const isKnown = opened.has(built);
      if (!isKnown) {
        await follow(page, address);
        if (await isWiderThanWindow(page)) tooWide.push(address);
      }
      anchors.set(address, isKnown ? built.anchors : await anchorsOf(page));
      for (const target of isKnown ? linksIn(built, demo?.url ?? '') : await targetsOf(page)) {
        const { origin, pathname, hash } = new URL(target);
        if (origin !== demo?.url) continue;
        if (!pathname.startsWith('/docs') || pathname.endsWith('.json')) {
          if (!responded.has(pathname)) expect((await page.request.get(pathname)).status(), target).toBe(200);
          responded.add(pathname);
          continue;
        }
        const wanted = links.get(pathname) ?? new Set();
        links.set(pathname, wanted);
        if (hash !== '') wanted.add(decodeURIComponent(hash.slice(1)));
      }
      opened.add(built);
    }
    await page.close();
    expect(tooWide, 'wider than a phone').toEqual([]);
    for (const [address, wanted] of links) {
      const missing = [...wanted].filter((anchor) => anchors.get(address)?.has(anchor) !== true);
      expect(missing, address).toEqual([]);
    }
    const wanted = [...builtPages.keys()].filter((address) => address !== '/docs/404');
    expect([...links.keys()].sort()).toEqual(wanted.sort());
    expect(complaints()).toEqual([]);
    opened.keep();
  });

  it.each([
    '/docs/',
    '/docs/connectors/',
    '/docs/connectors/stripe/',
    '/docs/connectors/stripe/invoices',
    '/docs/guide/first-call',
    '/docs/reference/search',
  ])('opens %s at its own address', async (address) => {
    const page = await open(address);
    expect(await page.locator('h1').textContent()).toMatch(/\w/);
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('finds a page by a question in the search box', async () => {
    const page = await open('/docs/');
    await page.locator('.VPNavBarSearch button').first().click();
    await page.locator('.VPLocalSearchBox input').fill('how fresh is the data?');
    await page.locator('.VPLocalSearchBox .result', { hasText: 'Know how fresh the data is' }).first().click();
    await page.waitForURL('**/docs/tasks/fresh-data*');
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('opens what is typed into the search box', async () => {
    const page = await open('/docs/');
    await page.locator('.VPNavBarSearch button').first().click();
    const results = page.locator('.VPLocalSearchBox .result');
    await page.locator('.VPLocalSearchBox input').fill('receive webhooks');
    await results.first().waitFor();
    await results.first().click();
    await page.waitForURL('**/docs/guide/subscriptions*');
    await page.locator('h1').waitFor();
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('runs a curl example as somebody copies it', async () => {
    await site?.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open('/docs/connectors/stripe/customers');
    await page.getByText('Before you run the examples').click();
    const copied: string[] = [];
    for (const place of ['details .code-curl .language-sh', '#list + .action .code-curl .language-sh']) {
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
    expect(complaints()).toEqual([]);
  });

  it('shows the code of the language that was chosen last, on every page, without moving what is read', async () => {
    const page = await open('/docs/connectors/stripe/customers');
    const blocks = (language: string) => page.locator(`.action-code .code-${language}`);
    const count = await blocks('curl').count();
    expect(count).toBeGreaterThan(5);
    const shown = async () => {
      const languages = ['curl', 'typescript', 'python', 'cli'];
      const visible = await Promise.all(
        languages.map((language) => blocks(language).filter({ visible: true }).count()),
      );
      return Object.fromEntries(languages.map((language, index) => [language, visible[index]]));
    };
    expect(await shown()).toEqual({ curl: count, typescript: 0, python: 0, cli: 0 });
    const tab = page.locator('#update + .action').getByText('Python', { exact: true });
    await tab.scrollIntoViewIfNeeded();
    const before = await tab.boundingBox();
    await tab.click();
    expect(await shown()).toEqual({ curl: 0, typescript: 0, python: count, cli: 0 });
    expect((await tab.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    // With the keyboard, from the tab that has the focus.
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toEqual({ curl: 0, typescript: 0, python: 0, cli: count });
    await follow(page, '/docs/connectors/stripe/invoices');
    await page.locator('.code-cli').nth(1).waitFor({ state: 'visible' });
    expect(await page.locator('.code-tabs input:checked').nth(1).getAttribute('value')).toBe('cli');
    await page.reload();
    await page.locator('.code-cli').nth(1).waitFor({ state: 'visible' });
    expect(await page.locator('.code-curl').filter({ visible: true }).count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('keeps code in view next to what it explains where there is room', async () => {
    const { address, action } = longestSection();
    const page = await open(address);
    const section = page.locator(`#${action} + .action`);
    const [code, text] = [section.locator('.action-code'), section.locator('.action-text')];
    const boxes = async () => {
      const [left, right] = await Promise.all([text.boundingBox(), code.boundingBox()]);
      if (left === null || right === null) throw new Error('Nothing is shown.');
      return { left, right };
    };
    for (const size of [sizes.laptop, sizes.desk]) {
      await page.setViewportSize(size);
      await section
        .locator('.fields > li')
        .nth(1)
        .evaluate((field) => field.scrollIntoView());
      const { left, right } = await boxes();
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
      expect(right.y).toBeGreaterThan(left.y);
      expect(right.y).toBeGreaterThanOrEqual(0);
      expect(right.y + right.height).toBeLessThanOrEqual(size.height);
    }
    await page.setViewportSize(sizes.phone);
    const { left, right } = await boxes();
    expect(right.y).toBeGreaterThanOrEqual(left.y + left.height);
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('copies the commands of a guide without what they print', async () => {
    await site?.context.grantPermissions(['clipboard-read', 'clipboard-write']);
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
    expect(complaints()).toEqual([]);
  });

  it('has no barriers on a page of each kind', async () => {
    const builtPages = readBuiltPages();
    const opened = new OpenedPages('barriers');
    for (const address of kinds) {
      const built = builtPages.get(address);
      if (built === undefined) throw new Error(`${address} was not built.`);
      if (!opened.has(built)) {
        const page = await open(address);
        expect(await barriersOf(page), address).toEqual([]);
        await page.close();
      }
      opened.add(built);
    }
    expect(complaints()).toEqual([]);
    opened.keep();
  });

  it('changes between light and dark', async () => {
    const page = await open('/docs/');
    const isDark = () => page.locator('html').evaluate((root) => root.classList.contains('dark'));
    const before = await isDark();
    await page.locator('.VPSwitchAppearance').first().click();
    expect(await isDark()).toBe(!before);
    await page.close();
    expect(complaints()).toEqual([]);
  });

  it('responds to an unknown address with a page', async () => {
    const page = await open('/docs/nothing-here');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL('**/docs/');
    await page.close();
    expect(complaints()?.filter((error) => !error.includes('404'))).toEqual([]);
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

/** The action with the most parameters: code stays in view only alongside a text that is longer. */
function longestSection(): { readonly address: string; readonly action: string } {
  const sections = [...readBuiltPages().values()].flatMap(({ address, document }) =>
    document.querySelectorAll('.action').map((section) => ({
      address,
      action: section.previousElementSibling?.id ?? '',
      fields: section.querySelectorAll('.fields > li').length,
    })),
  );
  const [longest] = sections.toSorted((one, other) => other.fields - one.fields);
  if (longest === undefined || longest.fields < 20) throw new Error('No action has many parameters.');
  return longest;
}

function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

async function anchorsOf(page: Page): Promise<ReadonlySet<string>> {
  return new Set(await page.locator('[id]').evaluateAll((found) => found.map(({ id }) => id)));
}

const linksIn = ({ address, document }: BuiltPage, url: string): readonly string[] =>
  document.querySelectorAll('a[href]').map((link) => new URL(link.getAttribute('href') ?? '', `${url}${address}`).href);

function targetsOf(page: Page): Promise<string[]> {
  return page.locator('a[href]').evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
}
