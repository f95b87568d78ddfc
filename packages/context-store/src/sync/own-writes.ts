import type { RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead, makesRecord } from '@connectory/connector-sdk/engine';
import type { ContextStore } from '../stores/context-store.ts';
import { type Clock, systemClock } from './clock.ts';
import { hasPartition, type KnownCopy, knownCopy } from './copied-records.ts';
import { type EntityPlan, entityPlans } from './entity-plan.ts';
import { isGone, toStoredRecord } from './pages.ts';
import { partitionOf } from './partitions.ts';
import { keyFields, noPartition, type Partition, recordKey } from './record-key.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

const maxPageMilliseconds = 10 * 60_000;
const maxTouches = 10_000;

/**
 * Records which records this process has just written upstream, or read because of an event. A page that was requested earlier may contain
 * an older version; the engine skips it.
 */
export class OwnTouches {
  readonly #times = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Notes that a record was written now, or is known as it was at a time. */
  note(connectionId: string, entity: string, key: string, time = this.#clock.now()): void {
    const name = nameOf(connectionId, entity, key);
    this.#times.delete(name);
    this.#times.set(name, time);
    this.#forget();
  }

  /** Whether a record was written at or after a time. */
  since(connectionId: string, entity: string, key: string, time: number): boolean {
    if (this.#times.size === 0) return false;
    const written = this.#times.get(nameOf(connectionId, entity, key));
    return written !== undefined && written >= time;
  }

  // The oldest come first in a map whose members are set anew.
  #forget(): void {
    const oldest = this.#clock.now() - maxPageMilliseconds;
    for (const [name, time] of this.#times) {
      if (time >= oldest && this.#times.size <= maxTouches) return;
      this.#times.delete(name);
    }
  }
}

const nameOf = (connectionId: string, entity: string, key: string) => `${connectionId} ${entity} ${key}`;

/** A successful write through this gateway: its action, its validated parameters, and the returned record. */
export interface OwnWrite {
  readonly connection: SyncConnection;
  readonly entity: string;
  readonly action: DirectActionName;
  readonly params: PageParams;
  readonly result: RawValue;
}

/**
 * What became of a write: the copy has it; only a pass can show it, for which a change needs a full one; or there is no copy yet
 * that it could be missing in.
 */
export type OwnWriteOutcome = 'applied' | 'needs_pass' | 'needs_full_pass' | 'nothing_to_do';

/** Applies writes of this gateway to the copy immediately, if the upstream's response contains enough. */
export class OwnWrites {
  readonly #store: ContextStore;
  readonly #touches: OwnTouches;

  constructor(store: ContextStore, touches: OwnTouches) {
    this.#store = store;
    this.#touches = touches;
  }

  /** Stores or removes the record of a write; does nothing if the record or its partition is uncertain. */
  async apply(write: OwnWrite): Promise<OwnWriteOutcome> {
    const { connection, action } = write;
    const plan = entityPlans(connection.connector).find(({ entity }) => entity.name === write.entity);
    if (plan === undefined || isRead(action)) return 'nothing_to_do';
    const copy = await knownCopy(this.#store, connection, plan);
    if (copy === null) return 'nothing_to_do';
    if (await this.#change(write, copy)) return 'applied';
    return makesRecord(action) ? 'needs_pass' : 'needs_full_pass';
  }

  async #change(write: OwnWrite, copy: KnownCopy): Promise<boolean> {
    const { plan, scope, constants, generation } = copy;
    const { connection, action, params, result } = write;
    const partition = partitionOf(plan, params);
    if (partition === null || !(await hasPartition(this.#store, connection, copy, partition))) return false;
    if (action === 'delete' && !isStillThere(plan, result)) {
      const key = deletedKey(plan, partition, params, result);
      if (key === null) return false;
      this.#touches.note(connection.id, plan.entity.name, key);
      await this.#store.apply(scope, { upserts: [], deletedKeys: [key], generation, cause: 'write' });
      return true;
    }
    const isWhole = responsesRecord(plan, action) && (await isPrepared(plan, result));
    const whole = isWhole ? await this.#withOwnFields(copy, partition, result) : null;
    const record = isWhole ? toStoredRecord(plan, constants, partition, whole) : null;
    if (record === null) return false;
    this.#touches.note(connection.id, plan.entity.name, record.key);
    const changes = isGone(plan, result, record)
      ? { upserts: [], deletedKeys: [record.key] }
      : { upserts: [record], deletedKeys: [] };
    await this.#store.apply(scope, { ...changes, generation, cause: 'write' });
    return true;
  }

  // A vendor that returns only requested fields returns few of them after a write: the others are as they were.
  async #withOwnFields({ plan, scope }: KnownCopy, partition: Partition, result: RawValue): Promise<RawValue> {
    const { ownFields } = plan.entity;
    const key = ownFields?.request === undefined ? null : recordKey(plan.entity, partition, result);
    if (ownFields === undefined || key === null) return result;
    // No other key lies between a key and the text it begins with.
    const [stored] = await this.#store.listRecords(scope, key.slice(0, -1), 1);
    const former = stored?.key === key ? stored.document[ownFields.at] : undefined;
    return { ...result, [ownFields.at]: { ...Object(former), ...result[ownFields.at] } };
  }
}

/** Whether an action returns the record of the entity: it declares no other result. */
export const responsesRecord = ({ entity }: EntityPlan, action: DirectActionName) =>
  entity.actions[action]?.result === undefined;

// Without its computed fields a record is not what a pass would store.
async function isPrepared({ entity }: EntityPlan, record: RawValue): Promise<boolean> {
  try {
    await entity.search?.prepare?.([record]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a delete returned the record in its new state, as vendors do if deleting means canceling: a record of the entity with more than
 * its key, and without a mark that it was deleted.
 */
function isStillThere(plan: EntityPlan, result: RawValue): boolean {
  const { entity } = plan;
  if (!responsesRecord(plan, 'delete') || recordKey(entity, noPartition, result) === null) return false;
  if (isGone(plan, result, null)) return false;
  const identity = ['object', 'deleted', ...keyFields(entity)];
  return Object.keys(result).some((name) => Object.hasOwn(entity.record.shape, name) && !identity.includes(name));
}

/** The key of a deleted record: from the upstream's response, otherwise from parameters named like the key fields. */
function deletedKey(plan: EntityPlan, partition: Partition, params: PageParams, result: RawValue): string | null {
  const byResult = recordKey(plan.entity, partition, result);
  if (byResult !== null) return byResult;
  const fields = keyFields(plan.entity);
  return fields.every((field) => Object.hasOwn(params, field)) ? recordKey(plan.entity, partition, params) : null;
}
