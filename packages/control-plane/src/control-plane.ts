import type { Secret } from '@connectory/connector-sdk/engine';
import { type Database, DatabaseUnavailableError } from '@connectory/database';
import type { Kysely } from 'kysely';
import { Audit } from './audit/audit.ts';
import type { AuditLimits } from './audit/audit-log.ts';
import { OAuthClients } from './authorization/oauth-clients.ts';
import { OAuthGrants } from './authorization/oauth-grants.ts';
import { Confirmations } from './confirmations.ts';
import { ConnectLinks } from './connect-links.ts';
import { Connections } from './connections/connections.ts';
import { CredentialStore } from './connections/credential-store.ts';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import { controlPlaneMigrations } from './database/schema.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { EventEndpoints } from './event-endpoints.ts';
import { HeldWrites } from './held-writes/held-writes.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { OAuthApps } from './oauth-apps.ts';
import { Members } from './people/members.ts';
import { People } from './people/people.ts';
import { Roles } from './people/roles.ts';
import { Sessions } from './people/sessions.ts';
import { PersonTraces } from './person-traces.ts';
import { Leases } from './processes/leases.ts';
import { ProcessLife } from './processes/process-life.ts';
import { LifecycleEvents } from './subscriptions/lifecycle-events.ts';
import { Subscriptions } from './subscriptions/subscriptions.ts';
import { type CallRates, OwnRates, SharedRates } from './tokens/call-rates.ts';
import { DailyQuotas } from './tokens/daily-quotas.ts';
import { Tokens } from './tokens/tokens.ts';
import { Upkeep } from './upkeep.ts';
import { WorkspaceDeletion } from './workspace-deletion.ts';
import { Workspaces } from './workspaces.ts';

/** Dependencies of the control plane. */
export interface ControlPlaneOptions {
  /** Stays open after `close`: its owner closes it. */
  readonly database: Database;
  readonly encryptionKeys: EncryptionKeys;
  /** The operator's token, 16 to 512 characters; without it, nobody can authenticate as admin. */
  readonly adminToken?: Secret | undefined;
  /** Origin of the gateway for links in events; without it, they are paths. */
  readonly publicOrigin?: string | undefined;
  /** How long audit entries are kept, and how many of each workspace. */
  readonly auditLimits?: AuditLimits | undefined;
  /** Called with failures of background work, such as storing audit entries. By default, emits a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** Everything the gateway stores about access: workspaces, people, tokens, connections, credentials, quotas and the audit. */
export interface ControlPlane {
  readonly workspaces: Workspaces;
  readonly workspaceDeletion: WorkspaceDeletion;
  readonly connections: Connections;
  readonly oauthApps: OAuthApps;
  readonly connectLinks: ConnectLinks;
  readonly confirmations: Confirmations;
  readonly oauthClients: OAuthClients;
  readonly oauthGrants: OAuthGrants;
  readonly eventEndpoints: EventEndpoints;
  readonly subscriptions: Subscriptions;
  readonly lifecycleEvents: LifecycleEvents;
  readonly tokens: Tokens;
  readonly people: People;
  readonly sessions: Sessions;
  readonly roles: Roles;
  readonly members: Members;
  readonly audit: Audit;
  readonly idempotency: IdempotencyKeys;
  readonly heldWrites: HeldWrites;
  readonly personTraces: PersonTraces;
  readonly leases: Leases;
  /** Does nothing until it is started. */
  readonly upkeep: Upkeep;
  /** Calls per minute: counted by all gateways of a PostgreSQL database together, otherwise by this process. */
  readonly rates: CallRates;
  readonly quotas: DailyQuotas;
  /** Limited resources of a process: see `Bound` in the core package. */
  readonly bounds: readonly ControlPlaneBound[];
  /** Returns what keeps the control plane from working; null if nothing does. Rejects if the database cannot be read. */
  findProblem(): Promise<ControlPlaneProblem | null>;
  /** Flushes buffers and stops timers. Call it after the last request and before closing the database. */
  close(): Promise<void>;
}

/**
 * Migrates the database, encrypts secrets of a previous key again with the current one, and opens the control plane.
 * Any number of processes may share one database. Throws an `Error` when the admin token is too short.
 */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { database, encryptionKeys, adminToken, onError = warn } = options;
  await database.migrate('control-plane', controlPlaneMigrations);
  const tables = database.tables<ControlPlaneTables>();
  const credentials = new CredentialStore(tables, encryptionKeys);
  const tokens = new Tokens(tables, adminToken);
  const sessions = new Sessions(tables);
  const people = new People({ database, tokens, sessions });
  const roles = new Roles(tables, () => tokens.forgetAll());
  const oauthApps = new OAuthApps(tables, encryptionKeys);
  const eventEndpoints = new EventEndpoints(tables, encryptionKeys, onError);
  await credentials.rotate();
  await oauthApps.rotate();
  await eventEndpoints.rotate();
  const subscriptions = new Subscriptions(database, encryptionKeys);
  await subscriptions.rotate();
  const heldWrites = new HeldWrites(tables, encryptionKeys, options.publicOrigin);
  await heldWrites.rotate();
  const workspaces = new Workspaces(tables, encryptionKeys, () => tokens.forgetAll());
  await workspaces.rotate();
  const life = new ProcessLife(database, onError);
  await life.start();
  const leases = new Leases(database, life);
  const quotas = new DailyQuotas(database, onError);
  const audit = new Audit(database, life, onError);
  const idempotency = new IdempotencyKeys(database, encryptionKeys, life, onError);
  const confirmations = new Confirmations(database, encryptionKeys);
  const limits = options.auditLimits ?? { days: 90, rows: 1_000_000 };
  const connections = new Connections(tables, credentials);
  const workspaceDeletion = new WorkspaceDeletion({ database, audit, connections, tokens });
  const upkeep = new Upkeep({
    tables,
    audit,
    idempotency,
    confirmations,
    eventReceipts: eventEndpoints.receipts,
    leases,
    workspaceDeletion,
    limits,
    onError,
  });
  return {
    workspaces,
    workspaceDeletion,
    connections,
    oauthApps,
    connectLinks: new ConnectLinks(tables, encryptionKeys),
    confirmations,
    oauthClients: new OAuthClients(tables),
    oauthGrants: new OAuthGrants(database, tokens),
    eventEndpoints,
    subscriptions,
    lifecycleEvents: new LifecycleEvents(tables),
    tokens,
    people,
    sessions,
    roles,
    members: new Members({ database, people, roles, tokens }),
    audit,
    idempotency,
    heldWrites,
    personTraces: new PersonTraces(database, audit, heldWrites),
    leases,
    upkeep,
    rates: database.dialect === 'postgres' ? new SharedRates(database, onError) : new OwnRates(),
    quotas,
    bounds: boundsOf(
      database.pool,
      audit.waiting,
      [connections, tokens, sessions, eventEndpoints].map(({ cached }) => cached),
    ),
    findProblem: () => findControlPlaneProblem(tables, encryptionKeys, life),
    close: async () => {
      await upkeep.close();
      idempotency.close();
      await Promise.all([eventEndpoints.close(), audit.close(), life.close(), quotas.close()]);
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** A figure and its limit, as the metrics of a gateway take them. */
export interface ControlPlaneBound {
  readonly name: string;
  readonly help: string;
  readonly limit: number;
  inUse(): number;
}

type Figure = Pick<ControlPlaneBound, 'limit' | 'inUse'>;

function boundsOf(pool: Figure | null, waiting: Figure, caches: readonly Figure[]): readonly ControlPlaneBound[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const bounds: ControlPlaneBound[] = [
    { name: 'audit_entries_waiting', help: 'Audit entries waiting to be stored', ...waiting },
    {
      name: 'lookups_remembered',
      help: 'Tokens, sessions, connections and credentials cached for a few seconds',
      limit: sum(caches.map(({ limit }) => limit)),
      inUse: () => sum(caches.map((cache) => cache.inUse())),
    },
  ];
  if (pool === null) return bounds;
  return [...bounds, { name: 'database_connections', help: 'Connections of the control plane in use', ...pool }];
}

/** Reasons why a control plane cannot work. */
type ControlPlaneProblem = 'database_unavailable' | 'disk_full' | 'encryption_key_missing';

const maxSilence = 5_000;

/**
 * Finds what keeps the control plane from working, with one small read: the signs of life show whether the database can be written.
 * Rejects when the database cannot be read.
 */
async function findControlPlaneProblem(
  tables: Kysely<ControlPlaneTables>,
  keys: EncryptionKeys,
  life: ProcessLife,
): Promise<ControlPlaneProblem | null> {
  const { failure } = life;
  if (failure instanceof DatabaseUnavailableError && failure.reason === 'full') return 'disk_full';
  if (failure !== null || life.silence > maxSilence) return 'database_unavailable';
  const sealedByOthers = await tables
    .selectFrom('credentials')
    .select('key_id')
    .where('key_id', 'not in', [...keys.ids])
    .unionAll(
      tables
        .selectFrom('oauth_apps')
        .select('key_id')
        .where('key_id', 'not in', [...keys.ids]),
    )
    .limit(1)
    .executeTakeFirst();
  return sealedByOthers === undefined ? null : 'encryption_key_missing';
}
