import { bytesColumn, type Migration } from '@connectory/database';

/** The table of writes that wait for approval. */
export const heldWritesMigration: Migration = {
  name: '010-held-writes',
  up: async ({ schema }, dialect) => {
    const bytes = bytesColumn(dialect);
    await schema
      .createTable('held_writes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('connector', 'text', (column) => column.notNull())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('effect', 'text', (column) => column.notNull())
      .addColumn('token_id', 'text', (column) => column.notNull())
      .addColumn('root_id', 'text', (column) => column.notNull())
      .addColumn('request_key', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('preview_hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('person', 'text')
      .addColumn('agent', 'text')
      .addColumn('reason', 'text')
      .addColumn('decided_at', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('ended_at', 'text')
      .addColumn('second_person', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('key_id', 'text')
      .addColumn('sealed', bytes)
      .addColumn('status', 'integer')
      .addColumn('outcome_key_id', 'text')
      .addColumn('outcome', bytes)
      .addUniqueConstraint('held_writes_key', ['workspace_id', 'connection_id', 'request_key'])
      .execute();
    const index = (name: string, columns: string[]) =>
      schema.createIndex(name).on('held_writes').columns(columns).execute();
    await index('held_writes_workspace', ['workspace_id', 'created_at', 'id']);
    await index('held_writes_state', ['state', 'expires_at']);
    await index('held_writes_ended', ['ended_at']);
  },
};
