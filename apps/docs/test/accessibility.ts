import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { appearances, showAs, sizes } from '../src/opened-site.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The source of axe, for the browser: the policy of the page does not hold for what a debugger adds. */
export const axeSource = axe.source;

/** What is wrong with a page at every size, light and dark: rules of axe that it breaks, and whether it is wider than the window. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const barriers: string[] = [];
  for (const size of Object.values(sizes))
    for (const appearance of appearances) {
      await showAs(page, size, appearance);
      const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'], preload: false });
        const { scrollWidth, clientWidth } = document.documentElement;
        return [
          ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`),
          ...(scrollWidth > clientWidth ? [`${scrollWidth} pixels wide`] : []),
        ];
      });
      barriers.push(...found.map((barrier) => `${size.width}, ${appearance}: ${barrier}`));
    }
  return barriers;
}
