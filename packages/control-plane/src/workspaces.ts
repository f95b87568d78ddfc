import { randomBytes, randomUUID } from 'node:crypto';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { isId, parseInput } from './input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from './page.ts';

/** A tenant: connections, tokens and audit rows belong to exactly one workspace. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
  readonly createdAt: string;
  /** Limits that its tokens share; an absent limit is the default, or none. */
  readonly limits: CallLimits;
}

const workspaceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'use 1 to 63 of a-z, 0-9, "-" and "_", starting with a letter or digit')
  // A name that looks like an id could stand for another workspace.
  .refine((name) => !isId(name), 'a workspace name must not look like an ID');

/** The tenants of this gateway. */
export class Workspaces {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;
  readonly #onLimits: () => void;
  readonly #hashKeys = new LRUCache<WorkspaceId, Buffer>({ max: 1_000 });

  /** `onLimits` is called when limits have changed. */
  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys, onLimits: () => void) {
    this.#tables = tables;
    this.#keys = keys;
    this.#onLimits = onLimits;
  }

  /** Creates a workspace; throws `invalid_params` for a malformed name and `conflict` for one that exists. */
  async create(name: string): Promise<Workspace> {
    const { name: accepted } = parseInput(z.object({ name: workspaceName }), { name });
    const row = await this.#tables
      .insertInto('workspaces')
      .values({
        id: randomUUID(),
        name: accepted,
        created_at: new Date().toISOString(),
        limits: null,
        deleted_at: null,
        hash_key_id: null,
        hash_key: null,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return toWorkspace(row);
    throw new GatewayError('conflict', `A workspace named "${accepted}" already exists. Choose another name.`);
  }

  /** The workspace with this id or name, or null. */
  async find(idOrName: string): Promise<Workspace | null> {
    const column = workspaceColumn(idOrName);
    if (column === null) return null;
    const row = await this.#tables
      .selectFrom('workspaces')
      .selectAll()
      .where(column, '=', idOrName)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : toWorkspace(row);
  }

  /** Replaces all limits of a workspace; other processes notice within 5 seconds. Throws `invalid_params`. */
  async setLimits(id: WorkspaceId, limits: CallLimits): Promise<Workspace> {
    const accepted = parseInput(z.object({ limits: callLimitsSchema }), { limits });
    const row = await this.#tables
      .updateTable('workspaces')
      .set({ limits: JSON.stringify(accepted.limits) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    this.#onLimits();
    return toWorkspace(row);
  }

  /** The 32 bytes with which values of a workspace are hashed, created on first use. They never change. */
  async hashKey(id: WorkspaceId): Promise<Buffer> {
    const known = this.#hashKeys.get(id);
    if (known !== undefined) return known;
    const sealed = this.#keys.seal(randomBytes(32), hashKeyContext(id));
    // Only the first of several processes sets it.
    await this.#tables
      .updateTable('workspaces')
      .set({ hash_key_id: sealed.keyId, hash_key: sealed.bytes })
      .where('id', '=', id)
      .where('hash_key', 'is', null)
      .execute();
    const row = await this.#tables
      .selectFrom('workspaces')
      .select(['hash_key_id', 'hash_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.hash_key_id === null || row.hash_key === null) throw new TypeError('A workspace has no hash key.');
    const key = this.#keys.open({ keyId: row.hash_key_id, bytes: row.hash_key }, hashKeyContext(id));
    this.#hashKeys.set(id, key);
    return key;
  }

  /** Encrypts hash keys of a previous encryption key again with the current one. */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('workspaces').selectAll().where('hash_key_id', 'in', previous).execute();
    for (const { id, hash_key_id: keyId, hash_key: bytes } of rows) {
      const renewed = keyId === null || bytes === null ? null : this.#keys.reseal({ keyId, bytes }, hashKeyContext(id));
      if (renewed === null) continue;
      await this.#tables
        .updateTable('workspaces')
        .set({ hash_key_id: renewed.keyId, hash_key: renewed.bytes })
        .where('id', '=', id)
        .where('hash_key_id', '=', keyId)
        .execute();
    }
  }

  /** Workspaces ordered by name. */
  async list(request: PageRequest = {}): Promise<Page<Workspace>> {
    const limit = pageLimit(request);
    const [after] = pagePosition(request, 1) ?? [];
    const rows = await this.#tables
      .selectFrom('workspaces')
      .selectAll()
      .where('deleted_at', 'is', null)
      .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
      .orderBy('name')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toWorkspace), limit, (last) => [last.name]);
  }
}

const hashKeyContext = (id: string) => `workspace ${id} hash key`;

/** The column in which a text can name a workspace; null for one that can name none. */
export function workspaceColumn(idOrName: string): 'id' | 'name' | null {
  if (isId(idOrName)) return 'id';
  return workspaceName.safeParse(idOrName).success ? 'name' : null;
}

/** A workspace from its row. */
export function toWorkspace(row: ControlPlaneTables['workspaces']): Workspace {
  const id = storedWorkspaceId(row.id);
  return { id, name: row.name, createdAt: row.created_at, limits: storedLimits(id, row.limits) };
}

declare const brand: unique symbol;

/**
 * The id of a workspace that was looked up or authenticated, never just a text a caller sent. Every operation on
 * connections, tokens, audit rows and idempotency keys asks for one, so that none can be written without deciding whose
 * data it touches.
 */
export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };

/** Marks the id of a row that the database returned. */
export function storedWorkspaceId(id: string): WorkspaceId {
  return id as WorkspaceId;
}

/** Stands in the audit for the workspace of a request that belongs to none, such as the one that creates a workspace. */
export const workspaceless = storedWorkspaceId('-');

/**
 * Holds a workspace until the transaction ends, so that what is counted in it is true when something is added. Throws `not_found` for
 * a workspace that does not exist.
 */
export async function lockWorkspace(transaction: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId): Promise<void> {
  const held = await transaction
    .updateTable('workspaces')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (held === undefined) throw new GatewayError('not_found', 'The workspace does not exist. Create it first.');
}

/** The limits of requests that a token and a workspace can both have. */
export const callRateSchemas = {
  callsPerMinute: z.int().min(1).max(1_000_000).optional(),
  callsPerDay: z.int().min(1).max(1_000_000_000).optional(),
};

/** Accepts exactly the documented limits of a workspace. */
const callLimitsSchema = z.strictObject({
  ...callRateSchemas,
  runningCalls: z.int().min(1).max(1_000).optional(),
});

/** How much a workspace may do at most, all its tokens together. */
export interface CallLimits {
  /** Requests within a minute. */
  readonly callsPerMinute?: number | undefined;
  /** Requests within a day of UTC. */
  readonly callsPerDay?: number | undefined;
  /** Calls that run at the same time in one process. */
  readonly runningCalls?: number | undefined;
}

/** The limits of a row. One written by a newer version must not be ignored, so such a workspace is refused. */
export function storedLimits(id: WorkspaceId, text: string | null): CallLimits {
  const result = callLimitsSchema.safeParse(text === null ? {} : JSON.parse(text));
  if (result.success) return Object.freeze(result.data);
  throw new GatewayError(
    'internal',
    `The limits of the workspace ${id} were written by a newer version. Start that version.`,
  );
}
