import type { Migration } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { expect, it } from 'vitest';
import { controlPlaneMigrations } from '../src/database/schema.ts';
import { openControlPlane } from './fixture.ts';

const next: Migration = {
  name: '999-next',
  up: async ({ schema }) => {
    await schema.alterTable('workspaces').addColumn('note', 'text').execute();
  },
};

describeDatabases('a database of this version', ({ open, openAgain }) => {
  it('takes the next step of the schema, keeps what it holds, and is then too new for this version', async () => {
    const database = await open();
    await (await openControlPlane(database)).workspaces.create('acme');
    const newer = await openAgain(database);
    await newer.migrate('control-plane', [...controlPlaneMigrations, next]);
    const rows = await newer
      .tables<{ workspaces: { name: string; note: string | null } }>()
      .selectFrom('workspaces')
      .select(['name', 'note'])
      .execute();
    expect(rows).toEqual([{ name: 'acme', note: null }]);
    await expect(openControlPlane(await openAgain(database))).rejects.toThrow(/newer version/);
  });
});
