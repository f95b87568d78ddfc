import type { Migration } from '@connectory/database';

/** Leases belong to processes that show signs of life, instead of expiring at a time. */
export const processLifeMigration: Migration = {
  name: '005-process-life',
  up: async ({ schema }) => {
    await schema
      .createTable('processes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('beat', 'integer', (column) => column.notNull())
      .execute();
    await schema.dropTable('leases').execute();
    await schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull().references('processes.id').onDelete('cascade'))
      .execute();
    await schema.createIndex('leases_process').on('leases').column('process').execute();
  },
};
