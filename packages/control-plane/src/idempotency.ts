import { hash, randomUUID } from 'node:crypto';
import { constraintViolation, type Database, databaseTime } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { connectionNotFound } from './connections/connection.ts';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { isId } from './input.ts';
import type { ProcessLife } from './processes/process-life.ts';
import type { WorkspaceId } from './workspaces.ts';

const keptSeconds = 24 * 60 * 60;
const maxBody = 1_048_576;

/** Result of `begin`: the request is new and may be sent, or it was carried out before and its stored response is replayed. */
export type IdempotencyStart =
  | { readonly state: 'new'; readonly attempt: IdempotencyAttempt }
  | { readonly state: 'replay'; readonly status: number; readonly body: Uint8Array };

/**
 * A running request under an idempotency key. Call exactly one of its methods, also after a failure: until then the key
 * answers "still running" for as long as this process lives. None of them rejects: what cannot be stored now is known to this
 * process, and stored later.
 */
export interface IdempotencyAttempt {
  /** True when an earlier attempt under this key may have been carried out. */
  readonly mayHaveHappened: boolean;
  /** Stores the response, which the key replays for 24 hours. Of a body above 1 MiB, only the fact that the request is done is kept. */
  finish(status: number, body: Uint8Array): Promise<void>;
  /** Allows the same request to be sent again with the key, whether or not this attempt was carried out. */
  reopen(): Promise<void>;
  /** Frees the key, when it is certain that nothing was carried out. */
  abandon(): Promise<void>;
}

/**
 * Idempotency keys, valid for one connection of one workspace for 24 hours. Stored bodies are encrypted. A request whose
 * process died is never run again silently: its key answers `idempotency_conflict` with outcome `unknown`.
 */
export class IdempotencyKeys {
  readonly #database: Database;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;
  readonly #life: ProcessLife;
  readonly #pending: PendingOutcomes;

  constructor(database: Database, keys: EncryptionKeys, life: ProcessLife, onError: (error: unknown) => void) {
    this.#database = database;
    this.#tables = database.tables<ControlPlaneTables>();
    this.#keys = keys;
    this.#life = life;
    this.#pending = new PendingOutcomes(onError);
  }

  /**
   * Claims `key` for a request whose content is `fingerprint` (any text; only its hash is stored). Throws `malformed_request`
   * for a key that is not 1 to 255 printable ASCII characters, `connector_not_found`, and `idempotency_conflict` when the
   * key belongs to another request, is still running (retryable), or its outcome is unknown or too large to replay.
   * With `resumable`, a request whose process died may be continued: every part of it that must not be repeated has a key of its own.
   */
  async begin(
    workspaceId: WorkspaceId,
    connectionId: string,
    key: string,
    fingerprint: string,
    resumable = false,
  ): Promise<IdempotencyStart> {
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new GatewayError('malformed_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
    }
    if (!isId(connectionId)) throw connectionNotFound();
    const life = await this.#life.begin();
    const claim = {
      workspace_id: workspaceId,
      connection_id: connectionId,
      key,
      attempt_id: randomUUID(),
      owner: life.id,
      fingerprint: hash('sha256', fingerprint, 'base64url'),
      state: 'running',
      status: null,
      key_id: null,
      sealed_body: null,
    };
    // A row may expire and be swept between the two statements; then the claim succeeds on the second turn.
    for (let turn = 0; turn < 3; turn++) {
      if (await this.#claim(claim)) return { state: 'new', attempt: this.#attempt(claim, false) };
      const existing = await this.#find(claim);
      if (existing === undefined) continue;
      const isOpen = existing.state === 'open' || (resumable && (await this.#isInterrupted(existing)));
      if (!isOpen || existing.fingerprint !== claim.fingerprint) {
        return this.#replay(existing, claim.fingerprint);
      }
      if (await this.#claimOpen(claim, existing)) return { state: 'new', attempt: this.#attempt(claim, true) };
    }
    throw conflict('The Idempotency-Key is being released. Send the request again.', {
      retryable: true,
      retryAfterSeconds: 1,
    });
  }

  async #isInterrupted({ state, owner }: Row): Promise<boolean> {
    return state === 'running' && !(await this.#life.isAlive(owner));
  }

  async #claim(claim: Omit<Row, 'expires_at'>): Promise<boolean> {
    const { dialect } = this.#database;
    const values = { ...claim, expires_at: databaseTime(dialect, keptSeconds) };
    try {
      const row = await this.#tables
        .insertInto('idempotency')
        .values(values)
        .onConflict((onConflict) =>
          onConflict
            .columns(['workspace_id', 'connection_id', 'key'])
            .doUpdateSet(values)
            .where('idempotency.expires_at', '<=', databaseTime(dialect)),
        )
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    } catch (error) {
      if (constraintViolation(error) !== 'foreign_key') throw error;
      throw connectionNotFound();
    }
  }

  /** Takes over a key whose last attempt has an unknown outcome, or was interrupted. */
  async #claimOpen(claim: Omit<Row, 'expires_at'>, { attempt_id }: Row): Promise<boolean> {
    const row = await this.#tables
      .updateTable('idempotency')
      .set({ state: 'running', attempt_id: claim.attempt_id, owner: claim.owner })
      .where('workspace_id', '=', claim.workspace_id)
      .where('connection_id', '=', claim.connection_id)
      .where('key', '=', claim.key)
      .where('attempt_id', '=', attempt_id)
      .returning('key')
      .executeTakeFirst();
    return row !== undefined;
  }

  #find(claim: KeyColumns): Promise<Row | undefined> {
    return this.#tables
      .selectFrom('idempotency')
      .selectAll()
      .where('workspace_id', '=', claim.workspace_id)
      .where('connection_id', '=', claim.connection_id)
      .where('key', '=', claim.key)
      .executeTakeFirst();
  }

  async #replay(row: Row, fingerprint: string): Promise<IdempotencyStart> {
    if (row.fingerprint !== fingerprint) {
      throw conflict('The Idempotency-Key was used for a different request. Use a new key for every request.');
    }
    if (row.state === 'running') {
      const unstored = this.#pending.responseOf(row.attempt_id);
      if (unstored !== undefined) return { state: 'replay', ...unstored };
      if (await this.#life.isAlive(row.owner)) {
        throw conflict('The request with this Idempotency-Key is still running. Send it again to get its result.', {
          retryable: true,
          retryAfterSeconds: 1,
        });
      }
      // It may have finished and closed since its row was read.
      const ended = await this.#find(row);
      if (ended !== undefined && ended.state !== 'running') return this.#replay(ended, fingerprint);
      throw conflict(
        'The request with this Idempotency-Key was interrupted, and whether the upstream carried it out is unknown. Look at the record, then use a new key if the request has to be sent again.',
        { outcome: 'unknown' },
      );
    }
    if (row.sealed_body === null || row.key_id === null) {
      throw conflict(
        `The request with this Idempotency-Key ended with status ${row.status}, but its response is not stored: it was too large, or was erased. Read the record instead.`,
      );
    }
    const body = this.#keys.open({ keyId: row.key_id, bytes: row.sealed_body }, contextOf(row));
    return { state: 'replay', status: row.status ?? 200, body };
  }

  #attempt(claim: Omit<Row, 'expires_at'>, mayHaveHappened: boolean): IdempotencyAttempt {
    const own = {
      workspace_id: claim.workspace_id,
      connection_id: claim.connection_id,
      key: claim.key,
      attempt_id: claim.attempt_id,
    };
    const update = async (values: Partial<Row>) => {
      await this.#tables
        .updateTable('idempotency')
        .set(values)
        .where(({ and }) => and(own))
        .execute();
    };
    const store = (end: () => Promise<void>, response?: StoredResponse) =>
      this.#pending.store(claim.attempt_id, end, response);
    return {
      mayHaveHappened,
      finish: (status, body) => {
        const sealed = body.length > maxBody ? null : this.#keys.seal(body, contextOf(claim));
        const values = { state: 'done', status, key_id: sealed?.keyId ?? null, sealed_body: sealed?.bytes ?? null };
        return store(() => update(values), sealed === null ? undefined : { status, body });
      },
      reopen: () => store(() => update({ state: 'open' })),
      abandon: () =>
        store(async () => {
          await this.#tables
            .deleteFrom('idempotency')
            .where(({ and }) => and(own))
            .execute();
        }),
    };
  }

  /** Removes at most `most` expired keys. Returns how many were removed. */
  async removeExpired(max: number): Promise<number> {
    const { numDeletedRows } = await this.#tables
      .deleteFrom('idempotency')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('workspace_id', 'connection_id', 'key'),
          'in',
          selectFrom('idempotency')
            .select(['workspace_id', 'connection_id', 'key'])
            .where('expires_at', '<=', databaseTime(this.#database.dialect))
            .orderBy('expires_at')
            .limit(max)
            .$asTuple('workspace_id', 'connection_id', 'key'),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Stops retrying what could not be stored. */
  close(): void {
    this.#pending.close();
  }
}

type Row = ControlPlaneTables['idempotency'];
type KeyColumns = Pick<Row, 'workspace_id' | 'connection_id' | 'key'>;

function contextOf(row: KeyColumns): string {
  return `connectory/idempotency/1\0${row.workspace_id}\0${row.connection_id}\0${row.key}`;
}

function conflict(
  message: string,
  options: { readonly retryable?: boolean; readonly retryAfterSeconds?: number; readonly outcome?: 'unknown' } = {},
): GatewayError {
  return new GatewayError('idempotency_conflict', message, options);
}

const retryMilliseconds = 1_000;
const maxBytes = 64 * 1_048_576;

/** The stored response to a request with an idempotency key. */
export interface StoredResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

interface PendingOutcome {
  readonly end: () => Promise<void>;
  readonly response: StoredResponse | undefined;
}

/**
 * Stores how requests ended, and remembers what cannot be stored at the moment until it can be: the request has happened, so that a
 * error of the database must not become its response.
 */
export class PendingOutcomes {
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Map<string, PendingOutcome>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs `end`, which stores the end of an attempt, until it succeeds. Resolves after the first try, and never rejects. */
  async store(attemptId: string, end: () => Promise<void>, response?: StoredResponse): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#onError(error);
      this.#remember(attemptId, end, response);
      this.#schedule();
    }
  }

  /** The response of a finished attempt that could not be stored yet. */
  responseOf(attemptId: string): StoredResponse | undefined {
    return this.#pending.get(attemptId)?.response;
  }

  /** Tries no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  #remember(attemptId: string, end: () => Promise<void>, response: StoredResponse | undefined): void {
    const length = response?.body.length ?? 0;
    const fits = this.#bytes + length <= maxBytes;
    if (fits) this.#bytes += length;
    this.#pending.set(attemptId, { end, response: fits ? response : undefined });
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#retry().catch(() => this.#schedule());
    }, retryMilliseconds).unref();
  }

  async #retry(): Promise<void> {
    for (const [attemptId, { end, response }] of this.#pending) {
      await end();
      this.#pending.delete(attemptId);
      this.#bytes -= response?.body.length ?? 0;
    }
  }
}
