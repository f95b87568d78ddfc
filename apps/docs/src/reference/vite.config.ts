import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

const marker = join(import.meta.dirname, '../../../gateway/built-reference-being-built');

/** While this file is there, the gateway says that the pages are being built. */
const announced: Plugin = {
  name: 'announced',
  apply: 'build',
  buildStart: () => writeFileSync(marker, ''),
  closeBundle: () => rmSync(marker, { force: true }),
};

/** Builds the API reference, which the gateway serves at `/reference`. */
export default defineConfig({
  base: '/reference/',
  logLevel: 'warn',
  // Compressed once, as small as possible, instead of by the gateway for each browser; browsers accept Brotli only from localhost and over TLS.
  plugins: [
    announced,
    compression({ include: /assets\/.*\.(?:js|css)$/, algorithms: ['brotliCompress', 'gzip'], threshold: 0 }),
  ],
  // Features that Vue removes from its code.
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    outDir: '../../../gateway/built-reference',
    emptyOutDir: true,
    // A font or an image in a style would become a data: URL, which the content security policy forbids.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000,
    target: 'es2024',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '^/(docs|openapi|reference/documents)': process.env.CONNECTORY_URL ?? 'http://127.0.0.1:8080' } },
});
