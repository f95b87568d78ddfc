import type { Browser, BrowserContext, Page } from 'playwright-core';

/** The site of a gateway in a browser, and the errors it caused. */
export interface OpenedSite {
  readonly context: BrowserContext;
  /** Errors in the browser's console, uncaught errors, and failed requests. */
  readonly errors: string[];
  /** Opens a URL in a new page, and waits until it is interactive. */
  open(address: string): Promise<Page>;
}

/** The window sizes in which the site is checked. */
export const sizes = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1280, height: 800 },
  desk: { width: 1920, height: 1080 },
} as const;

/** Opens a browser context at the URL of a gateway. */
export async function openSite(browser: Browser, baseURL: string): Promise<OpenedSite> {
  const context = await browser.newContext({ baseURL, viewport: sizes.laptop, reducedMotion: 'reduce' });
  // The machine may be busy.
  context.setDefaultTimeout(120_000);
  const errors: string[] = [];
  context.on('console', (message) => errors.push(`${message.page()?.url()}: ${message.text()}`));
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A browser cancels what the page no longer needs, such as a prefetched page.
    if (reason !== 'net::ERR_ABORTED') errors.push(`${request.url()}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.url()}: ${response.status()}`);
  });
  const open = async (address: string) => {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    return page;
  };
  return { context, errors, open };
}

/** Shows a page in a window of a size, light or dark, until nothing changes any more. */
export async function showAs(
  page: Page,
  size: (typeof sizes)[keyof typeof sizes],
  appearance: Appearance,
): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: appearance });
  await page.locator(appearance === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** The color scheme of a page. */
export type Appearance = 'light' | 'dark';

/** Both color schemes. */
export const appearances: readonly Appearance[] = ['light', 'dark'];
