import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { alignByClass } from './aligned-cells.ts';
import { highlight } from './highlight.ts';
import { sidebar } from './sidebar.ts';
import { StrictPages } from './strict-pages.ts';

// Where the site stands on a gateway.
const siteBase = '/docs/';

/** How VitePress makes the site from the pages that were written before. */
export async function siteConfiguration(): Promise<UserConfig<DefaultTheme.Config>> {
  const strict = new StrictPages(siteBase);
  return {
    lang: 'en',
    title: 'Connectory',
    description: 'Documentation of the Connectory connector gateway',
    base: siteBase,
    srcDir: 'dist/pages',
    outDir: 'dist/site',
    cacheDir: 'dist/cache',
    cleanUrls: true,
    // Everything but the pages themselves is in files, so that pages hold no script.
    metaChunk: true,
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteBase}icon.svg` }]],
    markdown: { highlight, config: (markdown) => markdown.core.ruler.push('aligned-cells', alignByClass) },
    // A page has dozens of links, and the gateway is near.
    router: { prefetchLinks: false },
    // The search index is one file, and loaded when somebody searches.
    vite: { build: { chunkSizeWarningLimit: 10_000 } },
    themeConfig: {
      nav: [
        { text: 'Guide', link: '/guide/first-call' },
        { text: 'Connectors', link: '/connectors/' },
        { text: 'Reference', link: '/reference/execute' },
      ],
      sidebar: sidebar(builtInConnectors),
      outline: { level: [2, 3] },
      search: {
        provider: 'local',
        options: {
          miniSearch: {
            searchOptions: { combineWith: 'AND', fuzzy: 0.1, boost: { title: 4, titles: 2, text: 1 } },
          },
        },
      },
    },
    transformHtml: (html) => strict.rewrite(html),
    buildEnd: async ({ outDir }) => {
      for (const [name, text] of strict.scripts) {
        await mkdir(join(outDir, 'assets'), { recursive: true });
        await writeFile(join(outDir, 'assets', name), text);
      }
    },
  };
}
