import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { plainText } from '../input.ts';
import { type Actor, personName } from '../people/actor.ts';
import { storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';

/**
 * `held` waits for a decision; `approved` is being carried out, by any process; `executed`, `failed` (nothing was changed) and `unknown`
 * (it may have been carried out) are its outcomes; the others were never sent: `void` because something changed since it was asked for.
 */
export const heldStates = ['held', 'approved', 'executed', 'failed', 'unknown', 'refused', 'expired', 'void'] as const;

/** How far a held write is. */
export type HeldState = (typeof heldStates)[number];

/** The person behind a token or a decision, as it was called then. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** Who decided about a held write; no token for the admin token. */
export interface Decision {
  readonly tokenId: string | null;
  readonly person: NamedPerson | null;
}

/** A write to hold. `content` is what is sent if it is approved; it is stored encrypted, bound to everything else here. */
export interface NewHeldWrite {
  readonly workspaceId: WorkspaceId;
  readonly connectionId: string;
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly effect: string;
  readonly tokenId: string;
  /** The token that the asking one descends from. */
  readonly rootId: string;
  readonly actor: Actor;
  /** Whether the person who asks may not approve it. */
  readonly secondPerson: boolean;
  /** The Idempotency-Key of the call, with which it is found again. */
  readonly key?: string | undefined;
  /** Hash over everything that must be the same when it is sent. */
  readonly fingerprint: string;
  /** Hash of what a person sees before approving. */
  readonly previewHash: string;
  readonly content: Uint8Array;
}

/** A held write, without its content. Times are UTC ISO strings. */
export interface HeldWrite extends Omit<NewHeldWrite, 'content' | 'actor' | 'key'> {
  readonly id: string;
  readonly person: NamedPerson | null;
  readonly agent: string | null;
  /** The Idempotency-Key with which it is carried out. */
  readonly key: string;
  readonly state: HeldState;
  /** Why it was refused, is void, or has no outcome. */
  readonly reason: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: Decision | null;
  readonly endedAt: string | null;
  /** HTTP status of the outcome; null until it was carried out. */
  readonly status: number | null;
}

/** A held write with its content, null once that is removed or cannot be decrypted, and the body of its outcome. */
export interface HeldWriteDetails extends HeldWrite {
  readonly content: Buffer | null;
  readonly outcome: Buffer | null;
}

/** How an approved write ended. */
export interface HeldOutcome {
  readonly state: 'executed' | 'failed' | 'unknown' | 'void';
  readonly reason?: string;
  readonly status?: number;
  /** The response, as JSON. */
  readonly body?: Uint8Array;
}

const decisionSchema = z.strictObject({
  tokenId: z.string().nullable(),
  person: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});

/** The columns of a held write but those with encrypted contents. */
export const heldColumns = [
  'id',
  'workspace_id',
  'connection_id',
  'connector',
  'entity',
  'action',
  'effect',
  'token_id',
  'root_id',
  'person_id',
  'person',
  'agent',
  'second_person',
  'request_key',
  'fingerprint',
  'preview_hash',
  'state',
  'reason',
  'created_at',
  'expires_at',
  'decided_at',
  'decided_by',
  'ended_at',
  'status',
] as const;

type Row = ControlPlaneTables['held_writes'];

/** The row of a new held write, without its encrypted content. */
export function toHeldRow(id: string, write: NewHeldWrite, seconds: number): Omit<Row, 'key_id' | 'sealed' | 'bytes'> {
  const now = Date.now();
  const { person, agent } = write.actor;
  return {
    id,
    workspace_id: write.workspaceId,
    connection_id: write.connectionId,
    connector: write.connector,
    entity: write.entity,
    action: write.action,
    effect: write.effect,
    token_id: write.tokenId,
    root_id: write.rootId,
    person_id: person?.id ?? null,
    person: person === null ? null : plainText(personName(person), 256),
    agent: agent === null ? null : plainText(agent, 256),
    second_person: write.secondPerson ? 1 : 0,
    request_key: write.key ?? ownKey(id),
    fingerprint: write.fingerprint,
    preview_hash: write.previewHash,
    state: 'held',
    reason: null,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + seconds * 1_000).toISOString(),
    decided_at: null,
    decided_by: null,
    ended_at: null,
    status: null,
    outcome_key_id: null,
    outcome: null,
  };
}

/** The time of this process. */
export const timeNow = (): string => new Date(Date.now()).toISOString();

/** The Idempotency-Key of a write that was asked for without one. */
export const ownKey = (id: string): string => `held-${id}`;

/** A held write from its row; one whose time is over is expired, whether or not the database says so yet. */
export function toHeldWrite(row: Pick<Row, (typeof heldColumns)[number]>): HeldWrite {
  const isOver = row.state === 'held' && row.expires_at <= timeNow();
  return {
    id: row.id,
    workspaceId: storedWorkspaceId(row.workspace_id),
    connectionId: row.connection_id,
    connector: row.connector,
    entity: row.entity,
    action: row.action,
    effect: row.effect,
    tokenId: row.token_id,
    rootId: row.root_id,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person ?? '' },
    agent: row.agent,
    secondPerson: row.second_person === 1,
    key: row.request_key,
    fingerprint: row.fingerprint,
    previewHash: row.preview_hash,
    state: isOver ? 'expired' : (row.state as HeldState),
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by === null ? null : decisionSchema.parse(JSON.parse(row.decided_by)),
    endedAt: row.ended_at ?? (isOver ? row.expires_at : null),
    status: row.status,
  };
}
