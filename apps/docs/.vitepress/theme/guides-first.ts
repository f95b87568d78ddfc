import type { SiteData } from 'vitepress';

// A word of a guide also occurs on many entity pages. People who search for it want to read how to do something.
const weights = [
  [/^\/docs\/(?:guide|recipes)\//, 2],
  [/^\/docs\/(?:reference\/|#|$)/, 1.5],
] as const;

/** By how much a page ranks above those of connectors, by the id of its section in the search index. */
export const boostDocument = (id: string): number => weights.find(([pages]) => pages.test(id))?.[1] ?? 1;

/** The site with a search box that ranks guides above reference pages, and reference pages above those of connectors. */
export function withGuidesFirst(site: SiteData): SiteData {
  const { search } = site.themeConfig;
  const { miniSearch } = search.options;
  // Not in the configuration: VitePress would have the browser compile it, which the gateway's content security policy forbids.
  const ranked = { ...miniSearch, searchOptions: { ...miniSearch.searchOptions, boostDocument } };
  return {
    ...site,
    themeConfig: { ...site.themeConfig, search: { ...search, options: { ...search.options, miniSearch: ranked } } },
  };
}
