import { existsSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The window sizes in which the reference is checked. */
export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** Throws an `Error` if the API reference is not built: the gateways of the tests serve the built one. */
export function requireBuiltReference(): void {
  const built = new URL('../../gateway/built-reference/index.html', import.meta.url);
  if (!existsSync(built)) throw new Error('The API reference is not built. Run `npm run pages`.');
}

/** The API reference of a gateway in a browser, and the errors it caused. */
export interface OpenedReference {
  readonly context: BrowserContext;
  /** Errors in the browser's console: uncaught errors, and violations of the content security policy. */
  readonly errors: string[];
  /** URLs of other origins that were requested. */
  readonly foreign: string[];
  open(path: string): Promise<Page>;
}

/** Opens a browser context at the URL of a gateway, in which axe can run. */
export async function openReference(browser: Browser, baseURL: string): Promise<OpenedReference> {
  const context = await browser.newContext({ baseURL, viewport: sizes.wide, reducedMotion: 'reduce' });
  // The machine may be busy.
  context.setDefaultTimeout(120_000);
  // The page's policy does not apply to scripts that a debugger adds.
  await context.addInitScript({ content: axe.source });
  const errors: string[] = [];
  const foreign: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url());
  });
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { context, errors, foreign, open };
}

/** Returns the violations of a page in each view, by width and color scheme. */
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

/** The violated axe rules, each with the number of elements. */
export type Violations = Readonly<Record<string, number>>;

/** Returns the rules that a page violates once it has finished rendering. */
export async function violationsOf(page: Page): Promise<Violations> {
  await untilStill(page);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => [id, nodes.length] as const);
  });
  return Object.fromEntries(found);
}

// The library renders sections one after the other, and fades colors.
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const before = document.body.innerHTML.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return document.body.innerHTML.length === before && document.getAnimations().length === 0;
  });
}
