import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { displayNameSchema, plainText } from '../input.ts';
import { storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';

/** The settings of a connection: a JSON object, at most 64 KiB. */
export type ConnectionSettings = Readonly<Record<string, unknown>>;

/** How much one call of a connection may take. */
export interface ConnectionLimits {
  /** Seconds from the start of a call to its response: 1 to 600, by default 120. */
  readonly deadlineSeconds: number;
  /** Maximum size of a response in bytes, decompressed: 1 to 64 MiB, by default 8 MiB. */
  readonly responseBytes: number;
}

/** How one entity is copied, where it differs from the others; `enabled: false` stops its passes and keeps its copy as it is. */
interface EntitySchedule {
  readonly intervalMinutes?: number | undefined;
  readonly enabled?: boolean | undefined;
  /** Search fields and own fields to copy; undefined for all. At most 2,000. */
  readonly fields?: readonly string[] | undefined;
}

/** How the copies of a connection are kept in sync. */
export interface ConnectionSync {
  /** Minutes from the end of a pass to the next one, 5 to 10,080; undefined for the default of the gateway. */
  readonly intervalMinutes?: number | undefined;
  /** The share of the vendor's quotas that passes may use, 0.05 to 1; undefined for the default of the gateway. */
  readonly share?: number | undefined;
  /** What differs, by entity; at most 500. */
  readonly entities?: Readonly<Record<string, EntitySchedule>> | undefined;
}

/** A stored instance of a connector, without its credentials. Times are UTC ISO strings. */
export interface Connection {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  /** ID of the connector. */
  readonly connector: string;
  readonly name: string;
  readonly settings: ConnectionSettings;
  /** Name of the authentication alternative of the connector that the credentials are for. */
  readonly authentication: string;
  readonly limits: ConnectionLimits;
  readonly sync: ConnectionSync;
  /** Whether a person has paused it: nothing is sent to the vendor until it is resumed. */
  readonly paused: boolean;
  /** Name of the account at the vendor; null if unknown. */
  readonly account: string | null;
  /** Names the stored state of what its account has added; null before that was discovered. */
  readonly ownRevision: string | null;
  readonly state: ConnectionState;
  readonly stateReason: string | null;
  readonly stateSince: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Credential values from a caller: at most 64 fields, 64 KiB in total. */
export type CredentialInput = Readonly<Record<string, string | Secret>>;

/** The decrypted credentials of a connection; `version` grows by one with every change. */
export interface Credentials {
  readonly version: number;
  readonly values: Readonly<Record<string, Secret>>;
}

/** A connection with the credentials that were stored with it at the same moment. */
export interface UsedConnection {
  readonly connection: Connection;
  readonly credentials: Credentials;
}

/** What the account of a connection has added to its connector, as it was stored. */
export interface StoredOwnFields {
  /** Changes with the content. */
  readonly revision: string;
  /** JSON text. */
  readonly content: string;
  readonly discoveredAt: string;
}

/** A connection to create. */
export interface NewConnection {
  readonly connector: string;
  readonly name: string;
  readonly authentication: string;
  readonly settings?: ConnectionSettings;
  readonly limits?: Partial<ConnectionLimits>;
  readonly sync?: ConnectionSync;
  readonly credentials: CredentialInput;
  /** Name of the account at the vendor; null if unknown. */
  readonly account?: string | null;
}

/** New credentials; with `ifVersion` they are stored only when the credentials of that version are still the current ones. */
export interface CredentialChange {
  readonly credentials: CredentialInput;
  readonly ifVersion?: number;
}

/** Changes of a connection; omitted parts stay as they are. `credentials` and `settings` replace all previous ones. */
export interface ConnectionChange {
  readonly settings?: ConnectionSettings;
  readonly credentials?: CredentialInput;
  /** Which way to authenticate the credentials are for. */
  readonly authentication?: string;
  /** Replaces all old ones. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Replaces the old one. */
  readonly sync?: ConnectionSync;
  /** Unique in the workspace. */
  readonly name?: string;
  readonly paused?: boolean;
  /** Name of the account that new credentials belong to; null if unknown. */
  readonly account?: string | null;
}

/** The state on which a change was decided; the change is applied only while this is still stored. */
export interface ChangeBasis {
  readonly settings?: ConnectionSettings;
  readonly authentication?: string;
  readonly credentialsVersion?: number;
}

const mebibyte = 1024 * 1024;

/** The defaults. */
const defaultLimits: ConnectionLimits = { deadlineSeconds: 120, responseBytes: 8 * mebibyte };

/** Validates limits and returns their JSON text. */
const limitsSchema = z
  .strictObject({
    deadlineSeconds: z.int().min(1).max(600).optional(),
    responseBytes: z
      .int()
      .min(mebibyte)
      .max(64 * mebibyte)
      .optional(),
  })
  .transform((limits) => JSON.stringify(limits));

const intervalSchema = z.int().min(5).max(10_080).optional();

/** Validates the schedule of a connection and returns its JSON text. */
const syncSchema = z
  .strictObject({
    intervalMinutes: intervalSchema,
    share: z.number().min(0.05).max(1).optional(),
    entities: z
      .record(
        z.string().min(1).max(100),
        z.strictObject({
          intervalMinutes: intervalSchema,
          enabled: z.boolean().optional(),
          fields: z.array(z.string().min(1).max(200)).max(2_000).optional(),
        }),
      )
      .refine((entities) => Object.keys(entities).length <= 500, 'must not have more than 500 entities')
      .optional(),
  })
  .transform((sync) => JSON.stringify(sync));

const maxText = 65_536;

/** Validates a JSON object, at most 20 levels deep, and returns its text. */
const settingsSchema = z
  .custom<ConnectionSettings>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value, 20),
    'must be a JSON object, at most 20 levels deep',
  )
  .transform((settings) => JSON.stringify(settings))
  .refine((text) => Buffer.byteLength(text) <= maxText, 'must not be larger than 64 KiB');

function isJson(value: unknown, levels: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (levels > 0 && Object.values(value).every((item) => isJson(item, levels - 1)));
    default:
      return false;
  }
}

/** Validates credential fields and returns their plain JSON text, to be encrypted. */
const credentialsSchema = z
  .record(
    z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, 'must be 1 to 64 letters, digits, ".", "_" or "-"'),
    z.union([z.string(), z.instanceof(Secret).transform((secret) => secret.reveal())], 'must be a string'),
  )
  .refine((values) => Object.keys(values).length <= 64, 'must not have more than 64 fields')
  .transform((values) => JSON.stringify(values))
  .refine((text) => Buffer.byteLength(text) <= maxText, 'must not be larger than 64 KiB');

/** Accepts the name of an authentication alternative. */
const authenticationSchema = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"');

/** The name of an account as it is stored. */
export const accountText = (name: string): string => plainText(name, 200);

const accountSchema = z.string().transform(accountText).nullable();

/** Accepts a connection to create. */
export const newConnectionSchema = z.strictObject({
  connector: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be the id of a connector'),
  name: displayNameSchema,
  authentication: authenticationSchema,
  settings: settingsSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  sync: syncSchema.prefault({}),
  credentials: credentialsSchema,
  account: accountSchema.default(null),
});

/** Accepts new credentials. */
export const credentialChangeSchema = z.strictObject({
  credentials: credentialsSchema,
  ifVersion: z.int().min(1).optional(),
});

/** Validates changes of a connection. */
export const connectionChangeSchema = z.strictObject({
  settings: settingsSchema.optional(),
  credentials: credentialsSchema.optional(),
  authentication: authenticationSchema.optional(),
  limits: limitsSchema.optional(),
  sync: syncSchema.optional(),
  name: displayNameSchema.optional(),
  account: accountSchema.optional(),
  paused: z
    .boolean()
    .transform((paused) => (paused ? 1 : 0))
    .optional(),
});

/** A connection from its row. It is frozen throughout, because every caller gets the same cached object. */
export function toConnection(row: ControlPlaneTables['connections']): Connection {
  return Object.freeze({
    id: row.id,
    workspaceId: storedWorkspaceId(row.workspace_id),
    connector: row.connector,
    name: row.name,
    settings: parseFrozen(row.settings) as ConnectionSettings,
    authentication: row.authentication,
    limits: toLimits(row.limits),
    sync: parseFrozen(row.sync) as ConnectionSync,
    paused: row.paused === 1,
    account: row.account,
    ownRevision: row.own_revision,
    state: row.state as ConnectionState,
    stateReason: row.state_reason,
    stateSince: row.state_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

/** Credentials from their decrypted JSON text. */
export function toCredentials(version: number, text: string): Credentials {
  const fields = Object.entries(JSON.parse(text) as Record<string, string>);
  return Object.freeze({
    version,
    values: Object.freeze(Object.fromEntries(fields.map(([name, value]) => [name, new Secret(value)]))),
  });
}

function parseFrozen(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null ? Object.freeze(value) : value,
  );
}

/** The limits in the stored text, completed. */
function toLimits(text: string): ConnectionLimits {
  return Object.freeze({ ...defaultLimits, ...(JSON.parse(text) as Partial<ConnectionLimits>) });
}

/**
 * Whether a connection works: `active`; `degraded` when its upstream calls fail for now; `reauthorization_required` when
 * its credentials are refused and only new ones help.
 */
export type ConnectionState = 'active' | 'degraded' | 'reauthorization_required';

/**
 * What was seen of a connection. `credentials_refused` names the version of the credentials that were refused, so that
 * a late refusal of old credentials does not condemn the new ones.
 */
export type ConnectionReport =
  | { readonly event: 'working' }
  | { readonly event: 'failing'; readonly reason: string }
  | { readonly event: 'credentials_refused'; readonly reason: string; readonly credentialsVersion: number };

/** What a report makes of a connection: the state it gets, and the states in which the report means anything. */
export interface Transition {
  readonly from: readonly ConnectionState[];
  readonly to: ConnectionState;
}

/** The state machine. New credentials make a connection active from every state, and so does a call that succeeds. */
export const transitions: Readonly<Record<ConnectionReport['event'], Transition>> = {
  working: { from: ['degraded', 'reauthorization_required'], to: 'active' },
  failing: { from: ['active'], to: 'degraded' },
  credentials_refused: { from: ['active', 'degraded'], to: 'reauthorization_required' },
};

/** The one error for connections that do not exist, cannot exist or belong to another workspace, so that callers cannot tell them apart. */
export function connectionNotFound(): GatewayError {
  return new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}
