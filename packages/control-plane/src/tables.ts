import { bytesColumn, type Migration } from '@connectory/database';
import { sql } from 'kysely';
import { auditStatesMigration } from './audit-states-migration.ts';
import { consentMigration } from './consent-migration.ts';
import { eventsMigration } from './events-migration.ts';
import { processLifeMigration } from './process-life-migration.ts';
import { subscriptionsMigration } from './subscriptions-migration.ts';

/** The tables of the control plane. Times are UTC ISO strings, ids random UUIDs. */
export interface ControlPlaneTables {
  workspaces: { id: string; name: string; created_at: string; limits: string | null };
  connections: {
    id: string;
    workspace_id: string;
    connector: string;
    name: string;
    settings: string;
    authentication: string;
    limits: string;
    state: string;
    state_reason: string | null;
    state_since: string;
    created_at: string;
    updated_at: string;
  };
  credentials: {
    connection_id: string;
    workspace_id: string;
    version: number;
    key_id: string;
    sealed: Uint8Array;
    /** 1 from before a renewal sends them to the vendor until its result is stored. */
    renewing: number;
    updated_at: string;
  };
  tokens: {
    id: string;
    workspace_id: string;
    name: string;
    hash: string;
    policy: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  audit: {
    workspace_id: string;
    at: string;
    id: string;
    token_id: string | null;
    connection_id: string | null;
    connector: string | null;
    entity: string | null;
    action: string | null;
    request_id: string;
    intent: string | null;
    outcome: number;
    error_code: string | null;
    upstream_status: number | null;
    records: number | null;
    duration_ms: number;
    dry_run: number;
    kind: string;
    state: string;
    subject_id: string | null;
    owner: string | null;
  };
  idempotency: {
    workspace_id: string;
    connection_id: string;
    key: string;
    attempt_id: string;
    owner: string;
    fingerprint: string;
    state: string;
    status: number | null;
    key_id: string | null;
    sealed_body: Uint8Array | null;
    expires_at: string;
  };
  oauth_apps: {
    workspace_id: string;
    connector: string;
    client_id: string;
    base_url: string | null;
    key_id: string;
    sealed: Uint8Array;
    created_at: string;
    updated_at: string;
  };
  subscriptions: {
    id: string;
    workspace_id: string;
    name: string;
    url: string;
    selection: string;
    state: string;
    state_reason: string | null;
    key_id: string;
    sealed: Uint8Array;
    created_at: string;
    updated_at: string;
  };
  subscription_positions: {
    subscription_id: string;
    connection_id: string;
    feed: string;
    sequence: number;
  };
  deliveries: {
    id: string;
    subscription_id: string;
    position: number;
    record: string;
    type: string;
    body: string;
    state: string;
    attempts: number;
    created_at: string;
    next_attempt_at: string;
    ended_at: string | null;
    last_status: number | null;
    last_error: string | null;
  };
  connect_links: {
    id: string;
    workspace_id: string;
    hash: string;
    maker_id: string | null;
    connector: string;
    connection_id: string | null;
    name: string;
    settings: string;
    authentication: string;
    return_url: string | null;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    /** JSON array of connection ids. */
    made: string;
    problem: string | null;
    attempts: number;
    /** While this is in the future, a browser is connecting. */
    claimed_until: string | null;
    browser_hash: string | null;
    state_hash: string | null;
    key_id: string | null;
    sealed: Uint8Array | null;
  };
  event_endpoints: {
    connection_id: string;
    workspace_id: string;
    key_id: string;
    sealed: Uint8Array;
    received: number | string;
    repeated: number | string;
    refused: number | string;
    applied: number | string;
    last_received_at: string | null;
    updated_at: string;
  };
  event_receipts: { connection_id: string; digest: string; received_at: string };
  call_quotas: { subject: string; day: string; used: number; granted: number };
  /** Buckets of calls per minute, on PostgreSQL: when each is full again, in milliseconds of Unix time. */
  call_rates: { subject: string; full_at: number };
  processes: { id: string; beat: number };
  leases: { name: string; owner: string; process: string };
}

/** The history of the control plane's schema. */
export const controlPlaneMigrations: readonly Migration[] = [
  {
    name: '001-control-plane',
    up: async ({ schema }, dialect) => {
      const bytes = bytesColumn(dialect);
      await schema
        .createTable('workspaces')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();

      await schema
        .createTable('connections')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
        .addColumn('connector', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .addColumn('authentication', 'text', (column) => column.notNull())
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
        .addColumn('outcome', 'integer', (column) => column.notNull())
        .addColumn('error_code', 'text')
        .addColumn('upstream_status', 'integer')
        .addColumn('records', 'integer')
        .addColumn('duration_ms', 'integer', (column) => column.notNull())
        .addColumn('dry_run', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_primary_key', ['workspace_id', 'at', 'id'])
        .$call((table) => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
        .execute();
      await schema
        .createIndex('audit_connection')
        .on('audit')
        .columns(['workspace_id', 'connection_id', 'at', 'id'])
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
        .createTable('leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '002-connection-limits',
    up: async ({ schema }) => {
      await schema
        .alterTable('connections')
        .addColumn('limits', 'text', (column) => column.notNull().defaultTo('{}'))
        .execute();
      await schema
        .alterTable('credentials')
        .addColumn('renewing', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  auditStatesMigration,
  {
    name: '004-quotas',
    up: async ({ schema }) => {
      await schema.alterTable('workspaces').addColumn('limits', 'text').execute();
      await schema
        .createTable('call_quotas')
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('used', 'integer', (column) => column.notNull())
        .addColumn('granted', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('call_quotas_primary_key', ['subject', 'day'])
        .execute();
    },
  },
  processLifeMigration,
  consentMigration,
  eventsMigration,
  subscriptionsMigration,
  {
    name: '009-rates',
    up: async ({ schema }) => {
      await schema
        .createTable('call_rates')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('full_at', 'double precision', (column) => column.notNull())
        .execute();
    },
  },
];
