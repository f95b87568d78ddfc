import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,connectors,apps,tools}/*/{src,test}/**/*.test.ts'],
    // Ends what hangs; no test is about speed, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One less than there are cores is the default, but most suites wait for processes and servers of theirs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['./packages/database/src/testing/vitest-global-setup.ts'],
    typecheck: {
      enabled: true,
      include: ['{packages,connectors,apps,tools}/*/{src,test}/**/*.test-d.ts'],
      tsconfig: './tsconfig.type-tests.json',
    },
  },
});
