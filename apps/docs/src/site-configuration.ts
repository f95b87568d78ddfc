import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { showChosenLanguage } from './chosen-language.ts';
import { emitLeanPages } from './emit-lean-pages.ts';
import { highlight } from './highlight.ts';
import { searchedHtml, searchOptions } from './search-index.ts';
import { sidebar } from './sidebar.ts';
import { StrictPages } from './strict-pages.ts';
import { alignByClass, labelCells } from './table-cells.ts';

// The base path of the site on a gateway.
const siteBase = '/docs/';

// VitePress adds its base to every path that begins with a slash; these lead up to the root of the gateway from every page.
const ofGateway = (path: string) => ({ link: `${'../'.repeat(8)}${path}`, target: '_self' });

/** The configuration with which VitePress builds the site from the generated pages. */
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
    // Metadata are in files, so that pages contain no script.
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
    // A page has dozens of links, and the gateway is close.
    router: { prefetchLinks: false },
    // The search index is a single file, loaded on the first search.
    vite: {
      plugins: [emitLeanPages],
      build: { chunkSizeWarningLimit: 10_000, rolldownOptions: { checks: { pluginTimings: false } } },
    },
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
          miniSearch: { searchOptions },
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
