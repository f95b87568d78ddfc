import type { SiteData } from 'vitepress';

// A word of a guide is on many pages of entities, too. Who looks for it wants to read how something is done.
const weights = [
  [/^\/docs\/(?:guide|recipes)\//, 2],
  [/^\/docs\/(?:reference\/|#|$)/, 1.5],
] as const;

/** The site with a search box that ranks guides above reference pages, and those above the pages of connectors. */
export function withGuidesFirst(site: SiteData): SiteData {
  const { search } = site.themeConfig;
  const { miniSearch } = search.options;
  const boostDocument = (id: string) => weights.find(([pages]) => pages.test(id))?.[1] ?? 1;
  // Not in the configuration: VitePress would have the browser compile it, which the policy of the gateway refuses.
  const ranked = { ...miniSearch, searchOptions: { ...miniSearch.searchOptions, boostDocument } };
  return {
    ...site,
    themeConfig: { ...site.themeConfig, search: { ...search, options: { ...search.options, miniSearch: ranked } } },
  };
}
