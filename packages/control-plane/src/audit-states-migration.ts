import type { Migration } from '@connectory/database';
import { sql } from 'kysely';

/** Audit entries of management requests, and entries of writes that are stored before they leave. */
export const auditStatesMigration: Migration = {
  name: '003-audit-states',
  up: async ({ schema }) => {
    const audit = schema.alterTable('audit');
    await audit.addColumn('kind', 'text', (column) => column.notNull().defaultTo('execute')).execute();
    await audit.addColumn('state', 'text', (column) => column.notNull().defaultTo('finished')).execute();
    await audit.addColumn('subject_id', 'text').execute();
    await audit.addColumn('owner', 'text').execute();
    // They are few among many, so that finding them costs nothing for the rows of reads. The column that selects the rows is one of the
    // index as well: SQLite would otherwise take the primary key, which has the same others.
    await schema
      .createIndex('audit_manage')
      .on('audit')
      .columns(['workspace_id', 'kind', 'at', 'id'])
      .where(sql<boolean>`kind = 'manage'`)
      .execute();
    await schema
      .createIndex('audit_unfinished')
      .on('audit')
      .columns(['workspace_id', 'state', 'at', 'id'])
      .where(sql<boolean>`state <> 'finished'`)
      .execute();
    await schema
      .createIndex('audit_started')
      .on('audit')
      .column('owner')
      .where(sql<boolean>`state = 'started'`)
      .execute();
  },
};
