import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { type DemoProcess, startDemo } from '@connectory/test-support/gateway-process';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** A viewport and color scheme of a page. */
interface View {
  readonly size: typeof wide;
  readonly colorScheme: 'light' | 'dark';
}

const everyView: readonly View[] = [wide, narrow].flatMap((size) => [
  { size, colorScheme: 'light' },
  { size, colorScheme: 'dark' },
]);

/** For a page that was checked in every view, and differs in one part. */
export const twoViews: readonly View[] = [
  { size: wide, colorScheme: 'light' },
  { size: narrow, colorScheme: 'dark' },
];

/** Throws an `Error` if the console is not built: the gateways of the tests serve the built one. */
export function requireBuiltConsole(): void {
  const built = new URL('../../gateway/built-console/index.html', import.meta.url);
  if (!existsSync(built)) throw new Error('The console is not built. Run `npm run pages`.');
}

/** The console of a demo in a browser, and the errors it reported. */
export interface OpenedConsole {
  readonly context: BrowserContext;
  /** Errors in the browser's console, including uncaught ones. Failed responses that a test requests are not among them. */
  readonly errors: string[];
  open(path?: string): Promise<Page>;
}

/** Opens a browser context at the URL of a demo, in which axe can run. */
export async function openConsole(browser: Browser, baseURL: string): Promise<OpenedConsole> {
  const context = await browser.newContext({ baseURL, viewport: wide, reducedMotion: 'reduce' });
  // The machine may be busy.
  context.setDefaultTimeout(120_000);
  // The page's policy does not apply to scripts that a debugger adds.
  await context.addInitScript({ content: axe.source });
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  const open = async (path = '/') => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { context, errors, open };
}

/** Starts the demo with the made-up connectors added, so that no test here depends on a vendor's connector. */
export async function startFixtureDemo(environment: Readonly<Record<string, string>> = {}): Promise<DemoProcess> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-console-'));
  const installed = await installFixtureConnectors(dataDirectory);
  const demo = await startDemo({
    ...environment,
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_TRUSTED_CONNECTORS: installed,
  });
  const stop = async () => {
    const code = await demo.stop();
    await rm(dataDirectory, { recursive: true, force: true });
    return code;
  };
  return { ...demo, stop };
}

/** Signs in with a token, and waits until the next page is loaded. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('main')
    .getByRole('heading', { level: 1 })
    .filter({ hasNotText: /^(Sign in|Loading)/ })
    .waitFor();
}

/** Expects no axe violation on the page in each of the views, and nothing wider than the window. */
export async function expectAccessible(page: Page, views: readonly View[] = everyView): Promise<void> {
  for (const { size, colorScheme } of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // Pages without scripts follow the browser at once.
    await page
      .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor();
    await settled(page);
    const { violations, overflow } = await page.evaluate(
      async ({ only, colourRules }) => {
        const { violations: found } = await window.axe.run(document, {
          resultTypes: ['violations'],
          // Nothing here plays media; preloading it would fetch every style sheet again.
          preload: false,
          ...(only === 'colours' && { runOnly: colourRules }),
          ...(only === 'structure' && {
            rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
          }),
        });
        return {
          violations: found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
      },
      { only: rulesFor(views, size, colorScheme), colourRules },
    );
    expect(violations, `${page.url()} at ${size.width}, ${colorScheme}`).toEqual([]);
    expect(overflow, `${page.url()} at ${size.width}`).toBe(0);
  }
  await page.setViewportSize(wide);
}

const colourRules = ['color-contrast', 'link-in-text-block'];

// The structure is the same in both color schemes, so it is checked in one of them at each size; color rules take the most time.
function rulesFor(views: readonly View[], size: View['size'], colorScheme: View['colorScheme']): Rules {
  if (views.length < everyView.length) return 'all';
  if (colorScheme === 'dark') return 'colours';
  return size === wide ? 'all' : 'structure';
}

type Rules = 'all' | 'colours' | 'structure';

// Fading colors are between two values for a while.
const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document.getAnimations().map(({ finished, effect }) =>
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY ||
        // In closed details nothing is drawn, so a transition stays at its beginning.
        (effect instanceof KeyframeEffect && effect.target?.checkVisibility() === false)
          ? undefined
          : finished.catch(() => undefined),
      ),
    ),
  );

/** Everything a page keeps or shows where others could find it: storage, cookies, its URL and earlier ones. */
export function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      location.href,
      history.state,
      performance.getEntriesByType('resource').map(({ name }) => name),
    ]);
  });
}
