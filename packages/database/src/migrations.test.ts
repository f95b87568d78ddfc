import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeDatabases } from '../test/index.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';

const step = (name: string, statement: string): Migration => ({
  name,
  up: async (transaction) => {
    await sql.raw(statement).execute(transaction);
  },
});
const first = step('001-things', 'create table things (name text)');
const second = step('002-seed', "insert into things values ('seed')");

async function things(database: Database): Promise<unknown[]> {
  return (await sql`select name from things`.execute(database.tables())).rows;
}

describeDatabases('migrations', ({ open, openAgain }) => {
  it('runs each step once, in order, per owner', async () => {
    const database = await open();
    await database.migrate('a', [first]);
    await database.migrate('a', [first, second]);
    await database.migrate('a', [first, second]);
    await database.migrate('b', [step('001-things', "insert into things values ('other owner')")]);
    expect(await things(database)).toEqual([{ name: 'seed' }, { name: 'other owner' }]);
  });

  it('is safe when several processes start at once', async () => {
    const database = await open();
    const handles = await Promise.all(Array.from({ length: 6 }, () => openAgain(database)));
    await Promise.all(handles.map((handle) => handle.migrate('a', [first, second])));
    expect(await things(database)).toEqual([{ name: 'seed' }]);
  });

  it('leaves nothing of a step that fails and runs it again next time', async () => {
    const database = await open();
    const broken: Migration = {
      name: '002-seed',
      up: async (transaction) => {
        await sql`insert into things values ('half')`.execute(transaction);
        throw new Error('broken step');
      },
    };
    await expect(database.migrate('a', [first, broken])).rejects.toThrow('broken step');
    expect(await things(database)).toEqual([]);
    await database.migrate('a', [first, second]);
    expect(await things(database)).toEqual([{ name: 'seed' }]);
  });

  it('refuses a database of a newer or another version', async () => {
    const database = await open();
    await database.migrate('a', [first, second]);
    await expect(database.migrate('a', [first])).rejects.toThrow(/newer version.*002-seed/);
    await expect(database.migrate('a', [first, step('002-other', 'select 1')])).rejects.toThrow(
      /step 2 of a is "002-seed"/,
    );
    await expect(database.migrate('c', [first, first])).rejects.toThrow(/name twice/);
  });
});
