#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@connectory/test-support/browser';
import { startDemo } from '@connectory/test-support/gateway-process';
import type { Page } from 'playwright-core';

/**
 * `npm run pictures`: takes the console's pictures for the documentation from a new demo. `--every-page <folder>` instead saves each page
 * of the console at 1440 and 390 pixels, light and dark, to look at; exits with 1 if one of them is wider than the window.
 */
const { values } = parseArgs({ options: { 'every-page': { type: 'string' } } });
const folder = values['every-page'];
const documentation = fileURLToPath(new URL('../../apps/docs/pictures/', import.meta.url));

async function takeForDocumentation(page: Page): Promise<void> {
  const stripe = demo.connections.get('stripe');
  const request = async () => {
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Show request' }).click();
    await page.getByRole('region', { name: 'Request' }).waitFor();
  };
  const found = async () => {
    await page.getByLabel('Search for').fill('anders holmgrem');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Response' }).waitFor();
  };
  const pictures = [
    { name: 'connections', path: '/console/demo/connections' },
    { name: 'run-request', path: `/console/demo/run/${stripe}/customers/create`, prepare: request },
    { name: 'search', path: `/console/demo/search/${stripe}/customers`, prepare: found },
  ];
  for (const { name, path, prepare } of pictures) {
    await show(page, path);
    await prepare?.();
    const png = await page.screenshot();
    await writeFile(join(documentation, `${name}.webp`), await asWebp(page, png));
    console.log(`apps/docs/pictures/${name}.webp`);
  }
}

const views = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
].flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })));

/** Every page of the menu, and from each the first page of every kind that it links to. */
async function takeEveryPage(page: Page, into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  const linked = () =>
    page
      .locator('main a[href^="/console/demo"], nav a[href^="/console/demo"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const queue = await linked();
  const seen = new Set<string>();
  for (const path of queue) {
    const kind = kindOf(path);
    if (seen.has(kind)) continue;
    seen.add(kind);
    await show(page, path);
    for (const { size, colorScheme } of views) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const file = join(into, `${kind}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) process.exitCode = 1;
      console.log(overflow > 0 ? `${file}: ${overflow} pixels wider than the window` : file);
    }
    queue.push(...(await linked()));
  }
}

// Pages that differ only in an id, an entity or a query are of one kind.
const kindOf = (path: string) => {
  const [page = '', id, part] = new URL(path, demo.url).pathname.split('/').slice(3);
  if (id === undefined) return page;
  return [page, id === 'new' ? id : 'one', ...(page === 'connections' && part !== undefined ? [part] : [])].join('-');
};

async function show(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Browsers encode WebP; no other program is needed. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.9);
  }, png.toString('base64'));
  await blank.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

const browser = await launchBrowser();
if (typeof browser === 'string') throw new Error(`The pictures need a browser: ${browser}.`);
const demo = await startDemo();
try {
  await demo.synchronized();
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto('/console/demo/connections');
  await page.getByLabel('Token', { exact: true }).fill(demo.token);
  await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  await (folder === undefined ? takeForDocumentation(page) : takeEveryPage(page, folder));
} finally {
  await browser.close();
  await demo.stop();
}
