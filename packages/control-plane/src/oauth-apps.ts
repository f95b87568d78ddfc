import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { newConnectionSchema } from './connections/connection.ts';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { parseInput } from './input.ts';
import { lockWorkspace, storedWorkspaceId, type WorkspaceId } from './workspaces.ts';

/** An application that a workspace has registered with the vendor of a connector, without its secrets. */
export interface OAuthApp {
  readonly workspaceId: WorkspaceId;
  readonly connector: string;
  readonly clientId: string;
  /** The `base_url` of the only connections it is for; null for the vendor itself. */
  readonly baseUrl: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An application with its decrypted secrets. */
export interface UsedOAuthApp extends OAuthApp {
  readonly clientSecret: Secret;
  /** Further credential fields that belong to the application, such as a developer token. */
  readonly fields: Readonly<Record<string, Secret>>;
}

/** An application to store. */
export interface NewOAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly baseUrl?: string | undefined;
}

/** The most applications of a workspace. */
const maxApps = 500;

const newAppSchema = z.strictObject({
  clientId: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII'),
  clientSecret: z.string().min(1).max(8_192),
  fields: z
    .record(z.string().min(1).max(64), z.string().max(8_192))
    .refine((fields) => Object.keys(fields).length <= 16, 'must not have more than 16 fields')
    .default({}),
  baseUrl: z.string().max(2_000).optional(),
});

/** The OAuth applications of all workspaces, one for each connector. Secrets are encrypted, bound to workspace and connector. */
export class OAuthApps {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;

  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys) {
    this.#tables = tables;
    this.#keys = keys;
  }

  /** The application for a connector, or null. */
  async find(workspaceId: WorkspaceId, connector: string): Promise<OAuthApp | null> {
    const row = await this.#row(workspaceId, connector);
    return row === undefined ? null : toApp(row);
  }

  /** All applications of the workspace, by connector. */
  async all(workspaceId: WorkspaceId): Promise<ReadonlyMap<string, OAuthApp>> {
    const rows = await this.#tables
      .selectFrom('oauth_apps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .limit(maxApps)
      .execute();
    return new Map(rows.map((row) => [row.connector, toApp(row)]));
  }

  /** The application with its secrets, or null. */
  async used(workspaceId: WorkspaceId, connector: string): Promise<UsedOAuthApp | null> {
    const row = await this.#row(workspaceId, connector);
    if (row === undefined) return null;
    const text = this.#keys.open({ keyId: row.key_id, bytes: row.sealed }, contextOf(row)).toString();
    const { clientSecret, fields } = JSON.parse(text) as { clientSecret: string; fields: Record<string, string> };
    const secrets = Object.entries(fields).map(([name, value]) => [name, new Secret(value)]);
    return { ...toApp(row), clientSecret: new Secret(clientSecret), fields: Object.fromEntries(secrets) };
  }

  /** Stores the application for a connector in place of an earlier one. Throws `invalid_params`, and `conflict` beyond 500 of them. */
  async put(workspaceId: WorkspaceId, connector: string, newApp: NewOAuthApp): Promise<OAuthApp> {
    const { connector: id } = parseInput(newConnectionSchema.pick({ connector: true }), { connector });
    const { clientId, clientSecret, fields, baseUrl } = parseInput(newAppSchema, newApp);
    const now = new Date().toISOString();
    const context = contextOf({ workspace_id: workspaceId, connector: id });
    const { keyId, bytes } = this.#keys.seal(Buffer.from(JSON.stringify({ clientSecret, fields })), context);
    const changed = {
      client_id: clientId,
      base_url: baseUrl ?? null,
      key_id: keyId,
      sealed: bytes,
      updated_at: now,
    };
    const row = await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await requireRoom(transaction, workspaceId, id);
      return transaction
        .insertInto('oauth_apps')
        .values({ workspace_id: workspaceId, connector: id, created_at: now, ...changed })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'connector']).doUpdateSet(changed))
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return toApp(row);
  }

  /** Deletes the application for a connector. Throws `not_found` without one. */
  async delete(workspaceId: WorkspaceId, connector: string): Promise<OAuthApp> {
    const row = await this.#tables
      .deleteFrom('oauth_apps')
      .where('workspace_id', '=', workspaceId)
      .where('connector', '=', connector)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw oauthAppNotFound();
    return toApp(row);
  }

  /** Re-encrypts all values with the current key. Damaged rows stay as they are and fail when they are read. */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('oauth_apps').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const renewed = this.#keys.reseal({ keyId: row.key_id, bytes: row.sealed }, contextOf(row));
      if (renewed === null) continue;
      await this.#tables
        .updateTable('oauth_apps')
        .set({ key_id: renewed.keyId, sealed: renewed.bytes })
        .where('workspace_id', '=', row.workspace_id)
        .where('connector', '=', row.connector)
        .where('key_id', '=', row.key_id)
        .where('updated_at', '=', row.updated_at)
        .execute();
    }
  }

  #row(workspaceId: WorkspaceId, connector: string): Promise<ControlPlaneTables['oauth_apps'] | undefined> {
    if (!newConnectionSchema.shape.connector.safeParse(connector).success) return Promise.resolve(undefined);
    return this.#tables
      .selectFrom('oauth_apps')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('connector', '=', connector)
      .executeTakeFirst();
  }
}

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId, but: string): Promise<void> {
  const { stored } = await tables
    .selectFrom('oauth_apps')
    .select(({ fn }) => fn.countAll<number | string>().as('stored'))
    .where('workspace_id', '=', workspaceId)
    .where('connector', '<>', but)
    .executeTakeFirstOrThrow();
  if (Number(stored) < maxApps) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${maxApps} OAuth applications and cannot have more. Delete unused ones.`,
  );
}

/** The error for a connector without an application. */
export const oauthAppNotFound = (): GatewayError =>
  new GatewayError(
    'not_found',
    'The workspace has no OAuth application for this connector. Store one with PUT at this URL.',
  );

const contextOf = ({
  workspace_id: workspaceId,
  connector,
}: Pick<ControlPlaneTables['oauth_apps'], 'workspace_id' | 'connector'>) =>
  `connectory/oauth-app/1\0${workspaceId}\0${connector}`;

const toApp = (row: ControlPlaneTables['oauth_apps']): OAuthApp => ({
  workspaceId: storedWorkspaceId(row.workspace_id),
  connector: row.connector,
  clientId: row.client_id,
  baseUrl: row.base_url,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
