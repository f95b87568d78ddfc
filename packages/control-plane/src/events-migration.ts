import { bytesColumn, type Migration } from '@connectory/database';

/** Where vendors send events of connections, and which events arrived lately. */
export const eventsMigration: Migration = {
  name: '007-events',
  up: async ({ schema }, dialect) => {
    await schema
      .createTable('event_endpoints')
      .addColumn('connection_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', bytesColumn(dialect), (column) => column.notNull())
      .addColumn('received', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('repeated', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('refused', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('applied', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('last_received_at', 'text')
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        'event_endpoints_connection',
        ['workspace_id', 'connection_id'],
        'connections',
        ['workspace_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await schema.createIndex('event_endpoints_key').on('event_endpoints').column('key_id').execute();

    await schema
      .createTable('event_receipts')
      .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_receipts_primary_key', ['connection_id', 'digest'])
      .execute();
    await schema.createIndex('event_receipts_age').on('event_receipts').column('received_at').execute();
    await schema
      .createIndex('event_receipts_connection')
      .on('event_receipts')
      .columns(['connection_id', 'received_at'])
      .execute();
  },
};
