import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@connectory/client';
import { launchBrowser } from '@connectory/test-support/browser';
import { type DemoProcess, startDemo } from '@connectory/test-support/gateway-process';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { prepareConsole } from '../build/console-pages.ts';
import { type DeliveredSubscription, deliveredSubscription } from './delivered-subscription.ts';
import { bareAddress, routesOfConsole } from './routes.ts';
import { picturedConnection, type Scene, scenes } from './scenes.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const appearances = ['light', 'dark'] as const;
const quality = 90;
// The pictures show copies that are a few minutes old, regardless of how long the demo took.
const age = 5 * 60_000;

/** A written picture. */
export interface Picture {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Opens the console of a demo and writes a picture of each screen into a folder, at both widths, light and dark: WebP files such as
 * `search-390-dark.webp`. Throws an `Error` if there is no browser, and for a route that needs a scene and has none.
 */
export async function takePictures(folder: string): Promise<readonly Picture[]> {
  await prepareConsole();
  const browser = await launchBrowser();
  if (typeof browser === 'string') throw new Error(`No pictures are taken, because ${browser}.`);
  const demo = await startDemo({ CONNECTORY_EGRESS_ALLOW: '127.0.0.1' });
  let subscription: DeliveredSubscription | undefined;
  try {
    await demo.synchronized();
    const synchronizedAt = Date.now();
    const workspace = createClient({ url: demo.url, token: demo.token }).workspace('demo');
    subscription = await deliveredSubscription(workspace, picturedConnection);
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: wide,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    await context.clock.setFixedTime(synchronizedAt + age);
    await mkdir(folder, { recursive: true });
    return await takeAll(context, demo, subscription.id, folder);
  } finally {
    await browser.close();
    await subscription?.stop();
    await demo.stop();
  }
}

async function takeAll(
  context: BrowserContext,
  demo: DemoProcess,
  subscription: string,
  folder: string,
): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Token', { exact: true }).waitFor();
  pictures.push(...(await takeViews(page, 'sign-in', folder)));
  await page.getByLabel('Token', { exact: true }).fill(demo.token);
  await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  for (const { name, address, prepare, shown } of [...scenes, ...bareScenes()]) {
    await page.goto(address(demo.connections.get(picturedConnection) ?? '', subscription));
    await prepare(page);
    pictures.push(...(await takeViews(page, name, folder, shown?.(page))));
  }
  return pictures;
}

/** Returns scenes for the pages without one, in their initial state. */
export function bareScenes(): readonly Scene[] {
  const told = new Set(scenes.map(({ route }) => route));
  return routesOfConsole()
    .filter((route) => !told.has(route))
    .map((route) => {
      const address = bareAddress(route, 'demo');
      if (address === undefined) throw new Error(`The route ${route} needs a scene in apps/console/src/pictures.`);
      return {
        name: route
          .split('/')
          .filter((part) => part !== '' && !part.startsWith(':'))
          .join('-'),
        route,
        address: () => address,
        prepare: async (page) => {
          await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
          await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
        },
      };
    });
}

async function takeViews(page: Page, name: string, folder: string, shown?: Locator): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const debuggee = await page.context().newCDPSession(page);
  for (const size of [wide, narrow])
    for (const colorScheme of appearances) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await settle(page);
      await page.evaluate(() => scrollTo(0, 0));
      await shown?.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
      const { data } = await debuggee.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      const file = `${name}-${size.width}-${colorScheme}.webp`;
      await writeFile(join(folder, file), bytes);
      pictures.push({ file, bytes: bytes.length });
    }
  await debuggee.detach();
  await page.setViewportSize(wide);
  return pictures;
}

// Blinking, fading or hovered elements would change every picture.
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const ending = document.getAnimations().map(({ finished }) => finished.catch(() => undefined));
    await Promise.race([Promise.all(ending), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}
