import { bytesColumn, type Migration } from '@connectory/database';

/** OAuth applications of workspaces, and links with which people connect accounts. */
export const consentMigration: Migration = {
  name: '006-consent',
  up: async ({ schema }, dialect) => {
    const bytes = bytesColumn(dialect);
    await schema
      .createTable('oauth_apps')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('connector', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('base_url', 'text')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', bytes, (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauth_apps_primary_key', ['workspace_id', 'connector'])
      .execute();
    await schema.createIndex('oauth_apps_key').on('oauth_apps').column('key_id').execute();

    await schema
      .createTable('connect_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('maker_id', 'text')
      .addColumn('connector', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('authentication', 'text', (column) => column.notNull())
      .addColumn('return_url', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .addColumn('made', 'text', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('claimed_until', 'text')
      .addColumn('browser_hash', 'text')
      .addColumn('state_hash', 'text', (column) => column.unique())
      .addColumn('key_id', 'text')
      .addColumn('sealed', bytes)
      .execute();
    await schema
      .createIndex('connect_links_workspace')
      .on('connect_links')
      .columns(['workspace_id', 'expires_at'])
      .execute();
    await schema.createIndex('connect_links_expiry').on('connect_links').column('expires_at').execute();
  },
};
