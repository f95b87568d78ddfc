import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,connectors,apps,tools}/*/{src,test}/**/*.test.ts'],
    globalSetup: ['./packages/database/src/testing/vitest-global-setup.ts'],
    typecheck: {
      enabled: true,
      include: ['{packages,connectors,apps,tools}/*/{src,test}/**/*.test-d.ts'],
      tsconfig: './tsconfig.type-tests.json',
    },
  },
});
