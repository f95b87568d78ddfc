import type { DefaultTheme } from 'vitepress';

const [begin, end] = ['<!-- not searched -->', '<!-- searched again -->'];

/** Wraps Markdown that the search box ignores, such as examples: they repeat the names in the surrounding text. */
export const unsearched = (markdown: string): string => `${begin}\n${markdown}\n${end}`;

/** How the search box finds pages in the index. */
export const searchOptions = {
  combineWith: 'AND',
  fuzzy: 0.1,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
} as const;

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

const rendered = new Map<string, string>();

/** Renders the HTML of a page that the search box indexes. */
export const searchedHtml: Render = (source, env, markdown) => {
  // Both builds of the site, for the browser and for the pages, create the index.
  const html = rendered.get(source) ?? markdown.render(withoutUnsearched(source), env);
  rendered.set(source, html);
  return html;
};

const withoutUnsearched = (source: string) => source.replaceAll(new RegExp(`${begin}[\\s\\S]*?${end}`, 'g'), '');
