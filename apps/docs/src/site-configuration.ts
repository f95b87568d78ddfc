import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { showChosenLanguage } from './chosen-language.ts';
import { highlight } from './highlight.ts';
import { searchedHtml } from './search-index.ts';
import { sidebar } from './sidebar.ts';
import { StrictPages } from './strict-pages.ts';
import { alignByClass, labelCells } from './table-cells.ts';

// Where the site stands on a gateway.
const siteBase = '/docs/';

// VitePress puts its base before any address that begins with a slash; these lead up to the root of the gateway from every page.
const ofGateway = (path: string) => ({ link: `${'../'.repeat(8)}${path}`, target: '_self' });

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
    head: [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteBase}icon.svg` }],
      ['script', {}, showChosenLanguage],
    ],
    markdown: {
      highlight,
      config: (markdown) => {
        markdown.core.ruler.push('aligned-cells', alignByClass);
        markdown.core.ruler.push('labeled-cells', labelCells);
      },
    },
    // A page has dozens of links, and the gateway is near.
    router: { prefetchLinks: false },
    // The search index is one file, and loaded when somebody searches.
    vite: { build: { chunkSizeWarningLimit: 10_000 } },
    themeConfig: {
      nav: [
        { text: 'Guide', link: '/guide/first-call' },
        { text: 'Connectors', link: '/connectors/' },
        { text: 'Reference', link: '/reference/execute' },
        { text: 'API reference', ...ofGateway('reference/') },
        { text: 'Console', ...ofGateway('') },
      ],
      sidebar: sidebar(builtInConnectors),
      outline: { level: [2, 3] },
      search: {
        provider: 'local',
        options: {
          _render: searchedHtml,
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
