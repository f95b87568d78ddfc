import type { Secret } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { type ConnectionSettings, newConnectionSchema } from './connection.ts';
import type { ControlPlaneTables } from './tables.ts';
import { storedWorkspaceId, type WorkspaceId } from './workspace-id.ts';

/** A link with which a person connects an account once. Its token is not stored. Times are UTC ISO strings. */
export interface ConnectLink {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  /** ID of the token that created it; null for the admin token. */
  readonly makerId: string | null;
  readonly connector: string;
  /** The connection to connect again; null for a new one. */
  readonly connectionId: string | null;
  readonly name: string;
  /** Settings that are fixed. */
  readonly settings: ConnectionSettings;
  /** Name of the authentication alternative. */
  readonly authentication: string;
  readonly returnUrl: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  /** IDs of the connections that were created or reconnected. */
  readonly made: readonly string[];
  /** Why the last attempt failed, in words for the person who tried. */
  readonly problem: string | null;
  /** Hash of the secret of the browser that began the last attempt; null before the first one. */
  readonly browserHash: string | null;
}

/** A link to make. */
export interface NewConnectLink {
  readonly makerId: string | null;
  readonly connector: string;
  readonly connectionId?: string | undefined;
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly authentication: string;
  readonly returnUrl?: string | undefined;
  readonly expiresInSeconds: number;
}

/** State that an attempt keeps between its requests, encrypted; at most 256 KiB of JSON. */
export type AttemptSecrets = Readonly<Record<string, unknown>>;

/** A new attempt: which browser makes it, and the state that the vendor must return. */
export interface NewAttempt {
  /** The secret that only this browser has. */
  readonly browser: Secret;
  readonly state: Secret;
  readonly secrets: AttemptSecrets;
}

/** A link with the state of its attempt. */
export interface AnsweredLink {
  readonly link: ConnectLink;
  readonly secrets: AttemptSecrets;
}

const { connector, name, authentication, settings } = newConnectionSchema.shape;

/** Accepts a link to make. */
export const newConnectLinkSchema = z.strictObject({
  makerId: z.string().nullable(),
  connector,
  connectionId: z.uuid().optional(),
  name,
  settings,
  authentication,
  returnUrl: z.string().max(2_000).optional(),
  expiresInSeconds: z
    .int()
    .min(1)
    .max(7 * 24 * 60 * 60),
});

/** A link from its row. */
export const toConnectLink = (row: ControlPlaneTables['connect_links']): ConnectLink => ({
  id: row.id,
  workspaceId: storedWorkspaceId(row.workspace_id),
  makerId: row.maker_id,
  connector: row.connector,
  connectionId: row.connection_id,
  name: row.name,
  settings: JSON.parse(row.settings) as ConnectionSettings,
  authentication: row.authentication,
  returnUrl: row.return_url,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  made: JSON.parse(row.made) as readonly string[],
  problem: row.problem,
  browserHash: row.browser_hash,
});
