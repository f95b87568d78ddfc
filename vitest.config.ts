import { join, resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** The script of a package that turbo runs. Anything else runs what it is told to, of any package. */
const script = process.env.npm_lifecycle_event ?? '';
// What holds connectors runs again when one of them changes, the rest of its package does not: spec/decisions/2026-11-22-fast-loops.md
const everyConnector = 'test/every-connector/**';
const eachConnector = 'test/each-connector/**';
const included: Readonly<Record<string, string>> = {
  'test-connectors': `${everyConnector}/*.test.ts`,
  'test-in-product': `{apps,packages,tools}/*/${eachConnector}/*.test.ts`,
};

export default defineConfig({
  test: {
    include: [included[script] ?? '**/{src,test}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(script === 'test' ? [everyConnector, eachConnector] : [])],
    // Most suites wait for processes and servers of theirs, and turbo runs two packages at once. The tests of a connector in the product are
    // many short files that load the whole gateway; a second worker would load it a second time.
    maxWorkers: script === 'test-in-product' ? 1 : 2,
    // A worker loads the sources once, not once per file, which would be half of all the time. Tests clean up after themselves.
    isolate: false,
    // Node.js strips types itself and keeps compiled code (NODE_COMPILE_CACHE); transforming the sources first takes up to twice the time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files run in the order of their sizes, as in a fresh clone, and not by how long they took the last time.
    cache: false,
    // Ends what hangs; no test is about speed, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The default is one second, which a busy machine exceeds.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: [join(import.meta.dirname, 'tools/launch/patience.mjs')],
    globalSetup: [join(import.meta.dirname, 'packages/database/test/vitest-global-setup.ts')],
    reporters: ['default', ['json', { outputFile: resolve('.turbo', `${script || 'vitest'}.json`) }]],
  },
});
