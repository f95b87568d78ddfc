import { bytesColumn, type Migration } from '@connectory/database';

/** Subscriptions, their positions in the feeds, and their deliveries. */
export const subscriptionsMigration: Migration = {
  name: '008-subscriptions',
  up: async ({ schema }, dialect) => {
    await schema
      .createTable('subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('selection', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('state_reason', 'text')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', bytesColumn(dialect), (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('subscriptions_name', ['workspace_id', 'name'])
      .execute();
    await schema.createIndex('subscriptions_key').on('subscriptions').column('key_id').execute();

    await schema
      .createTable('subscription_positions')
      .addColumn('subscription_id', 'text', (column) =>
        column.notNull().references('subscriptions.id').onDelete('cascade'),
      )
      .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
      .addColumn('feed', 'text', (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('subscription_positions_primary_key', ['subscription_id', 'connection_id'])
      .execute();

    await schema
      .createTable('deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subscription_id', 'text', (column) =>
        column.notNull().references('subscriptions.id').onDelete('cascade'),
      )
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('last_status', 'integer')
      .addColumn('last_error', 'text')
      .execute();
    await schema
      .createIndex('deliveries_log')
      .on('deliveries')
      .columns(['subscription_id', 'state', 'position'])
      .execute();
    await schema
      .createIndex('deliveries_record')
      .on('deliveries')
      .columns(['subscription_id', 'record', 'state', 'position'])
      .execute();
  },
};
