import type { DefaultTheme } from 'vitepress';

const [begin, end] = ['<!-- not searched -->', '<!-- searched again -->'];

/** Markdown that the search box does not look through, such as examples: they repeat what the text beside them names. */
export const unsearched = (markdown: string): string => `${begin}\n${markdown}\n${end}`;

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

const rendered = new Map<string, string>();

/** The HTML of a page that the search box looks through. */
export const searchedHtml: Render = (source, env, markdown) => {
  // Both builds of the site, that for the browser and that for the pages, make the index.
  const html = rendered.get(source) ?? markdown.render(withoutUnsearched(source), env);
  rendered.set(source, html);
  return html;
};

const withoutUnsearched = (source: string) => source.replaceAll(new RegExp(`${begin}[\\s\\S]*?${end}`, 'g'), '');
