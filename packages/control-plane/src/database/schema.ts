import { bytesColumn, type Migration } from '@connectory/database';
import { sql } from 'kysely';
import { heldWritesMigration } from '../held-writes/held-writes-schema.ts';

const initialSchema: Migration = {
  name: '001-control-plane',
  up: async ({ schema }, dialect) => {
    const bytes = bytesColumn(dialect);
    await schema
      .createTable('workspaces')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('limits', 'text')
      .execute();

    await schema
      .createTable('connections')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('connector', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('authentication', 'text', (column) => column.notNull())
      .addColumn('limits', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('state_reason', 'text')
      .addColumn('state_since', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('connections_name', ['workspace_id', 'name'])
      .addUniqueConstraint('connections_workspace', ['workspace_id', 'id'])
      .execute();

    await schema
      .createTable('credentials')
      .addColumn('connection_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', bytes, (column) => column.notNull())
      .addColumn('renewing', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        'credentials_connection',
        ['workspace_id', 'connection_id'],
        'connections',
        ['workspace_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await schema.createIndex('credentials_key').on('credentials').column('key_id').execute();

    await schema
      .createTable('tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .execute();
    await schema.createIndex('tokens_workspace').on('tokens').columns(['workspace_id', 'created_at', 'id']).execute();

    // One clustered tree on SQLite: rows arrive nearly in the order of this key.
    await schema
      .createTable('audit')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('token_id', 'text')
      .addColumn('connection_id', 'text')
      .addColumn('connector', 'text')
      .addColumn('entity', 'text')
      .addColumn('action', 'text')
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('intent', 'text')
      .addColumn('outcome', 'integer')
      .addColumn('error_code', 'text')
      .addColumn('upstream_status', 'integer')
      .addColumn('records', 'integer')
      .addColumn('duration_ms', 'integer')
      .addColumn('dry_run', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text')
      .addColumn('owner', 'text')
      .addPrimaryKeyConstraint('audit_primary_key', ['workspace_id', 'at', 'id'])
      .$call((table) => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
    await schema
      .createIndex('audit_connection')
      .on('audit')
      .columns(['workspace_id', 'connection_id', 'at', 'id'])
      .execute();

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

    await schema
      .createTable('idempotency')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('attempt_id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('key_id', 'text')
      .addColumn('sealed_body', bytes)
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_primary_key', ['workspace_id', 'connection_id', 'key'])
      .addForeignKeyConstraint(
        'idempotency_connection',
        ['workspace_id', 'connection_id'],
        'connections',
        ['workspace_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at').execute();

    await schema
      .createTable('call_quotas')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('used', 'integer', (column) => column.notNull())
      .addColumn('granted', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('call_quotas_primary_key', ['subject', 'day'])
      .execute();

    await schema
      .createTable('call_rates')
      .addColumn('subject', 'text', (column) => column.primaryKey())
      .addColumn('full_at', 'double precision', (column) => column.notNull())
      .execute();

    await schema
      .createTable('processes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('beat', 'integer', (column) => column.notNull())
      .execute();

    // Leases end with the process that holds them.
    await schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull().references('processes.id').onDelete('cascade'))
      .execute();
    await schema.createIndex('leases_process').on('leases').column('process').execute();

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

    await schema
      .createTable('event_endpoints')
      .addColumn('connection_id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('sealed', bytes, (column) => column.notNull())
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
      .addColumn('sealed', bytes, (column) => column.notNull())
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

const connectionSync: Migration = {
  name: '002-connection-sync',
  up: async ({ schema }) => {
    await schema
      .alterTable('connections')
      .addColumn('sync', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};

const subscriptionMaker: Migration = {
  name: '003-subscription-maker',
  up: async ({ schema }) => {
    await schema.alterTable('subscriptions').addColumn('maker_id', 'text').execute();
  },
};

const connectionPaused: Migration = {
  name: '004-connection-paused',
  up: async ({ schema }) => {
    await schema
      .alterTable('connections')
      .addColumn('paused', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('connections').addColumn('account', 'text').execute();
  },
};

const connectLinkRevocation: Migration = {
  name: '005-connect-link-revocation',
  up: async ({ schema }) => {
    await schema.alterTable('connect_links').addColumn('revoked_at', 'text').execute();
  },
};

const workspaceDeletion: Migration = {
  name: '006-workspace-deletion',
  up: async ({ schema }) => {
    await schema.alterTable('workspaces').addColumn('deleted_at', 'text').execute();
    await schema
      .createTable('deleted_connections')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('copy_removed_at', 'text')
      .execute();
  },
};

const auditRecord: Migration = {
  name: '007-audit-record',
  up: async ({ schema }) => {
    await schema.alterTable('audit').addColumn('record_key', 'text').execute();
    await schema
      .alterTable('audit')
      .addColumn('via', 'text', (column) => column.notNull().defaultTo('api'))
      .execute();
  },
};

const people: Migration = {
  name: '008-people',
  up: async ({ schema }) => {
    await schema
      .createTable('people')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('issuer', 'text')
      .addColumn('subject', 'text')
      .addColumn('email', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('is_admin', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', 'text')
      .addUniqueConstraint('people_subject', ['issuer', 'subject'])
      .execute();
    await schema.createIndex('people_email').on('people').column('email').execute();

    await schema
      .createTable('roles')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('roles_primary_key', ['workspace_id', 'name'])
      .execute();

    await schema
      .createTable('members')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('by_group', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('members_primary_key', ['workspace_id', 'person_id'])
      .execute();
    await schema.createIndex('members_person').on('members').column('person_id').execute();

    await schema
      .createTable('group_roles')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('group_roles_primary_key', ['workspace_id', 'position'])
      .execute();
    await schema.createIndex('group_roles_group').on('group_roles').column('group_name').execute();

    await schema
      .createTable('sessions')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('sessions_person').on('sessions').column('person_id').execute();
    await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

    await schema
      .alterTable('tokens')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('token'))
      .execute();
    for (const column of ['root_id', 'person_id', 'agent', 'text_expires_at'])
      await schema.alterTable('tokens').addColumn(column, 'text').execute();
    await schema.createIndex('tokens_person').on('tokens').column('person_id').execute();
    for (const column of ['person_id', 'person', 'agent'])
      await schema.alterTable('audit').addColumn(column, 'text').execute();
  },
};

const oauth: Migration = {
  name: '009-oauth',
  up: async ({ schema }) => {
    await schema
      .createTable('oauth_clients')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('redirect_uris', 'text', (column) => column.notNull())
      .addColumn('authentication', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .execute();
    await schema.createIndex('oauth_clients_address').on('oauth_clients').column('address').execute();
    await schema.createIndex('oauth_clients_use').on('oauth_clients').columns(['used_at', 'created_at']).execute();

    await schema
      .createTable('oauth_grants')
      .addColumn('token_id', 'text', (column) => column.primaryKey().references('tokens.id').onDelete('cascade'))
      .addColumn('parent_id', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('code_challenge', 'text', (column) => column.notNull())
      .addColumn('code_expires_at', 'text', (column) => column.notNull())
      .addColumn('code_used_at', 'text')
      .addColumn('family_hash', 'text', (column) => column.unique())
      .addColumn('refresh_hash', 'text')
      .addColumn('ends_at', 'text')
      .execute();
    await schema.createIndex('oauth_grants_parent').on('oauth_grants').column('parent_id').execute();
  },
};

const lifecycleEvents: Migration = {
  name: '011-lifecycle-events',
  up: async ({ schema }) => {
    await schema
      .createTable('lifecycle_heads')
      .addColumn('workspace_id', 'text', (column) => column.primaryKey())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('lifecycle_events')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('lifecycle_events_primary_key', ['workspace_id', 'position'])
      .execute();
    await schema.createIndex('lifecycle_events_age').on('lifecycle_events').column('at').execute();
    await schema
      .createTable('reported_states')
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.references('connections.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reported_states_primary_key', ['workspace_id', 'subject'])
      .execute();
    await schema.createIndex('reported_states_connection').on('reported_states').column('connection_id').execute();
    await schema
      .alterTable('subscriptions')
      .addColumn('event_position', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable('subscriptions')
      .addColumn('audit_position', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    // Set only in workspaces with a subscription to the audit.
    await schema.alterTable('audit').addColumn('stored_at', 'text').execute();
    await schema
      .createIndex('audit_stored')
      .on('audit')
      .columns(['workspace_id', 'stored_at', 'id'])
      .where(sql<boolean>`stored_at is not null`)
      .execute();
  },
};

const usedConfirmations: Migration = {
  name: '013-used-confirmations',
  up: async ({ schema }) => {
    await schema
      .createTable('used_confirmations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('used_confirmations_expiry').on('used_confirmations').column('expires_at').execute();
    await schema.createIndex('used_confirmations_workspace').on('used_confirmations').column('workspace_id').execute();
  },
};

const ownFields: Migration = {
  name: '014-own-fields',
  up: async ({ schema }) => {
    await schema
      .createTable('connection_fields')
      .addColumn('connection_id', 'text', (column) =>
        column.primaryKey().references('connections.id').onDelete('cascade'),
      )
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('discovered_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('connection_fields_workspace').on('connection_fields').column('workspace_id').execute();
    await schema.alterTable('connections').addColumn('own_revision', 'text').execute();
  },
};

const workspaceHashKeys: Migration = {
  name: '015-workspace-hash-keys',
  up: async ({ schema }, dialect) => {
    await schema.alterTable('workspaces').addColumn('hash_key_id', 'text').execute();
    await schema.alterTable('workspaces').addColumn('hash_key', bytesColumn(dialect)).execute();
  },
};

/** The history of the control plane's schema. */
export const controlPlaneMigrations: readonly Migration[] = [
  initialSchema,
  connectionSync,
  subscriptionMaker,
  connectionPaused,
  connectLinkRevocation,
  workspaceDeletion,
  auditRecord,
  people,
  oauth,
  heldWritesMigration,
  lifecycleEvents,
  usedConfirmations,
  ownFields,
  workspaceHashKeys,
];
