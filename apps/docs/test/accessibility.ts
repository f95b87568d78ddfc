import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { appearances, showAs, sizes } from './opened-site.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The source of axe for the browser, added by the debugger because the page's policy does not apply to it. */
export const axeSource = axe.source;

/** Returns what is wrong with a page at every size, light and dark: violations of axe rules, and elements that are too wide. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const barriers: string[] = [];
  for (const size of Object.values(sizes))
    for (const appearance of appearances) {
      await showAs(page, size, appearance);
      const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'], preload: false });
        const { scrollWidth, clientWidth } = document.documentElement;
        const tables = [...document.querySelectorAll<HTMLElement>('.vp-doc table')];
        const wide = tables.filter(({ offsetWidth, parentElement }) => offsetWidth > (parentElement?.clientWidth ?? 0));
        return [
          ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`),
          ...wide.map(({ textContent }) => `a table wider than its column: ${textContent.slice(0, 40)}`),
          ...(scrollWidth > clientWidth ? [`${scrollWidth} pixels wide`] : []),
        ];
      });
      barriers.push(...found.map((barrier) => `${size.width}, ${appearance}: ${barrier}`));
    }
  return barriers;
}
