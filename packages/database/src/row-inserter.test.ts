import { afterEach, expect, it } from 'vitest';
import { describeDatabases } from '../test/index.ts';
import type { Database } from './database.ts';
import { RowInserter } from './row-inserter.ts';

interface Tables {
  notes: { id: number; text: string | null };
}

const columns = { id: 'integer', text: 'text' } as const;

async function prepared(database: Database): Promise<RowInserter> {
  await database
    .tables<Tables>()
    .schema.createTable('notes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('text', 'text')
    .execute();
  return new RowInserter(database);
}

describeDatabases('RowInserter', ({ open }) => {
  const inserters: RowInserter[] = [];
  afterEach(async () => {
    for (const inserter of inserters.splice(0)) await inserter.close();
  });

  it('stores what other connections then see, in the order it came', async () => {
    const database = await open();
    const inserter = await prepared(database);
    inserters.push(inserter);
    const batches = Array.from({ length: 20 }, (_, batch) =>
      Array.from({ length: 100 }, (_, row) => ({ id: batch * 100 + row, text: row === 0 ? null : `\u{1f600} ${row}` })),
    );
    await Promise.all(batches.map((rows) => inserter.insert('notes', columns, rows)));
    const stored = await database.tables<Tables>().selectFrom('notes').selectAll().orderBy('id').execute();
    expect(stored).toEqual(batches.flat());
  });

  it('tells what could not be stored, and goes on', async () => {
    const database = await open();
    const inserter = await prepared(database);
    inserters.push(inserter);
    await expect(inserter.insert('nowhere', columns, [{ id: 1, text: 'x' }])).rejects.toThrow(/nowhere/);
    await inserter.insert('notes', columns, [{ id: 1, text: 'x' }]);
    expect(await database.tables<Tables>().selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }]);
  });

  it('leaves rows that exist as they are, or replaces them when it is told their key', async () => {
    const database = await open();
    const inserter = await prepared(database);
    inserters.push(inserter);
    const rows = (text: string) => Array.from({ length: 80 }, (_, id) => ({ id, text }));
    await inserter.insert('notes', columns, rows('first'));
    await inserter.insert('notes', columns, rows('second'));
    const texts = () => database.tables<Tables>().selectFrom('notes').select('text').distinct().execute();
    expect(await texts()).toEqual([{ text: 'first' }]);
    await inserter.insert('notes', columns, rows('third'), ['id']);
    expect(await texts()).toEqual([{ text: 'third' }]);
  });

  it('starts again after it was closed', async () => {
    const database = await open();
    const inserter = await prepared(database);
    inserters.push(inserter);
    await inserter.insert('notes', columns, [{ id: 1, text: 'x' }]);
    await inserter.close();
    await inserter.insert('notes', columns, [{ id: 2, text: 'y' }]);
    expect(await database.tables<Tables>().selectFrom('notes').select('id').orderBy('id').execute()).toHaveLength(2);
  });
});
