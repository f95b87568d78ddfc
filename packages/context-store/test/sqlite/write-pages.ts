import { openSqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { killedPage, killedScope } from './killed-pages.ts';

// Writes page after page, starting at the checkpoint, until the process is killed. Prints each committed page.
const [directory = ''] = process.argv.slice(2);
const store = openSqliteStore(directory);
const checkpoint = await store.readCheckpoint(killedScope);
for (let page = typeof checkpoint === 'number' ? checkpoint + 1 : 0; ; page += 1) {
  await store.writePage(killedScope, { records: killedPage(page), generation: 1, checkpoint: page });
  process.stdout.write(`${page}\n`);
  if (page % 10 === 9) await store.endPass(killedScope, { pass: 1, checkpoint: page, summary: null });
}
