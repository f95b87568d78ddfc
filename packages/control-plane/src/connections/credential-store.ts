import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { WorkspaceId } from '../workspaces.ts';
import { type Credentials, toCredentials } from './connection.ts';
import type { EncryptionKeys } from './encryption-keys.ts';

/** Credentials as they are stored. */
type SealedCredentials = Pick<ControlPlaneTables['credentials'], 'version' | 'key_id' | 'sealed'>;

/** The encrypted credentials of connections. The encryption is bound to workspace and connection: a row moved elsewhere does not open. */
export class CredentialStore {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;

  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys) {
    this.#tables = tables;
    this.#keys = keys;
  }

  /** Reads and decrypts the credentials; null if there are none. */
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
    return row === undefined ? null : this.open(workspaceId, connectionId, row);
  }

  /** Decrypts. */
  open(workspaceId: WorkspaceId, connectionId: string, { version, key_id, sealed }: SealedCredentials): Credentials {
    const text = this.#keys.open({ keyId: key_id, bytes: sealed }, contextOf(workspaceId, connectionId));
    return toCredentials(version, text.toString());
  }

  /** Version of the stored credentials; undefined if there are none. */
  async version(
    tables: Kysely<ControlPlaneTables>,
    workspaceId: WorkspaceId,
    connectionId: string,
  ): Promise<number | undefined> {
    const row = await tables
      .selectFrom('credentials')
      .select('version')
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .executeTakeFirst();
    return row?.version;
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
        renewing: 0,
        updated_at: new Date().toISOString(),
      })
      .execute();
  }

  /** Replaces the credentials; false if there are none, or `ifVersion` is no longer their version. */
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
      .set({ key_id: keyId, sealed: bytes, renewing: 0, updated_at: new Date().toISOString() })
      .set(({ eb, ref }) => ({ version: eb(ref('version'), '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .$if(ifVersion !== undefined, (query) => query.where('version', '=', ifVersion ?? 0))
      .returning('version')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Marks credentials of a version as being renewed, or not; says whether they were marked before. */
  async markRenewing(
    workspaceId: WorkspaceId,
    connectionId: string,
    version: number,
    renewing: boolean,
  ): Promise<boolean> {
    const marked = await this.#tables
      .updateTable('credentials')
      .set({ renewing: renewing ? 1 : 0 })
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .where('version', '=', version)
      .where('renewing', '=', renewing ? 0 : 1)
      .returning('version')
      .executeTakeFirst();
    return (marked === undefined) === renewing;
  }

  /**
   * Encrypts everything that a previous key encrypted with the current one, so that the previous key can be retired.
   * Damaged rows stay as they are and say so when they are read.
   */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('credentials').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const context = contextOf(row.workspace_id, row.connection_id);
      const renewed = this.#keys.reseal({ keyId: row.key_id, bytes: row.sealed }, context);
      if (renewed === null) continue;
      await this.#tables
        .updateTable('credentials')
        .set({ key_id: renewed.keyId, sealed: renewed.bytes })
        .where('connection_id', '=', row.connection_id)
        .where('version', '=', row.version)
        .where('key_id', '=', row.key_id)
        .execute();
    }
  }
}

function contextOf(workspaceId: string, connectionId: string): string {
  return `connectory/credentials/1\0${workspaceId}\0${connectionId}`;
}
