import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, isCurrent } from '@connectory/built-pages';
import { launchBrowser } from '@connectory/test-support/browser';
import { startDemo } from '@connectory/test-support/gateway-process';
import type { Page } from 'playwright-core';
import { appearances, type OpenedSite, openSite, showAs, sizes } from '../opened-site.ts';
import { siteFolder } from '../site-folder.ts';
import { type Scene, scenes } from './scenes.ts';

const quality = 90;

/** A written picture. */
export interface Picture {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Opens the site of a demo and writes a picture of each scene into a folder, at every size, light and dark: WebP files such as
 * `entity-390-dark.webp`. Throws an `Error` if there is no browser, and for errors that the browser reports.
 */
export async function takePictures(folder: string): Promise<readonly Picture[]> {
  if (!(await isCurrent(siteFolder))) await buildFolder(siteFolder);
  const browser = await launchBrowser();
  if (typeof browser === 'string') throw new Error(`No pictures are taken, because ${browser}.`);
  const demo = await startDemo();
  try {
    await mkdir(folder, { recursive: true });
    const site = await openSite(browser, demo.url);
    const pictures = await takeAll(site, folder);
    if (site.faults.length > 0) throw new Error(site.faults.join('\n'));
    return pictures;
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function takeAll(site: OpenedSite, folder: string): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const scene of scenes) {
    const page = await site.open(scene.address);
    pictures.push(...(await takeViews(page, scene, folder)));
    await page.close();
  }
  return pictures;
}

async function takeViews(page: Page, { name, from }: Scene, folder: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const debuggee = await page.context().newCDPSession(page);
  for (const size of Object.values(sizes))
    for (const appearance of appearances) {
      await showAs(page, size, appearance);
      await scrollDown(page, from);
      const { data } = await debuggee.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      const file = `${name}-${size.width}-${appearance}.webp`;
      await writeFile(join(folder, file), bytes);
      pictures.push({ file, bytes: bytes.length });
    }
  return pictures;
}

// The bar at the top of the window covers the element that is scrolled to.
const bar = 80;

async function scrollDown(page: Page, from: string | undefined): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  if (from === undefined) return;
  const { y = 0 } = (await page.locator(from).boundingBox()) ?? {};
  await page.evaluate((top) => scrollTo(0, top), y - bar);
}
