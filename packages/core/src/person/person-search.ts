import { type Change, type FeedPosition, maxWholeReadSeconds, type StoredRecord } from '@connectory/context-store';
import type { Connection, Policy, TracedPerson, TraceSubject, WorkspaceId } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { titleOf } from '../find/record-title.ts';
import { maySearch } from '../resolve-action.ts';
import { Addresses } from './addresses.ts';
import { isDistinctive, KnownIds, type PersonId } from './known-ids.ts';
import { leavesOf, type MentionReason, reasonsIn } from './mentions.ts';
import {
  type PersonCopies,
  type PersonCopiesParts,
  type PersonCopy,
  personCopies,
  type SkippedRecords,
} from './person-copies.ts';

/** The ID of a record that is the person, as it is asked for. */
export interface AskedId {
  /** Name or ID. */
  readonly connection: string;
  readonly entity?: string | undefined;
  readonly id: string;
}

/** Whom to search for, and where. */
export interface PersonRequest {
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
  readonly emails: readonly string[];
  readonly ids: readonly AskedId[];
  readonly signal: AbortSignal;
  /** Called after each part of a copy that was looked through. */
  readonly onProgress?: (progress: PersonProgress) => void;
}

/** How far a search is. */
export interface PersonProgress {
  readonly round: 1 | 2;
  /** Copies that were looked through in this round, and all of the round. */
  readonly copies_done: number;
  readonly copies: number;
  /** Records that were looked at, and found, in both rounds. */
  readonly records: number;
  readonly found: number;
}

/** A record that is about a person. */
export interface PersonRecord {
  readonly copy: PersonCopy;
  readonly record: StoredRecord;
  /** The values of its partition, followed by those of its key fields. */
  readonly key: readonly string[];
  readonly title: string;
  readonly reasons: readonly MentionReason[];
}

/** A change of the feed that is about a person. */
export interface PersonChange {
  readonly copy: PersonCopy;
  readonly change: Change;
}

/** The most records that one search finds. */
const maxPersonRecords = 10_000;
const changesAtOnce = 1_000;

/**
 * The search for what the copies of a workspace hold about a person, in two rounds: records that have one of the addresses or IDs, and then
 * records that refer to those of the first round that are the person. One part of one copy at a time is looked through, in turn with the
 * searches of all workspaces.
 */
export class PersonSearch {
  readonly #parts: PersonCopiesParts;
  readonly #request: PersonRequest;
  readonly #copies: PersonCopies;
  readonly #addresses: Addresses;
  readonly #ids = new KnownIds();
  readonly #keys = new Map<PersonCopy, Set<string>>();
  readonly #late: AbortSignal = AbortSignal.timeout(maxWholeReadSeconds * 1_000);
  readonly #slow = new Set<PersonCopy>();
  #looked = 0;
  #found = 0;
  #hasMore = false;

  private constructor(parts: PersonCopiesParts, request: PersonRequest, copies: PersonCopies) {
    this.#parts = parts;
    this.#request = request;
    this.#copies = copies;
    this.#addresses = new Addresses(request.emails);
    for (const [position, id] of request.ids.entries()) this.#ids.add(this.#idOf(id, position));
  }

  /** Prepares a search. Throws `connector_not_found` and `invalid_params` for IDs that cannot be searched for. */
  static async begin(parts: PersonCopiesParts, request: PersonRequest): Promise<PersonSearch> {
    return new PersonSearch(parts, request, await personCopies(parts, request.workspaceId, request.policy));
  }

  /** Connections that the policy allows. */
  get connections(): readonly Connection[] {
    return this.#copies.connections;
  }

  /** What was not searched; complete once the records were read to their end. */
  get skipped(): readonly SkippedRecords[] {
    const slow = [...this.#slow].map((copy) => ({ ...named(copy), reason: 'too_slow' as const }));
    return [...this.#copies.skipped, ...slow];
  }

  /** Number of copies that were searched; complete like `skipped`. */
  get searched(): number {
    return this.#copies.copies.length - this.#slow.size;
  }

  /** Whether there are more records than one search finds. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The keys of the records that were found, by copy. */
  get keys(): ReadonlyMap<PersonCopy, ReadonlySet<string>> {
    return this.#keys;
  }

  /** Finds the records. Throws the reason of the signal. */
  async *records(): AsyncGenerator<PersonRecord> {
    const { copies } = this.#copies;
    const asked = new Map(copies.map((copy) => [copy, this.#ids.valuesOf(copy.connection.id)]));
    yield* this.#round(1, this.#addresses.needles, asked);
    const more = new Map(
      copies.map((copy) => {
        const known = new Set(asked.get(copy));
        return [copy, this.#ids.valuesOf(copy.connection.id).filter((value) => !known.has(value))] as const;
      }),
    );
    yield* this.#round(2, [], more);
  }

  /** Finds the changes that the feeds of the connections keep, once the records are found. Throws the reason of the signal. */
  async *changes(): AsyncGenerator<PersonChange> {
    const byConnection = Map.groupBy(this.#copies.copies, ({ connection }) => connection);
    for (const [connection, copies] of byConnection) {
      const ofEntity = new Map(copies.map((copy) => [copy.plan.layout.entity, copy]));
      const layouts = copies.map(({ plan }) => plan.layout);
      for (let from: FeedPosition | 'oldest' = 'oldest'; ; ) {
        this.#request.signal.throwIfAborted();
        const query = { layouts, from, limit: changesAtOnce };
        const page = await this.#parts.copy.feed(connection.workspaceId, connection.id, query);
        // What has expired meanwhile is gone.
        if (page.state === 'expired') from = 'oldest';
        else {
          for (const change of page.changes) {
            const copy = ofEntity.get(change.entity);
            if (copy !== undefined && this.#isAbout(copy, change)) yield { copy, change };
          }
          if (!page.hasMore) break;
          from = page.position;
        }
      }
    }
  }

  /** The person, to find in what the control plane keeps; complete once the records were read to their end. */
  get person(): TracedPerson {
    const { policy } = this.#request;
    const visible = new Map(this.#copies.connections.map((connection) => [connection.id, connection]));
    const isUnlimited =
      policy.connectors === undefined && policy.entities === undefined && policy.actions === undefined;
    return {
      covers: ({ connectionId, entity }) => {
        if (isUnlimited) return true;
        const connection = visible.get(connectionId ?? '');
        return connection !== undefined && entity !== null && maySearch(policy, connection, entity);
      },
      inTexts: (texts) => texts.some((text) => this.#addresses.isIn(text)),
      inJson: (json, subject) => this.#isIn(json, subject),
      isKey: (values, { connectionId, entity }) =>
        values.some((value) =>
          this.#ids.withValue(connectionId ?? '', value).some((id) => id.entity === null || id.entity === entity),
        ),
      isFound: ({ connectionId, entity }, key) =>
        [...this.#keys].some(
          ([{ connection, plan }, keys]) =>
            connection.id === connectionId && plan.entity.name === entity && keys.has(key),
        ),
    };
  }

  async *#round(
    round: 1 | 2,
    texts: readonly string[],
    values: ReadonlyMap<PersonCopy, readonly string[]>,
  ): AsyncGenerator<PersonRecord> {
    const copies = [...values].filter(([, wanted]) => texts.length > 0 || wanted.length > 0);
    for (const [done, [copy, wanted]] of copies.entries()) {
      const report = (copiesDone: number) =>
        this.#request.onProgress?.({
          round,
          copies_done: copiesDone,
          copies: copies.length,
          records: this.#looked,
          found: this.#found,
        });
      try {
        for (let after: string | null = null; !this.#hasMore; ) {
          this.#request.signal.throwIfAborted();
          this.#late.throwIfAborted();
          const page = await this.#look(copy, { texts, values: wanted, after });
          this.#looked += page.looked;
          for (const record of page.records) {
            const found = this.#toFound(copy, record);
            if (found !== undefined) yield found;
          }
          report(page.next === null ? done + 1 : done);
          if (page.next === null) break;
          after = page.next;
        }
      } catch (error) {
        this.#request.signal.throwIfAborted();
        const isSlow = GatewayError.is(error, 'search_timeout') || GatewayError.is(error, 'store_busy');
        if (!isSlow && !this.#late.aborted) throw error;
        this.#slow.add(copy);
      }
    }
  }

  #look({ connection, plan }: PersonCopy, query: Parameters<PersonCopiesParts['copy']['mentions']>[2]) {
    return this.#parts.copy.mentions(connection, plan.layout, query, this.#request.signal);
  }

  #toFound(copy: PersonCopy, record: StoredRecord): PersonRecord | undefined {
    const keys = this.#keys.get(copy) ?? new Set();
    if (keys.has(record.key)) return undefined;
    const key = JSON.parse(record.key) as readonly string[];
    const reasons = this.#reasonsOf(copy, key, record.document);
    if (reasons.length === 0) return undefined;
    if (this.#found >= maxPersonRecords) {
      this.#hasMore = true;
      return undefined;
    }
    this.#found += 1;
    this.#keys.set(copy, keys.add(record.key));
    const own = ownId(copy, key);
    if (own !== null && reasons.some(({ reason }) => reason === 'is')) this.#ids.add(own);
    const title = titleOf(copy.plan.entity.search?.title ?? [], record.document) ?? key.join(' / ');
    return { copy, record, key, title, reasons };
  }

  #reasonsOf(
    { connection: { id: connectionId }, plan, entities }: PersonCopy,
    key: readonly string[],
    document: unknown,
  ): readonly MentionReason[] {
    const entity = plan.entity.name;
    const isAsked = [key.at(-1) ?? '', key.join('/')].some((id) =>
      this.#ids.withValue(connectionId, id).some((known) => known.entity === null || known.entity === entity),
    );
    const isKey = isAsked || key.some((text) => this.#addresses.is(text));
    const subject = { connectionId, entity, keyFields: [plan.entity.key ?? []].flat(), entities };
    const own: readonly MentionReason[] = isKey ? [{ reason: 'is', at: 'key' }] : [];
    return [...own, ...reasonsIn(document, this.#addresses, this.#ids, subject)];
  }

  #isAbout(copy: PersonCopy, { key, before, after }: Change): boolean {
    if (this.#keys.get(copy)?.has(key) === true) return true;
    const texts = JSON.parse(key) as readonly string[];
    return [before, after].some((document) => this.#reasonsOf(copy, texts, document).length > 0);
  }

  #isIn(json: string, { connectionId, entity }: TraceSubject): boolean {
    const lower = json.toLowerCase();
    const mayHaveAddress = this.#addresses.needles.some((needle) => lower.includes(needle));
    const values = connectionId === null ? [] : this.#ids.valuesOf(connectionId);
    if (!mayHaveAddress && !values.some((value) => json.includes(value))) return false;
    const copy = this.#copies.copies.find(({ connection }) => connection.id === connectionId);
    const subject = {
      connectionId: connectionId ?? '',
      entity: entity ?? '',
      keyFields: [],
      entities: copy?.entities ?? [],
    };
    const content = parseExactly(json);
    return reasonsIn(content, this.#addresses, this.#ids, subject).length > 0 || this.#hasOwnId(content, subject);
  }

  // Params of a call name the record that it is about, such as `id`.
  #hasOwnId(content: unknown, { connectionId, entity }: TraceSubject): boolean {
    for (const { path, value } of leavesOf(content)) {
      const isId = /^(?:id|key)$/.test(path.at(-1) ?? '');
      if (!isId) continue;
      if (this.#ids.withValue(connectionId ?? '', String(value)).some((id) => id.entity === entity)) return true;
    }
    return false;
  }

  #idOf({ connection: asked, entity: given, id }: AskedId, position: number): PersonId {
    const entity = given ?? null;
    const field = `/ids/${position}`;
    const connection = this.#copies.connections.find(({ id: own, name }) => own === asked || name === asked);
    if (connection === undefined) {
      throw new GatewayError(
        'connector_not_found',
        `ids names a connection that this token may not search. List its connections.`,
        {
          errors: [{ field: `${field}/connection`, message: 'is not known', error_code: 'unknown_name' }],
        },
      );
    }
    if (entity === null && !isDistinctive(id)) {
      const message = 'is needed with so short an ID, which other records may have as well';
      throw new GatewayError('invalid_params', `ids/${position}/entity ${message}.`, {
        errors: [{ field: `${field}/entity`, message, error_code: 'invalid_format' }],
      });
    }
    return { connectionId: connection.id, entity, id };
  }
}

const named = ({ connection, plan }: PersonCopy) => ({ connection: connection.name, entity: plan.entity.name });

/** The ID by which other records refer to a record; null for one that is identified by several values. */
function ownId({ connection, plan }: PersonCopy, key: readonly string[]): PersonId | null {
  const [field, ...others] = [plan.entity.key ?? []].flat();
  const id = key.at(-1);
  if (field === undefined || others.length > 0 || id === undefined || id === '') return null;
  return { connectionId: connection.id, entity: plan.entity.name, id };
}
