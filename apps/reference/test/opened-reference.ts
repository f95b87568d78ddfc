import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The sizes at which the reference is looked at. */
export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** The API reference of a gateway in a browser, and what it did that it should not. */
export interface OpenedReference {
  readonly context: BrowserContext;
  /** What the browser wrote as a fault: uncaught errors, and what the content security policy refused. */
  readonly faults: string[];
  /** Addresses of other origins that were asked for. */
  readonly foreign: string[];
  open(path: string): Promise<Page>;
}

/** A context of a browser at the address of a gateway, in which axe can be run. */
export async function openReference(browser: Browser, baseURL: string): Promise<OpenedReference> {
  const context = await browser.newContext({ baseURL, viewport: sizes.wide, reducedMotion: 'reduce' });
  // The machine may be busy.
  context.setDefaultTimeout(120_000);
  // The policy of the page does not hold for what a debugger adds.
  await context.addInitScript({ content: axe.source });
  const faults: string[] = [];
  const foreign: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url());
  });
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { context, faults, foreign, open };
}

/** What a page breaks, in each view by its width and appearance. */
export async function violationsInEveryView(page: Page): Promise<Readonly<Record<string, Violations>>> {
  const found: Record<string, Violations> = {};
  for (const size of Object.values(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.locator(`body.${colorScheme}-mode`).waitFor();
      found[`${size.width} ${colorScheme}`] = await violationsOf(page);
    }
  await page.setViewportSize(sizes.wide);
  return found;
}

/** Rules of axe, each with how many elements break it. */
export type Violations = Readonly<Record<string, number>>;

/** The rules that a page breaks as it is, once it shows all it is about to show. */
export async function violationsOf(page: Page): Promise<Violations> {
  await untilStill(page);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => [id, nodes.length] as const);
  });
  return Object.fromEntries(found);
}

// The library shows sections one after the other, and fades colours.
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const before = document.body.innerHTML.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return document.body.innerHTML.length === before && document.getAnimations().length === 0;
  });
}
