import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import type { BuiltPages } from './built-pages.ts';
import { repository } from './repository.ts';

/** The configuration of Vite, for a build into a folder as for the development server. */
export function viteConfiguration({ source, base, plugins, define }: BuiltPages, outputFolder: string): InlineConfig {
  return {
    configFile: false,
    root: join(repository, source),
    base,
    logLevel: 'warn',
    plugins: [...plugins],
    define,
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      // A font or an image in a style would become a data: URL, which the content security policy forbids.
      assetsInlineLimit: 0,
      // Sizes are measured compressed.
      chunkSizeWarningLimit: 10_000,
      target: 'es2024',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Libraries mark modules for server-side rendering, which is not used here.
        checks: { moduleLevelDirective: false },
      },
    },
    server: {
      proxy: {
        '^/(api|docs|connect|oauth|openapi|reference/documents)': process.env.CONNECTORY_URL ?? 'http://127.0.0.1:8080',
      },
    },
  };
}
