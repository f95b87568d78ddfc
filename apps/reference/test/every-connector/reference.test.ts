import { type DemoProcess, startDemo } from '@connectory/gateway-process';
import { launchBrowser } from '@connectory/headless-browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareReference } from '../../src/build/reference-pages.ts';
import { type OpenedReference, openReference, sizes } from '../opened-reference.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the API reference is not opened in one: ${browser}`);

interface OpenApi {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}

describe.skipIf(typeof browser === 'string')('the API reference of a gateway with all connectors', () => {
  let demo: DemoProcess;
  let opened: OpenedReference;
  let ids: readonly string[];

  beforeAll(async () => {
    await prepareReference();
    demo = await startDemo();
    opened = await openReference(browser as Browser, demo.url);
    const { connectors } = await read<{ connectors: readonly { readonly id: string }[] }>('/reference/documents.json');
    ids = connectors.map(({ id }) => id);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const read = async <Content>(path: string) => (await (await fetch(demo.url + path)).json()) as Content;

  /** Opens a document and expects its title and its first operation. */
  const openDocument = async (path: string, document: OpenApi): Promise<Page> => {
    const page = await opened.open(path);
    await page.getByRole('heading', { name: document.info.title, level: 1 }).waitFor();
    const [first] = Object.values(document.paths).flatMap((operations) => Object.values(operations));
    await page
      .getByRole('heading', { name: first?.summary ?? '' })
      .first()
      .waitFor();
    return page;
  };

  it('offers every connector', async () => {
    const page = await openDocument('/reference/', await read('/openapi.json'));
    await page.locator('#documents summary').click();
    expect(await page.locator('#documents a').count()).toBe(ids.length + 1);
    await page.close();
  });

  it('opens the largest document, and stays usable: an operation near its end is found and shown', async () => {
    const texts = await Promise.all(ids.map(async (id) => [id, await read<OpenApi>(`/openapi/${id}.json`)] as const));
    const [id, largest] = texts.toSorted(
      ([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length,
    )[0] as (typeof texts)[number];
    const page = await openDocument(`/reference/${id}`, largest);
    const operations = Object.values(largest.paths).flatMap((entry) => Object.values(entry));
    const summary = operations.filter((operation) => operation.summary !== undefined).at(-1)?.summary ?? '';
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(summary);
    await page.getByRole('dialog').getByRole('option', { name: summary }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('h2, h3')].some((heading) => {
          const { top, bottom } = heading.getBoundingClientRect();
          return heading.textContent?.includes(text) && bottom > 0 && top < innerHeight;
        }),
      summary,
    );
    await page.close();
  });

  it('leads from document to document on a phone', async () => {
    const page = await opened.open('/reference/');
    await page.setViewportSize(sizes.narrow);
    await page.locator('#documents summary').click();
    await page.locator('#documents a').nth(1).click();
    const [first] = ids.toSorted((one, other) => one.localeCompare(other));
    await page.waitForURL(`**/reference/${first}`);
    await page.getByRole('heading', { level: 1, name: first ?? '' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.narrow.width);
    await page.close();
  });

  it('asked nobody but the gateway, and had nothing to complain about', () => {
    expect(opened.foreign).toEqual([]);
    expect(opened.faults).toEqual([]);
  });
});
