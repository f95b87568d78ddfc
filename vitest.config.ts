import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const inRepository = (path: string) => join(import.meta.dirname, path);

/** The suites of apps and tools start processes and browsers, and take longest: they begin, so that no worker waits for them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => (/\/(apps|tools)\/[^/]+\/test\//.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['{apps,connectors,packages,tools}/**/*.test.ts'],
    maxWorkers: 2,
    // A worker loads the sources once, not once per file, which would be half of all the time. Tests clean up after themselves.
    isolate: false,
    // Node.js strips types itself and keeps compiled code (NODE_COMPILE_CACHE); transforming the sources first takes up to twice the time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files run in the same order every time, and not by how long they took the last time.
    cache: false,
    sequence: { sequencer: LongestFirst },
    // Ends what hangs; no test is about speed, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The default is one second, which a busy machine exceeds.
    expect: { poll: { timeout: 120_000 } },
    setupFiles: [inRepository('tools/launch/patience.mjs')],
    globalSetup: [inRepository('packages/database/test/vitest-global-setup.ts')],
    reporters: ['default', ['json', { outputFile: inRepository('.turbo/tests.json') }]],
  },
});
