import type { SiteData } from 'vitepress';

// Words of a question that say nothing about its subject.
const stopWords: ReadonlySet<string> = new Set(
  `a about also am an and any are as at be been but by can could did do does for from get give got had has have how i if in into is it its
  just me my need of on or our please s should so some t than that the their them then there they this to too us use using want was we
  what when where which who why will with would you your`.split(/\s+/),
);

// What people type, and the words that the pages have for it.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  alerts: ['monitoring'],
  chatgpt: ['agent'],
  claude: ['agent'],
  duplicate: ['idempotency'],
  erase: ['delete'],
  freshness: ['fresh'],
  helm: ['kubernetes'],
  k8s: ['kubernetes', 'helm'],
  kubernetes: ['helm'],
  logs: ['log', 'audit'],
  metrics: ['monitoring'],
  offboard: ['delete'],
  page: ['pagination'],
  paginate: ['pagination'],
  paging: ['pagination'],
  postgres: ['postgresql'],
  remove: ['delete'],
  restore: ['backup'],
  rotate: ['rotating'],
  stale: ['fresh'],
  twice: ['idempotency'],
  webhook: ['subscription'],
  webhooks: ['subscription'],
};

// A word of a guide also occurs on many entity pages. People who search for it want to read how to do something.
const weights = [
  [/^\/docs\/(?:guide|recipes|tasks)\//, 2],
  [/^\/docs\/(?:reference\/|#|$)/, 1.5],
] as const;

/** How the search box finds pages in the index: with any of the words, best those with many and rare ones, guides before connectors. */
export const searchOptions = {
  combineWith: 'OR',
  fuzzy: 0.1,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
  /** By how much a page ranks above those of connectors, by the id of its section. */
  boostDocument: (id: string): number => weights.find(([pages]) => pages.test(id))?.[1] ?? 1,
  /** The words to look for instead of one that was typed; null for a stop word. */
  processTerm: (typed: string): string | string[] | null => {
    const word = typed.toLowerCase();
    if (stopWords.has(word)) return null;
    return [word, ...(Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : [])];
  },
} as const;

/** The site with a search box that has these options. */
export function withSearchRanking(site: SiteData): SiteData {
  const { search } = site.themeConfig;
  // Not in the configuration: VitePress would have the browser compile functions, which the gateway's content security policy forbids.
  const options = { ...search.options, miniSearch: { searchOptions } };
  return { ...site, themeConfig: { ...site.themeConfig, search: { ...search, options } } };
}
