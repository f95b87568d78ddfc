import type { Kysely } from 'kysely';
import { type Credentials, toCredentials } from './connection.ts';
import type { EncryptionKeys } from './encryption-keys.ts';
import { controlPlaneLimits, LookupCache } from './lookup-cache.ts';
import type { ControlPlaneTables } from './tables.ts';
import type { WorkspaceId } from './workspace-id.ts';

/** The encrypted credentials of connections. The encryption is bound to workspace and connection: a row moved elsewhere does not open. */
export class CredentialStore {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;
  readonly #cache = new LookupCache<Credentials>(controlPlaneLimits);

  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys) {
    this.#tables = tables;
    this.#keys = keys;
  }

  /** What is remembered of earlier lookups. */
  get remembered(): { readonly limit: number; inUse(): number } {
    return this.#cache.size;
  }

  /** Credentials from the cache, or with `fresh` from the database; null when there are none. */
  get(
    workspaceId: WorkspaceId,
    connectionId: string,
    fresh: boolean,
  ): Credentials | null | Promise<Credentials | null> {
    const key = `${workspaceId}/${connectionId}`;
    if (fresh) this.#cache.delete(key);
    return this.#cache.get(key, () => this.read(this.#tables, workspaceId, connectionId));
  }

  /** Forgets the cached credentials. */
  forget(workspaceId: WorkspaceId, connectionId: string): void {
    this.#cache.delete(`${workspaceId}/${connectionId}`);
  }

  /** Reads and decrypts, past the cache. */
  async read(
    tables: Kysely<ControlPlaneTables>,
    workspaceId: WorkspaceId,
    connectionId: string,
  ): Promise<Credentials | null> {
    const row = await tables
      .selectFrom('credentials')
      .select(['version', 'key_id', 'sealed'])
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const text = this.#keys.open({ keyId: row.key_id, bytes: row.sealed }, contextOf(workspaceId, connectionId));
    return toCredentials(row.version, text.toString());
  }

  /** Stores the first credentials of a connection, given as JSON text. */
  async insert(
    tables: Kysely<ControlPlaneTables>,
    workspaceId: WorkspaceId,
    connectionId: string,
    text: string,
  ): Promise<void> {
    const { keyId, bytes } = this.#keys.seal(Buffer.from(text), contextOf(workspaceId, connectionId));
    await tables
      .insertInto('credentials')
      .values({
        connection_id: connectionId,
        workspace_id: workspaceId,
        version: 1,
        key_id: keyId,
        sealed: bytes,
        updated_at: new Date().toISOString(),
      })
      .execute();
  }

  /** Replaces the credentials; false when there are none, or `ifVersion` is not their version any more. */
  async replace(
    tables: Kysely<ControlPlaneTables>,
    workspaceId: WorkspaceId,
    connectionId: string,
    text: string,
    ifVersion: number | undefined,
  ): Promise<boolean> {
    const { keyId, bytes } = this.#keys.seal(Buffer.from(text), contextOf(workspaceId, connectionId));
    const row = await tables
      .updateTable('credentials')
      .set({ key_id: keyId, sealed: bytes, updated_at: new Date().toISOString() })
      .set(({ eb, ref }) => ({ version: eb(ref('version'), '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .$if(ifVersion !== undefined, (query) => query.where('version', '=', ifVersion ?? 0))
      .returning('version')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Encrypts everything that a previous key encrypted with the current one, so that the previous key can be retired.
   * Damaged rows stay as they are and say so when they are read.
   */
  async rotate(): Promise<void> {
    const previous = this.#keys.ids.filter((id) => id !== this.#keys.currentId);
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('credentials').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const context = contextOf(row.workspace_id, row.connection_id);
      const plaintext = this.#openOrNull(row, context);
      if (plaintext === null) continue;
      const { keyId, bytes } = this.#keys.seal(plaintext, context);
      await this.#tables
        .updateTable('credentials')
        .set({ key_id: keyId, sealed: bytes })
        .where('connection_id', '=', row.connection_id)
        .where('version', '=', row.version)
        .where('key_id', '=', row.key_id)
        .execute();
    }
  }

  #openOrNull(row: ControlPlaneTables['credentials'], context: string): Buffer | null {
    try {
      return this.#keys.open({ keyId: row.key_id, bytes: row.sealed }, context);
    } catch {
      return null;
    }
  }
}

function contextOf(workspaceId: string, connectionId: string): string {
  return `connectory/credentials/1\0${workspaceId}\0${connectionId}`;
}
