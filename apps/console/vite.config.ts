import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const ajv = '@rjsf/validator-ajv8';

/** A test helper of @rjsf/core imports this package, which the console does not need; Ajv would compile schemas with `new Function`. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (source) => (source === ajv ? `\0${ajv}` : undefined),
  load: (id) => (id === `\0${ajv}` ? 'export default undefined' : undefined),
};

const marker = join(import.meta.dirname, '../gateway/built-console-being-built');

/** While this file is there, the gateway says that the pages are being built. */
const announced: Plugin = {
  name: 'announced',
  apply: 'build',
  buildStart: () => writeFileSync(marker, ''),
  closeBundle: () => rmSync(marker, { force: true }),
};

/** Builds the console, which the gateway serves at `/`. */
export default defineConfig({
  base: '/console/',
  logLevel: 'warn',
  plugins: [
    withoutAjv,
    announced,
    // Compressed once, as small as possible, instead of by the gateway for each browser; browsers accept Brotli only from localhost and over TLS.
    compression({ include: /assets\/.*\.(?:js|css)$/, algorithms: ['brotliCompress', 'gzip'], threshold: 0 }),
  ],
  build: {
    outDir: '../gateway/built-console',
    emptyOutDir: true,
    // A font or an image in a style would become a data: URL, which the content security policy forbids.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000,
    target: 'es2024',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Libraries mark modules for server-side rendering, which is not used here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  server: {
    proxy: {
      '^/(api|auth|docs|connect|oauth|openapi|reference)': process.env.CONNECTORY_URL ?? 'http://127.0.0.1:8080',
    },
  },
});
