import { type ExampleGateway, startExampleGateway } from '@connectory/docs/demo-examples';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedReference, openReference, requireBuiltReference } from '../opened-reference.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the API reference is not opened in one: ${browser}`);

interface OpenApi {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}

describe.skipIf(typeof browser === 'string')('the API reference', () => {
  let gateway: ExampleGateway;
  let opened: OpenedReference;

  beforeAll(async () => {
    requireBuiltReference();
    gateway = await startExampleGateway(builtInConnectors, { sandboxes: builtInSandboxes, mode: 'direct' });
    opened = await openReference(browser as Browser, gateway.url);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await gateway?.stop();
  });

  it.each(builtInConnectors.map(({ id }) => id))(
    'opens the document of %s, and stays usable: an operation near its end is found and shown',
    async (id) => {
      const description = (await (await fetch(`${gateway.url}/openapi/${id}.json`)).json()) as OpenApi;
      const operations = Object.values(description.paths).flatMap((entry) => Object.values(entry));
      const summaries = operations.flatMap(({ summary }) => (summary === undefined ? [] : [summary]));
      const [first = '', last = ''] = [summaries[0], summaries.at(-1)];
      const page = await opened.open(`/reference/${id}`);
      await page.getByRole('heading', { name: description.info.title, level: 1 }).waitFor();
      await page.getByRole('heading', { name: first }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(last);
      await page.getByRole('dialog').getByRole('option', { name: last }).first().click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.waitForFunction(
        (text) =>
          [...document.querySelectorAll('h2, h3')].some((heading) => {
            const { top, bottom } = heading.getBoundingClientRect();
            return heading.textContent?.includes(text) && bottom > 0 && top < innerHeight;
          }),
        last,
      );
      await page.close();
      expect(opened.foreign).toEqual([]);
      expect(opened.errors).toEqual([]);
    },
  );
});
