import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { Plugin, Rolldown } from 'vite';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { showChosenLanguage } from './chosen-language.ts';
import { highlight } from './code-blocks.ts';
import { alignByClass, labelCells } from './html.ts';
import { sidebar } from './sidebar.ts';
import { StrictPages } from './strict-pages.ts';

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
    outDir: '../gateway/site',
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
      notFound: {
        title: 'There is no such page',
        quote: 'It may have moved. Search for it with Ctrl+K, or begin at the start page.',
        linkText: 'Start page',
        linkLabel: 'Go to the start page',
      },
      search: {
        provider: 'local',
        options: {
          _render: searchedHtml,
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

const [begin, end] = ['<!-- not searched -->', '<!-- searched again -->'];

/** Wraps Markdown that the search box ignores, such as examples: they repeat the names in the surrounding text. */
export const unsearched = (markdown: string): string => `${begin}\n${markdown}\n${end}`;

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

const rendered = new Map<string, string>();

/** Renders the HTML of a page that the search box indexes. */
const searchedHtml: Render = (source, env, markdown) => {
  // Both builds of the site, for the browser and for the pages, create the index.
  const html = rendered.get(source) ?? markdown.render(withoutUnsearched(source), env);
  rendered.set(source, html);
  return html;
};

const withoutUnsearched = (source: string) => source.replaceAll(new RegExp(`${begin}[\\s\\S]*?${end}`, 'g'), '');

type GenerateBundle = (
  this: Rolldown.PluginContext,
  ...given: Parameters<Rolldown.FunctionPluginHooks['generateBundle']>
) => void;

/**
 * Emits the lean pages of VitePress, which hydrate the HTML that is already shown. VitePress adds them to the bundle, as Rollup allowed;
 * Rolldown, which Vite builds with now, takes only emitted files.
 */
const emitLeanPages: Plugin = {
  name: 'connectory-lean-pages',
  configResolved({ plugins }) {
    const vitepress = plugins.find(({ name }) => name === 'vitepress');
    if (typeof vitepress?.generateBundle !== 'function')
      throw new TypeError('VitePress generates its bundle differently.');
    const generate = vitepress.generateBundle as GenerateBundle;
    vitepress.generateBundle = function (options, bundle, isWrite) {
      const generated = { ...bundle };
      generate.call(this, options, generated, isWrite);
      for (const [name, file] of Object.entries(generated)) {
        if (!(name in bundle) && file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
    };
  },
};
