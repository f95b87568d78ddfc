import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextCycle, noCycle } from './listing.ts';

/** The number of pages after which a circle is noticed, null when it is not within `most`. */
function pagesUntilNoticed(cursorAfter: (page: number) => number, most: number): number | null {
  let cycle = noCycle;
  for (let page = 1; page <= most; page += 1) {
    const next = nextCycle(cycle, page, { cursor: cursorAfter(page) }, [`${page}`]);
    if (next === null) return page;
    cycle = next;
  }
  return null;
}

it('finds every circle soon', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 200 }), (leadIn, length) => {
      const cursorAfter = (page: number) => (page <= leadIn ? page : leadIn + ((page - leadIn) % length));
      const noticed = pagesUntilNoticed(cursorAfter, 3 * (leadIn + length) + 2);
      expect(noticed).not.toBeNull();
      expect(noticed).toBeGreaterThan(length);
    }),
  );
});

it('takes no listing without a circle for one', () => {
  expect(pagesUntilNoticed((page) => page, 10_000)).toBeNull();
});

it('notices that an upstream returns the same page for every page number', () => {
  let cycle: typeof noCycle | null = noCycle;
  let pages = 0;
  for (; cycle !== null && pages < 10; pages += 1) cycle = nextCycle(cycle, pages, { page: pages + 1 }, ['a', 'b']);
  expect(pages).toBe(4);
});

it('takes empty pages, and one that comes twice because records were added, for no circle', () => {
  const pages = [[], [], [], [], ['a'], ['a'], ['b'], ['a']];
  let cycle: typeof noCycle | null = noCycle;
  for (const [page, keys] of pages.entries()) cycle = cycle && nextCycle(cycle, page, { page }, keys);
  expect(cycle).not.toBeNull();
});
