import { randomUUID } from 'node:crypto';
import { GatewayError } from '@connectory/errors';
import type { Kysely, Transaction } from 'kysely';
import type { EncryptionKeys } from '../connections/encryption-keys.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, plainText } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import { emit } from '../subscriptions/lifecycle-events.ts';
import { lockWorkspace, storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import {
  type Decision,
  type HeldOutcome,
  type HeldState,
  type HeldWrite,
  type HeldWriteDetails,
  heldColumns,
  type NewHeldWrite,
  ownKey,
  timeNow,
  toHeldRow,
  toHeldWrite,
} from './held-write.ts';

type Row = ControlPlaneTables['held_writes'];
type Tables = Kysely<ControlPlaneTables>;

const heldSeconds = 24 * 60 * 60;
const keySeconds = 24 * 60 * 60;
const keptDays = 30;
const max = { open: 1_000, ofToken: 100, openBytes: 128 * 1_048_576, ended: 5_000, endedBytes: 65_536 };
const maxOutcome = 262_144;
const maxReason = 500;

/** Which held writes to list: of these askers only, with `tokenIds` or `personId`, and in a state. */
export interface HeldListRequest extends PageRequest {
  readonly state?: HeldState | undefined;
  /** Only those of a token, or of all tokens of a person. */
  readonly asker?: { readonly tokenId: string; readonly personId: string | null } | undefined;
}

/**
 * Writes that wait for approval. Of each workspace at most 1,000 are open, 100 of one token, for 24 hours; ended ones are kept for 30 days.
 * What a write would send is encrypted, and bound to its token, connection and fingerprint: a changed row cannot be opened.
 */
export class HeldWrites {
  readonly #tables: Tables;
  readonly #keys: EncryptionKeys;
  readonly #origin: string;

  /** `origin` is that of the gateway, where people decide; without it, links are paths. */
  constructor(tables: Tables, keys: EncryptionKeys, origin = '') {
    this.#tables = tables;
    this.#keys = keys;
    this.#origin = origin;
  }

  /** Path of the page on which a person decides about a held write. */
  async path({ workspaceId, id }: Pick<HeldWrite, 'workspaceId' | 'id'>): Promise<string> {
    const workspace = await this.#tables
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    return pagePath(workspace?.name ?? workspaceId, id);
  }

  /**
   * Holds a write; with the key of one that the token asked for within 24 hours, returns that one. Throws `idempotency_conflict` when the key
   * belongs to another write, `malformed_request` for a key that cannot be one, and `conflict` when too many are open.
   */
  async hold(write: NewHeldWrite): Promise<HeldWriteDetails> {
    const { workspaceId, connectionId, key } = write;
    if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key))
      throw new GatewayError('malformed_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
    const row = toHeldRow(randomUUID(), write, heldSeconds);
    const { keyId, bytes } = this.#keys.seal(write.content, contextOf(row));
    const sealed = { ...row, key_id: keyId, sealed: bytes, bytes: bytes.length };
    const found = await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      if (key !== undefined) {
        await freeOldKey(transaction, row);
        const earlier = await transaction
          .selectFrom('held_writes')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('connection_id', '=', connectionId)
          .where('request_key', '=', key)
          .executeTakeFirst();
        if (earlier !== undefined) return earlier;
      }
      await requireRoom(transaction, row, bytes.length);
      await transaction.insertInto('held_writes').values(sealed).execute();
      await this.#emit(transaction, 'held.created', sealed);
      return sealed;
    });
    if (found.token_id === row.token_id && found.fingerprint === row.fingerprint) return this.#details(found);
    throw new GatewayError(
      'idempotency_conflict',
      'The Idempotency-Key was used for a different request. Use a new key for every request.',
    );
  }

  /** The held write that a call with this key on the connection led to, or null. */
  async withKey(workspaceId: WorkspaceId, connectionId: string, key: string): Promise<HeldWriteDetails | null> {
    const row = await this.#tables
      .selectFrom('held_writes')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .where('request_key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : this.#details(row);
  }

  /** The held write with this id, or null. */
  async get(workspaceId: WorkspaceId, id: string): Promise<HeldWriteDetails | null> {
    if (!isId(id)) return null;
    const row = await this.#tables
      .selectFrom('held_writes')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : this.#details(row);
  }

  /** Held writes of the workspace, newest first, without their contents. */
  async list(workspaceId: WorkspaceId, request: HeldListRequest = {}): Promise<Page<HeldWrite>> {
    const limit = pageLimit(request);
    const [createdAt = '', lastId = ''] = pagePosition(request, 2) ?? [];
    const { state, asker } = request;
    const now = timeNow();
    const rows = await this.#tables
      .selectFrom('held_writes')
      .select(heldColumns)
      .where('workspace_id', '=', workspaceId)
      .$if(state === 'held', (query) => query.where('state', '=', 'held').where('expires_at', '>', now))
      .$if(state === 'expired', (query) =>
        query.where(({ eb, and, or }) =>
          or([eb('state', '=', 'expired'), and([eb('state', '=', 'held'), eb('expires_at', '<=', now)])]),
        ),
      )
      .$if(state !== undefined && state !== 'held' && state !== 'expired', (query) =>
        query.where('state', '=', state ?? ''),
      )
      .$if(asker !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([
            eb('token_id', '=', asker?.tokenId ?? ''),
            ...(asker?.personId == null ? [] : [eb('person_id', '=', asker.personId)]),
          ]),
        ),
      )
      .$if(lastId !== '', (query) =>
        query.where(({ eb, and, or }) =>
          or([eb('created_at', '<', createdAt), and([eb('created_at', '=', createdAt), eb('id', '<', lastId)])]),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toHeldWrite), limit, (last) => [last.createdAt, last.id]);
  }

  /** Decides that a write is sent. False when it is not held any more; of several decisions at once, one wins. */
  async approve(held: HeldWrite, by: Decision): Promise<boolean> {
    return this.#decide(held, { state: 'approved', ...decision(by) }, 'held.approved');
  }

  /** Decides that a write is never sent. False when it is not held any more. */
  async refuse(held: HeldWrite, by: Decision, reason: string | null): Promise<boolean> {
    const ended = { ended_at: timeNow(), reason: reason && plainText(reason, maxReason) };
    return this.#decide(held, { state: 'refused', ...decision(by), ...ended }, 'held.refused');
  }

  /** Stores how an approved write ended. False when that was stored before. */
  async end(held: HeldWrite, { state, reason, status, body }: HeldOutcome): Promise<boolean> {
    const fits = body !== undefined && body.length <= maxOutcome;
    const sealed = fits ? this.#keys.seal(body, outcomeContext(held)) : null;
    return this.#tables.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('held_writes')
        .set({
          state,
          reason: reason === undefined ? null : plainText(reason, maxReason),
          status: status ?? null,
          outcome_key_id: sealed?.keyId ?? null,
          outcome: sealed?.bytes ?? null,
          ended_at: timeNow(),
        })
        .where('workspace_id', '=', held.workspaceId)
        .where('id', '=', held.id)
        .where('state', '=', 'approved')
        .returning(heldColumns)
        .executeTakeFirst();
      if (row !== undefined) await this.#emit(transaction, state === 'void' ? 'held.refused' : 'held.executed', row);
      return row !== undefined;
    });
  }

  /** Writes that are approved and have no outcome yet, of all workspaces, the oldest first. */
  async approved(limit: number): Promise<readonly { readonly workspaceId: WorkspaceId; readonly id: string }[]> {
    const rows = await this.#tables
      .selectFrom('held_writes')
      .select(['workspace_id', 'id'])
      .where('state', '=', 'approved')
      .orderBy('decided_at')
      .limit(limit)
      .execute();
    return rows.map(({ workspace_id, id }) => ({ workspaceId: storedWorkspaceId(workspace_id), id }));
  }

  /**
   * Erases the content and the outcome of a held write, and the names and the reason that mention somebody; one that waits for a decision is
   * void then. False when it is being carried out, and nothing is erased.
   */
  async erase(workspaceId: WorkspaceId, id: string, mentions: (text: string) => boolean): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('held_writes')
        .select(heldColumns)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (found === undefined || found.state === 'approved') return false;
      const { decidedBy } = toHeldWrite(found);
      const decider = decidedBy?.person;
      const isVoid = found.state === 'held';
      const row = await transaction
        .updateTable('held_writes')
        .set({
          key_id: null,
          sealed: null,
          bytes: 0,
          outcome_key_id: null,
          outcome: null,
          ...(found.person !== null && mentions(found.person) && { person: null }),
          ...(found.reason !== null && mentions(found.reason) && { reason: null }),
          ...(decider &&
            mentions(decider.name) && {
              decided_by: JSON.stringify({ ...decidedBy, person: { ...decider, name: '' } }),
            }),
          ...(isVoid && { state: 'void', reason: 'Its content was erased.', ended_at: timeNow() }),
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('state', '=', found.state)
        .returning(heldColumns)
        .executeTakeFirst();
      if (row !== undefined && isVoid) await this.#emit(transaction, 'held.refused', row);
      return row !== undefined;
    });
  }

  /** Ends at most `limit` writes whose time is over. Returns how many it found. */
  async expire(limit: number): Promise<number> {
    const now = timeNow();
    const over = await this.#tables
      .selectFrom('held_writes')
      .select(heldColumns)
      .where('state', '=', 'held')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
      .execute();
    for (const { id } of over) {
      await this.#tables.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('held_writes')
          .set({ state: 'expired', ended_at: now })
          .where('id', '=', id)
          .where('state', '=', 'held')
          .returning(heldColumns)
          .executeTakeFirst();
        if (row !== undefined) await this.#emit(transaction, 'held.expired', row);
      });
    }
    return over.length;
  }

  /** Encrypts what was encrypted with a previous key again. */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('held_writes').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const renewed = row.key_id === null || row.sealed === null ? null : { keyId: row.key_id, bytes: row.sealed };
      const sealed = renewed && this.#keys.reseal(renewed, contextOf(row));
      if (sealed === null) continue;
      await this.#tables
        .updateTable('held_writes')
        .set({ key_id: sealed.keyId, sealed: sealed.bytes })
        .where('workspace_id', '=', row.workspace_id)
        .where('id', '=', row.id)
        .execute();
    }
  }

  #decide(held: HeldWrite, columns: Partial<Row>, type: HeldEvent): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('held_writes')
        .set(columns)
        .where('workspace_id', '=', held.workspaceId)
        .where('id', '=', held.id)
        .where('state', '=', 'held')
        .where('expires_at', '>', timeNow())
        .returning(heldColumns)
        .executeTakeFirst();
      if (row !== undefined) await this.#emit(transaction, type, row);
      return row !== undefined;
    });
  }

  async #emit(
    transaction: Transaction<ControlPlaneTables>,
    type: HeldEvent,
    row: Pick<Row, (typeof heldColumns)[number]>,
  ): Promise<void> {
    const held = toHeldWrite(row);
    const { workspaceId, id: subject } = held;
    const { name } = await transaction
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const data = { ...eventData(held), url: `${this.#origin}${pagePath(name, subject)}` };
    await emit(transaction, { workspaceId, type, subject, data });
  }

  #details(row: Row): HeldWriteDetails {
    const held = toHeldWrite(row);
    return {
      ...held,
      content: this.#open(row.key_id, row.sealed, contextOf(row)),
      outcome: this.#open(row.outcome_key_id, row.outcome, outcomeContext(held)),
    };
  }

  #open(keyId: string | null, bytes: Uint8Array | null, context: string): Buffer | null {
    if (keyId === null || bytes === null) return null;
    try {
      return this.#keys.open({ keyId, bytes }, context);
    } catch (error) {
      if (GatewayError.is(error, 'internal')) return null;
      throw error;
    }
  }
}

type HeldEvent = 'held.created' | 'held.approved' | 'held.refused' | 'held.executed' | 'held.expired';

const pagePath = (workspace: string, id: string): string => `/console/${workspace}/approvals/${id}`;

const eventData = (held: HeldWrite) => ({
  held_id: held.id,
  state: held.state,
  reason: held.reason,
  connection_id: held.connectionId,
  connector: held.connector,
  entity: held.entity,
  action: held.action,
  effect: held.effect,
  asked_by: { token_id: held.tokenId, person: held.person, agent: held.agent },
  decided_by: held.decidedBy && { token_id: held.decidedBy.tokenId, person: held.decidedBy.person },
  expires_at: held.expiresAt,
});

/** Whether a held write can still be sent. */
export const isOpen = (state: HeldState): boolean => state === 'held' || state === 'approved';

const decision = (by: Decision) => ({ decided_at: timeNow(), decided_by: JSON.stringify(by) });

type Bound = Pick<
  Row,
  | 'workspace_id'
  | 'id'
  | 'connection_id'
  | 'token_id'
  | 'root_id'
  | 'entity'
  | 'action'
  | 'fingerprint'
  | 'preview_hash'
>;

const contextOf = (row: Bound): string =>
  [
    'connectory/held-write/1',
    row.workspace_id,
    row.id,
    row.connection_id,
    row.token_id,
    row.root_id,
    row.entity,
    row.action,
    row.fingerprint,
    row.preview_hash,
  ].join('\0');

const outcomeContext = ({ workspaceId, id }: Pick<HeldWrite, 'workspaceId' | 'id'>): string =>
  `connectory/held-outcome/1\0${workspaceId}\0${id}`;

/** A key may be used again a day after its write ended. */
async function freeOldKey(
  tables: Tables,
  { workspace_id, connection_id, request_key }: Bound & Pick<Row, 'request_key'>,
) {
  const longAgo = new Date(Date.now() - keySeconds * 1_000).toISOString();
  const old = await tables
    .selectFrom('held_writes')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('connection_id', '=', connection_id)
    .where('request_key', '=', request_key)
    .where(({ eb, and, or }) =>
      or([eb('ended_at', '<', longAgo), and([eb('state', '=', 'held'), eb('expires_at', '<', longAgo)])]),
    )
    .executeTakeFirst();
  if (old === undefined) return;
  await tables
    .updateTable('held_writes')
    .set({ request_key: ownKey(old.id) })
    .where('id', '=', old.id)
    .execute();
}

async function requireRoom(tables: Tables, row: Bound, bytes: number): Promise<void> {
  const open = tables
    .selectFrom('held_writes')
    .where('workspace_id', '=', row.workspace_id)
    .where(({ eb, and, or }) =>
      or([eb('state', '=', 'approved'), and([eb('state', '=', 'held'), eb('expires_at', '>', timeNow())])]),
    );
  const { all, size } = await open
    .select(({ fn }) => [fn.countAll<number | string>().as('all'), fn.sum<number | string | null>('bytes').as('size')])
    .executeTakeFirstOrThrow();
  const { own } = await open
    .where('token_id', '=', row.token_id)
    .select(({ fn }) => fn.countAll<number | string>().as('own'))
    .executeTakeFirstOrThrow();
  const isFull = Number(all) >= max.open || Number(size ?? 0) + bytes > max.openBytes;
  if (!isFull && Number(own) < max.ofToken) return;
  const whose = isFull ? 'The workspace' : 'The token';
  throw new GatewayError(
    'conflict',
    `${whose} has too many writes that wait for approval: at most ${max.open} of a workspace and ${max.ofToken} of a token. Nothing was sent or held. Wait until some are decided, or withdraw them.`,
  );
}

/** Removes at most `limit` held writes that ended 30 days ago, and the contents of large ones that ended. Returns how many were removed. */
export async function removeEndedHeldWrites(tables: Tables, limit: number): Promise<number> {
  const longAgo = new Date(Date.now() - keptDays * 24 * 60 * 60 * 1_000).toISOString();
  await tables
    .updateTable('held_writes')
    .set({ key_id: null, sealed: null, bytes: 0 })
    .where('ended_at', 'is not', null)
    .where('bytes', '>', max.endedBytes)
    .execute();
  const { numDeletedRows } = await tables
    .deleteFrom('held_writes')
    .where('id', 'in', (query) =>
      query.selectFrom('held_writes').select('id').where('ended_at', '<', longAgo).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes the oldest ended held writes of a workspace beyond 5,000, at most `limit`. Returns how many were removed. */
export async function removeExcessHeldWrites(tables: Tables, workspaceId: WorkspaceId, limit: number): Promise<number> {
  const { ended } = await tables
    .selectFrom('held_writes')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number | string>().as('ended'))
    .executeTakeFirstOrThrow();
  const excess = Math.min(Number(ended) - max.ended, limit);
  if (excess <= 0) return 0;
  const { numDeletedRows } = await tables
    .deleteFrom('held_writes')
    .where('id', 'in', (query) =>
      query
        .selectFrom('held_writes')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('ended_at', 'is not', null)
        .orderBy('ended_at')
        .limit(excess),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
