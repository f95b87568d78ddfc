import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

// Prints the loaded modules once the command has ended.
const listing = `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => writeFileSync(3, JSON.stringify(loaded)));
`;
const hooks = `data:text/javascript,${encodeURIComponent(listing)}`;

/** The modules that a command loads; nothing listens at the gateway's URL. */
function loadedBy(words: readonly string[]): readonly string[] {
  const { output } = spawnSync(process.execPath, ['--import', hooks, main, ...words], {
    env: { PATH: process.env.PATH, CONNECTORY_URL: 'http://127.0.0.1:9', CONNECTORY_TOKEN: 'cty_none' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  return JSON.parse(output[3] ?? '[]');
}

// People wait for each command, and a shell for each completion.
describe('a command starts without the libraries of the gateway', () => {
  it.each(['--version', '--help', 'connections list', 'run stripe customers list', 'audit list'])(
    'connectory %s',
    (words) => {
      const loaded = loadedBy(words.split(' '));
      expect(loaded).toContainEqual(expect.stringMatching(/\/apps\/cli\/src\/run-command\.ts$/));
      expect(loaded.filter((url) => /\/node_modules\/(?:zod|kysely|pg|express|better-sqlite3)\//.test(url))).toEqual(
        [],
      );
    },
  );
});
