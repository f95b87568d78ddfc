import type { InlineConfig, Plugin } from 'vite';
import { source } from './folders.ts';

const ajv = '@rjsf/validator-ajv8';

/** A test helper of @rjsf/core names this package, which nothing here needs; Ajv would compile schemas with `new Function`. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (source) => (source === ajv ? `\0${ajv}` : undefined),
  load: (id) => (id === `\0${ajv}` ? 'export default undefined' : undefined),
};

/** What Vite is told, for a build into a folder as for the development server. */
export function viteConfiguration(outputFolder: string): InlineConfig {
  return {
    configFile: false,
    root: source,
    base: '/console/',
    logLevel: 'warn',
    plugins: [withoutAjv],
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      // A font or an image within a style would be a data: address, which the content security policy refuses.
      assetsInlineLimit: 0,
      // Its size is measured compressed: npm run console:measure.
      chunkSizeWarningLimit: 1000,
      target: 'es2024',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Libraries mark modules for servers that render; nothing here does.
        checks: { moduleLevelDirective: false },
      },
    },
    server: { proxy: { '^/(api|docs|connect|oauth|openapi)': process.env.CONNECTORY_URL ?? 'http://127.0.0.1:8080' } },
  };
}
