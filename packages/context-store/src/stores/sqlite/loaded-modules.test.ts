import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

// The worker itself needs a pool; what its two threads import is all it imports that counts.
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  for (const name of ['reader-thread', 'writer-thread', 'thread-failure']) {
    await import(new URL(name + '.ts', process.argv[1]).href);
  }
  console.log(JSON.stringify(loaded));
`;

it('loads into a thread neither a schema library nor a query builder nor a database client', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program, '--', import.meta.url], {
    encoding: 'utf8',
  });
  const loaded = JSON.parse(output) as string[];
  expect(loaded.some((url) => url.includes('/better-sqlite3/'))).toBe(true);
  expect(loaded.filter((url) => /\/node_modules\/(zod|kysely|pg)\//.test(url))).toEqual([]);
});
