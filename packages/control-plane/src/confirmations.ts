import { randomUUID } from 'node:crypto';
import { type Database, databaseTime } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import type { EncryptionKeys, Sealed } from './connections/encryption-keys.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { WorkspaceId } from './workspaces.ts';

/** Seconds a person has to reply. */
const lifetime = 15 * 60;
const maxState = 1_000;

/** Who asked. */
export interface ConfirmationOwner {
  readonly workspaceId: WorkspaceId;
  readonly tokenId: string;
}

interface Question {
  readonly id: string;
  readonly subject: string;
  readonly expires: number;
}

/**
 * Questions to a person whose state travels with the client: any process takes the reply, and nothing is stored before. A state is
 * encrypted, and holds for one token, one subject, one reply and 15 minutes.
 */
export class Confirmations {
  readonly #database: Database;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;

  constructor(database: Database, keys: EncryptionKeys) {
    this.#database = database;
    this.#tables = database.tables<ControlPlaneTables>();
    this.#keys = keys;
  }

  /** Begins a question about `subject`, and returns its state. */
  open(owner: ConfirmationOwner, subject: string): string {
    const question: Question = { id: randomUUID(), subject, expires: Date.now() + lifetime * 1_000 };
    return stateOf(this.#keys.seal(Buffer.from(JSON.stringify(question)), contextOf(owner)));
  }

  /**
   * Takes the reply to the question with that state. `unknown` where it was changed, has expired, or is of another token or subject;
   * `used` where a reply has been taken before.
   */
  async take(owner: ConfirmationOwner, state: string, subject: string): Promise<'taken' | 'used' | 'unknown'> {
    const question = this.#read(owner, state);
    if (question === null || question.subject !== subject || question.expires <= Date.now()) return 'unknown';
    const row = await this.#tables
      .insertInto('used_confirmations')
      .values({
        id: question.id,
        workspace_id: owner.workspaceId,
        expires_at: databaseTime(this.#database.dialect, 2 * lifetime),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row === undefined ? 'used' : 'taken';
  }

  /** Removes at most `max` replies whose question has expired. Returns how many were removed. */
  async removeExpired(max: number): Promise<number> {
    const { numDeletedRows } = await this.#tables
      .deleteFrom('used_confirmations')
      .where('id', 'in', (query) =>
        query
          .selectFrom('used_confirmations')
          .select('id')
          .where('expires_at', '<=', databaseTime(this.#database.dialect))
          .limit(max),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #read(owner: ConfirmationOwner, state: string): Question | null {
    const [keyId = '', text64 = ''] = state.slice(0, maxState).split('.');
    const bytes = Buffer.from(text64, 'base64url');
    if (state !== stateOf({ keyId, bytes }) || !this.#keys.ids.includes(keyId)) return null;
    try {
      const text = this.#keys.open({ keyId, bytes }, contextOf(owner)).toString();
      return JSON.parse(text) as Question;
    } catch (error) {
      if (GatewayError.is(error, 'internal')) return null;
      throw error;
    }
  }
}

const stateOf = ({ keyId, bytes }: Sealed) => `${keyId}.${Buffer.from(bytes).toString('base64url')}`;

const contextOf = ({ workspaceId, tokenId }: ConfirmationOwner) =>
  `connectory/confirmation/1\0${workspaceId}\0${tokenId}`;
