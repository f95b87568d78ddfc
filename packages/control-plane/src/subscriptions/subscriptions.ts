import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { constraintViolation, type Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { Kysely } from 'kysely';
import type { EncryptionKeys } from '../connections/encryption-keys.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, parseInput, plainText } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import { lockWorkspace, type WorkspaceId } from '../workspaces.ts';
import { Deliveries, removeUncovered } from './deliveries.ts';
import {
  type NewSubscription,
  newSubscriptionSchema,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionPosition,
  type SubscriptionPositions,
  subscriptionChangeSchema,
  toSubscription,
  type UsedSubscription,
} from './subscription.ts';

type Row = ControlPlaneTables['subscriptions'];

interface StoredSecrets {
  readonly current: string;
  readonly previous: string | null;
  /** Milliseconds since 1970. */
  readonly previousUntil: number;
}

/** The most subscriptions of a workspace. */
const maxSubscriptions = 100;
const previousMilliseconds = 86_400_000;

/** The subscriptions of all workspaces. Secrets are encrypted, bound to workspace and subscription. */
export class Subscriptions {
  readonly deliveries: Deliveries;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;

  constructor(database: Database, keys: EncryptionKeys) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#keys = keys;
    this.deliveries = new Deliveries(this.#tables);
  }

  /**
   * Stores a subscription, and gives its secret, which cannot be read again. It receives what comes after `positions` and `eventPosition`, and
   * everything of connections that have no position. Throws `invalid_params`, and `conflict` for a name in use and beyond 100 subscriptions.
   */
  async create(
    workspaceId: WorkspaceId,
    newSubscription: NewSubscription,
    { positions = [], eventPosition = 0, auditPosition = '' }: SubscriptionPositions = {},
  ): Promise<{ readonly subscription: Subscription; readonly secret: Secret }> {
    const { makerId, name, url, ...selection } = parseInput(newSubscriptionSchema, newSubscription);
    const id = randomUUID();
    const now = new Date().toISOString();
    const current = newSecret();
    const row: Row = {
      id,
      workspace_id: workspaceId,
      maker_id: makerId,
      name,
      url,
      selection: writeExactly(selection),
      state: 'active',
      state_reason: null,
      ...this.#sealed(workspaceId, id, { current, previous: null, previousUntil: 0 }),
      created_at: now,
      updated_at: now,
      event_position: eventPosition,
      audit_position: auditPosition,
    };
    await this.#named(name, () =>
      this.#tables.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, workspaceId);
        await requireRoom(transaction, workspaceId);
        await transaction.insertInto('subscriptions').values(row).execute();
        await storePositions(transaction, id, positions);
      }),
    );
    return { subscription: toSubscription(row), secret: new Secret(current) };
  }

  /** The subscription with this id, or null. */
  async get(workspaceId: WorkspaceId, id: string): Promise<Subscription | null> {
    const row = await this.#row(workspaceId, id);
    return row === undefined ? null : toSubscription(row);
  }

  /** Subscriptions of the workspace, ordered by name. */
  async list(workspaceId: WorkspaceId, request: PageRequest = {}): Promise<Page<Subscription>> {
    const limit = pageLimit(request);
    const [after] = pagePosition(request, 1) ?? [];
    const rows = await this.#tables
      .selectFrom('subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
      .orderBy('name')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toSubscription), limit, (last) => [last.name]);
  }

  /** The active subscriptions of all workspaces: at most so many, the first of each workspace before the second of any. */
  async active(max: number): Promise<readonly Subscription[]> {
    const ranked = this.#tables
      .selectFrom('subscriptions')
      .selectAll()
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('workspace_id').orderBy('id'))
          .as('rank'),
      )
      .where('state', '=', 'active');
    const rows = await this.#tables
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .orderBy('rank')
      .orderBy('id')
      .limit(max)
      .execute();
    return rows.map(toSubscription);
  }

  /** The workspaces with a subscription to the audit, active or paused. */
  async followingAudit(): Promise<ReadonlySet<string>> {
    const rows = await this.#tables
      .selectFrom('subscriptions')
      .select('workspace_id')
      .distinct()
      .where('selection', 'like', '%"audit.%')
      .execute();
    return new Set(rows.map((row) => row.workspace_id));
  }

  /**
   * Changes a subscription, and removes deliveries about what it no longer selects. Throws `invalid_params`, `not_found`, and `conflict` for a
   * name in use.
   */
  async change(workspaceId: WorkspaceId, id: string, change: SubscriptionChange): Promise<Subscription> {
    const { makerId, name, url, state, ...selection } = parseInput(subscriptionChangeSchema, change);
    return this.#named(name ?? '', () =>
      this.#tables.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, workspaceId);
        const row = await this.#row(workspaceId, id, transaction);
        if (row === undefined) throw subscriptionNotFound();
        const changed = await transaction
          .updateTable('subscriptions')
          .set({
            name: name ?? row.name,
            url: url ?? row.url,
            maker_id: makerId === undefined ? row.maker_id : makerId,
            selection: writeExactly({ ...(parseExactly(row.selection) as object), ...selection }),
            ...(state !== undefined && { state, state_reason: null }),
            updated_at: new Date().toISOString(),
          })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const subscription = toSubscription(changed);
        if (Object.keys(selection).length > 0) await removeUncovered(transaction, id, subscription);
        return subscription;
      }),
    );
  }

  /** Pauses a subscription that is active, for a reason that its owner is shown. */
  async pause(workspaceId: WorkspaceId, id: string, reason: string): Promise<void> {
    await this.#tables
      .updateTable('subscriptions')
      .set({ state: 'paused', state_reason: plainText(reason, 500), updated_at: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('state', '=', 'active')
      .execute();
  }

  /** Pauses the active subscriptions of a maker, for a reason that their owners are shown, and returns them. */
  async pauseOf(workspaceId: WorkspaceId, makerId: string, reason: string): Promise<readonly Subscription[]> {
    const rows = await this.#tables
      .updateTable('subscriptions')
      .set({ state: 'paused', state_reason: plainText(reason, 500), updated_at: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .where('maker_id', '=', makerId)
      .where('state', '=', 'active')
      .returningAll()
      .execute();
    return rows.map(toSubscription);
  }

  /** Deletes a subscription with everything that waits to be sent. Throws `not_found`. */
  async delete(workspaceId: WorkspaceId, id: string): Promise<Subscription> {
    const row = isId(id)
      ? await this.#tables
          .deleteFrom('subscriptions')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      : undefined;
    if (row === undefined) throw subscriptionNotFound();
    return toSubscription(row);
  }

  /** The subscription with its secrets, as they are stored now; null without one. */
  async used(workspaceId: WorkspaceId, id: string): Promise<UsedSubscription | null> {
    const row = await this.#row(workspaceId, id);
    if (row === undefined) return null;
    const { current, previous, previousUntil } = this.#open(row);
    const former = previous !== null && previousUntil > Date.now() ? [new Secret(previous)] : [];
    return {
      ...toSubscription(row),
      secrets: [new Secret(current), ...former],
      eventPosition: Number(row.event_position),
      auditPosition: row.audit_position,
    };
  }

  /** Rotates the secret and returns the new one; the previous one also signs for a day. Throws `not_found`. */
  async rotateSecret(workspaceId: WorkspaceId, id: string): Promise<Secret> {
    const row = await this.#row(workspaceId, id);
    if (row === undefined) throw subscriptionNotFound();
    const current = newSecret();
    const secrets = { current, previous: this.#open(row).current, previousUntil: Date.now() + previousMilliseconds };
    await this.#tables
      .updateTable('subscriptions')
      .set({ ...this.#sealed(workspaceId, id, secrets), updated_at: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    return new Secret(current);
  }

  /** Positions of a subscription, by connection. */
  async positions(id: string): Promise<ReadonlyMap<string, SubscriptionPosition>> {
    const rows = await this.#tables
      .selectFrom('subscription_positions')
      .selectAll()
      .where('subscription_id', '=', id)
      .execute();
    return new Map(
      rows.map(({ connection_id: connectionId, feed, sequence }) => [
        connectionId,
        { connectionId, feed, sequence: Number(sequence) },
      ]),
    );
  }

  /**
   * Continues from other positions; with `positions`, connections that have none there start from their beginning. Throws `not_found`.
   */
  async replay(
    workspaceId: WorkspaceId,
    id: string,
    { positions, eventPosition, auditPosition }: SubscriptionPositions,
  ): Promise<void> {
    if ((await this.#row(workspaceId, id)) === undefined) throw subscriptionNotFound();
    await this.#tables.transaction().execute(async (transaction) => {
      // Who works on the subscription sees by it that its positions are others.
      await transaction
        .updateTable('subscriptions')
        .set({
          updated_at: new Date().toISOString(),
          ...(eventPosition !== undefined && { event_position: eventPosition }),
          ...(auditPosition !== undefined && { audit_position: auditPosition }),
        })
        .where('id', '=', id)
        .execute();
      if (positions === undefined) return;
      await transaction.deleteFrom('subscription_positions').where('subscription_id', '=', id).execute();
      await storePositions(transaction, id, positions);
    });
  }

  /** Re-encrypts all values with the current key. Damaged rows stay as they are and fail when they are read. */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('subscriptions').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const renewed = this.#keys.reseal({ keyId: row.key_id, bytes: row.sealed }, contextOf(row));
      if (renewed === null) continue;
      await this.#tables
        .updateTable('subscriptions')
        .set({ key_id: renewed.keyId, sealed: renewed.bytes })
        .where('id', '=', row.id)
        .where('key_id', '=', row.key_id)
        .where('updated_at', '=', row.updated_at)
        .execute();
    }
  }

  async #row(workspaceId: WorkspaceId, id: string, tables = this.#tables): Promise<Row | undefined> {
    if (!isId(id)) return undefined;
    return tables
      .selectFrom('subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async #named<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (constraintViolation(error) !== 'unique') throw error;
      throw new GatewayError(
        'conflict',
        `The workspace already has a subscription named "${name}". Choose another name.`,
        { errors: [{ field: '/name', message: 'is the name of another subscription', error_code: 'invalid_value' }] },
      );
    }
  }

  #sealed(workspaceId: string, id: string, secrets: StoredSecrets): Pick<Row, 'key_id' | 'sealed'> {
    const context = contextOf({ workspace_id: workspaceId, id });
    const { keyId, bytes } = this.#keys.seal(Buffer.from(JSON.stringify(secrets)), context);
    return { key_id: keyId, sealed: bytes };
  }

  #open(row: Row): StoredSecrets {
    const text = this.#keys.open({ keyId: row.key_id, bytes: row.sealed }, contextOf(row)).toString();
    return JSON.parse(text) as StoredSecrets;
  }
}

/** The error for a subscription that the workspace does not have. */
export function subscriptionNotFound(): GatewayError {
  return new GatewayError('not_found', 'The workspace has no subscription with that id. List its subscriptions.');
}

// As Standard Webhooks writes it.
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const contextOf = ({ workspace_id: workspaceId, id }: Pick<Row, 'workspace_id' | 'id'>) =>
  `connectory/subscription/1\0${workspaceId}\0${id}`;

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId): Promise<void> {
  const { stored } = await tables
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number | string>().as('stored'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(stored) < maxSubscriptions) return;
  throw new GatewayError(
    'conflict',
    `The workspace has reached its limit of ${maxSubscriptions} subscriptions. Delete one.`,
  );
}

async function storePositions(
  tables: Kysely<ControlPlaneTables>,
  id: string,
  positions: readonly SubscriptionPosition[],
): Promise<void> {
  for (const { connectionId, feed, sequence } of positions) {
    await tables
      .insertInto('subscription_positions')
      .values({ subscription_id: id, connection_id: connectionId, feed, sequence })
      .execute();
  }
}
