import { getParams, isKeyed, keyOf, type StoredRecord, searchParams, storedValue } from '@connectory/context-store';
import { type Connection, type ControlPlane, policyAllows, type TokenPrincipal } from '@connectory/control-plane';
import { GatewayError, nearestName } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { AuditTrail } from '../audit-trail.ts';
import { toGatewayError } from '../errors.ts';
import type { ContextCopy } from '../hosted/context-copy.ts';
import { StoredConnection } from '../hosted/stored-connections.ts';
import { connectorOf } from '../own-fields/own-connector.ts';
import type { Registry } from '../registry.ts';
import type { ExecuteRequest } from '../request.ts';
import { effectIn, searchAction } from '../resolve-action.ts';
import {
  candidateQuery,
  namingWords,
  type SaidWords,
  saidWords,
  stages,
  type TextCopy,
  textCopies,
} from './candidates.ts';
import { relevantText, snippetOf } from './excerpt.ts';
import { type Candidate, rankRecords } from './rank-records.ts';
import { beginningOf, linkOf, titleOf } from './record-title.ts';

/** Words to find, and where. Names that are absent stand for everything that the policy of the token allows. */
export interface FindRequest extends Pick<ExecuteRequest, 'principal' | 'requestId' | 'via' | 'signal'> {
  readonly words: string;
  /** Names or ids. */
  readonly connections?: readonly string[] | undefined;
  readonly connectors?: readonly string[] | undefined;
  readonly entities?: readonly string[] | undefined;
  /** The most records, from 1 to 100. */
  readonly limit: number;
}

/** A record that was found. */
export interface FoundRecord {
  readonly connection: { readonly id: string; readonly name: string };
  readonly connector: string;
  readonly entity: string;
  /** The values of its partition, followed by those of its key fields. */
  readonly key: readonly string[];
  readonly title: string;
  /** Its page for people. */
  readonly url: string | null;
  readonly snippet: string;
  readonly score: number;
  /** The call that returns the whole record. */
  readonly call: {
    readonly entity: string;
    readonly action: 'get' | typeof searchAction;
    readonly params: Readonly<Record<string, unknown>>;
  };
}

/** The copy of an entity, by names. */
interface NamedCopy {
  readonly connection: string;
  readonly entity: string;
}

/** The records found, best first, and in which copies. */
export interface FoundRecords {
  readonly records: readonly FoundRecord[];
  readonly meta: {
    readonly has_more: boolean;
    readonly took_ms: number;
    readonly searched: readonly (NamedCopy & { readonly synced_at: string | null })[];
    readonly skipped: readonly (NamedCopy & { readonly reason: 'not_ready' | 'too_slow' })[];
    /** Present when the policy of the token cut the records. */
    readonly capped_at?: number;
  };
}

/** Dependencies of a finder. */
export interface RecordFinderParts {
  readonly controlPlane: Pick<ControlPlane, 'audit' | 'connections' | 'workspaces'>;
  readonly registry: Registry;
  readonly copy: ContextCopy;
  /** Milliseconds after which copies are not waited for any more; 3,000 by default. */
  readonly timeLimit?: number;
}

/** What is looked at to rank records. */
interface FoundCandidate extends Candidate {
  readonly copy: TextCopy;
  readonly record: StoredRecord;
}

const defaultTimeLimit = 3_000;
const maxConnections = 1_000;
const copiesAtOnce = 4;
const maxCandidates = 1_000;
/** Of one copy, for each of the stages. */
const candidates = { min: 10, max: 100, all: 500 };
const maxReported = 1_000;

/** Finds records by words in the copies of all connections of a workspace. */
export class RecordFinder {
  readonly #parts: RecordFinderParts;

  constructor(parts: RecordFinderParts) {
    this.#parts = parts;
  }

  /**
   * Finds the records that match the words, ranked together. Copies that are not ready or take too long are reported, not waited for. Throws
   * `connector_not_found`, `unknown_entity`, `invalid_params` without a word or where too much would have to be searched, and `store_busy`.
   * Each call leaves one audit entry.
   */
  async find(request: FindRequest): Promise<FoundRecords> {
    const trail = new AuditTrail(this.#parts.controlPlane.audit, request);
    trail.action = 'find';
    try {
      const found = await this.#find(request);
      trail.records = found.records.length;
      await trail.succeeded();
      return found;
    } catch (thrown) {
      const error = toGatewayError(thrown);
      await trail.failed(error);
      throw error;
    }
  }

  async #find(request: FindRequest): Promise<FoundRecords> {
    const started = performance.now();
    const { principal, signal } = request;
    const words = saidWords(request.words);
    if (words.wanted.length === 0) throw noWords();
    const copies = await this.#copies(request);
    const search = new CopiesSearch(this.#parts.copy, words, request.limit, copies);
    await search.run(AbortSignal.timeout(this.#parts.timeLimit ?? defaultTimeLimit), signal);
    const ranked = await rankRecords(search.candidates, words.said, new Set(words.wanted));
    const { maxRecords = Number.POSITIVE_INFINITY } = principal.policy;
    const limit = Math.min(request.limit, maxRecords);
    const hasMore = ranked.length > limit || search.hasMore;
    return {
      records: ranked.slice(0, limit).map(({ candidate, score }) => toFound(candidate, score, words, principal)),
      meta: {
        has_more: hasMore,
        took_ms: Math.round(performance.now() - started),
        searched: search.searched.slice(0, maxReported),
        skipped: search.skipped.slice(0, maxReported),
        ...(hasMore && maxRecords < request.limit && { capped_at: maxRecords }),
      },
    };
  }

  async #copies({ principal, connections, connectors, entities }: FindRequest): Promise<readonly TextCopy[]> {
    const all: TextCopy[] = [];
    for (const connection of await this.#connections(principal)) {
      const registered = await connectorOf(this.#parts, connection);
      if (registered === undefined) continue;
      all.push(...(await textCopies(this.#parts, connection, registered, principal.policy)));
    }
    requireKnown('connector_not_found', 'connections', connections, all, ({ connection: { id, name } }) => [name, id]);
    requireKnown('connector_not_found', 'connectors', connectors, all, ({ connection }) => [connection.connector]);
    requireKnown('unknown_entity', 'entities', entities, all, ({ layout }) => [layout.entity]);
    const wanted = all.filter(
      ({ connection: { id, name, connector }, layout }) =>
        (connections?.some((one) => one === id || one === name) ?? true) &&
        (connectors?.includes(connector) ?? true) &&
        (entities?.includes(layout.entity) ?? true),
    );
    // Records that have names come first, should the time be short.
    return wanted.toSorted((one, other) => Number(hasTitle(other)) - Number(hasTitle(one)));
  }

  async #connections({ workspaceId, policy }: TokenPrincipal): Promise<readonly Connection[]> {
    const { items, nextCursor } = await this.#parts.controlPlane.connections.list(workspaceId, {
      policy,
      limit: maxConnections,
    });
    if (nextCursor === null) return items;
    throw new GatewayError(
      'invalid_params',
      `This token may search more than ${maxConnections} connections, which is too many at once. Use a token whose policy allows fewer, or context_store_search on one of them.`,
    );
  }
}

/** The search for candidates in several copies. */
class CopiesSearch {
  readonly #copy: ContextCopy;
  readonly #words: SaidWords;
  readonly #limit: number;
  readonly #copies: readonly TextCopy[];
  readonly #found = new Map<string, FoundCandidate>();
  readonly #searched = new Map<TextCopy, string | null>();
  readonly #skipped = new Map<TextCopy, 'not_ready' | 'too_slow'>();
  /** Whether a copy has more candidates than were looked at. */
  hasMore = false;

  constructor(copy: ContextCopy, words: SaidWords, limit: number, copies: readonly TextCopy[]) {
    this.#copy = copy;
    this.#words = words;
    this.#limit = limit;
    this.#copies = copies;
  }

  get candidates(): readonly FoundCandidate[] {
    return [...this.#found.values()];
  }

  get searched(): FoundRecords['meta']['searched'] {
    return Array.from(this.#searched, ([copy, syncedAt]) => ({ ...named(copy), synced_at: syncedAt }));
  }

  get skipped(): FoundRecords['meta']['skipped'] {
    return Array.from(this.#skipped, ([copy, reason]) => ({ ...named(copy), reason }));
  }

  /** Searches until enough records are found, or the time is over. */
  async run(late: AbortSignal, signal: AbortSignal | undefined): Promise<void> {
    const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
    for (const stage of stages) {
      const waiting = this.#copies.filter((copy) => !this.#skipped.has(copy)).values();
      const lane = async () => {
        for (const copy of waiting) {
          if (ending.aborted) this.#skipped.set(copy, 'too_slow');
          else if (this.#found.size < maxCandidates) await this.#search(copy, stage, ending);
        }
      };
      await Promise.all(Array.from({ length: copiesAtOnce }, lane));
      signal?.throwIfAborted();
      if (this.#found.size >= this.#limit || ending.aborted) return;
    }
  }

  async #search(copy: TextCopy, stage: (typeof stages)[number], ending: AbortSignal): Promise<void> {
    const share = Math.ceil(candidates.all / this.#copies.length);
    const limit = Math.min(candidates.max, Math.max(candidates.min, share));
    const query = candidateQuery(copy, this.#words, stage, limit);
    if (query === null) return;
    const { connection, layout, registered } = copy;
    const search = this.#copy.search({
      connection: new StoredConnection(connection, registered.connector),
      layout,
      query,
      view: copy.view,
      explain: false,
      maxStaleness: null,
      maxRecords: undefined,
      signal: ending,
    });
    try {
      const { json, keys, meta } = await within(search, ending);
      this.#searched.set(copy, meta.synced_at);
      this.hasMore ||= meta.has_more;
      const documents = parseExactly(json.toString('utf8')) as readonly StoredRecord['document'][];
      for (const [position, document] of documents.entries()) this.#add(copy, { key: keys[position] ?? '', document });
    } catch (thrown) {
      if (GatewayError.is(thrown, 'context_store_not_ready')) this.#skipped.set(copy, 'not_ready');
      else if (GatewayError.is(thrown, 'search_timeout') || ending.aborted) this.#skip(copy);
      else throw thrown;
    }
  }

  #skip(copy: TextCopy): void {
    this.#searched.delete(copy);
    this.#skipped.set(copy, 'too_slow');
  }

  #add(copy: TextCopy, record: StoredRecord): void {
    const id = JSON.stringify([copy.connection.id, copy.layout.entity, record.key]);
    if (this.#found.has(id) || this.#found.size >= maxCandidates) return;
    const { said } = this.#words;
    const { title = [] } = copy.plan.entity.search ?? {};
    const texts = copy.texts
      .filter((field) => !title.includes(field))
      .map((field) => storedValue(record, field))
      .filter((value) => typeof value === 'string')
      .map((value) => relevantText(value, said));
    this.#found.set(id, {
      copy,
      record,
      kind: JSON.stringify([copy.connection.id, copy.layout.entity]),
      title: titleOf(title, record.document) ?? insteadOfTitle(texts, record),
      texts,
      about: namingWords(copy, said).join(' '),
      time: timeOf(copy, record),
    });
  }
}

const maxBeginning = 80;

/** The beginning of a text of a record that has no title, or its key. */
function insteadOfTitle(texts: readonly string[], { key }: StoredRecord): string {
  const text = texts.find((one) => one.includes(' '));
  return text === undefined ? (JSON.parse(key) as readonly string[]).join(' / ') : beginningOf(text, maxBeginning);
}

const hasTitle = ({ plan }: TextCopy) => plan.entity.search?.title !== undefined;

const named = ({ connection, layout }: TextCopy): NamedCopy => ({ connection: connection.name, entity: layout.entity });

function timeOf({ time }: TextCopy, record: StoredRecord): string {
  if (time === undefined || !isKeyed(time.type)) return '';
  return keyOf(time.type, storedValue(record, time.name)) ?? '';
}

/** The result of a search, unless the time is over first; a running one ends by itself. */
async function within<Result>(search: Promise<Result>, ending: AbortSignal): Promise<Result> {
  let leave: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    leave = () => reject(ending.reason);
    ending.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([search, ended]);
  } finally {
    ending.removeEventListener('abort', leave);
    search.catch(() => undefined);
  }
}

function toFound(
  { copy, record, title, texts }: FoundCandidate,
  score: number,
  { said }: SaidWords,
  { policy }: TokenPrincipal,
): FoundRecord {
  const { connection, layout, plan, view } = copy;
  const { id, name, connector, settings } = connection;
  // Hashes and masks identify nothing.
  const shown = Object.entries(record.document).filter(([field]) => view?.fields.showsInSearch([field]) ?? true);
  const known = { ...record, document: Object.fromEntries(shown) };
  return {
    connection: { id, name },
    connector,
    entity: layout.entity,
    key: JSON.parse(record.key) as readonly string[],
    title,
    url: linkOf(plan.entity.search?.link, known.document, settings),
    snippet: snippetOf(texts, said),
    score,
    call: { entity: layout.entity, ...callOf(copy, known, policy) },
  };
}

function callOf(
  { connection: { connector, name }, entity, layout, plan }: TextCopy,
  record: StoredRecord,
  policy: TokenPrincipal['policy'],
): Pick<FoundRecord['call'], 'action' | 'params'> {
  const effect = effectIn(entity, 'get');
  const isAllowed = policyAllows(policy, { connector, connection: name, entity: layout.entity, action: 'get', effect });
  const params = isAllowed ? getParams(plan, record) : null;
  if (params !== null) return { action: 'get', params };
  return { action: searchAction, params: searchParams(plan, record) };
}

/** Throws for a name that none of the copies has, with the nearest one. */
function requireKnown(
  code: 'connector_not_found' | 'unknown_entity',
  member: 'connections' | 'connectors' | 'entities',
  wanted: readonly string[] | undefined,
  copies: readonly TextCopy[],
  namesOf: (copy: TextCopy) => readonly string[],
): void {
  const known = new Set(copies.flatMap(namesOf));
  for (const [position, name] of wanted?.entries() ?? []) {
    if (known.has(name)) continue;
    const near = nearestName(name, [...known]);
    const question = near === undefined ? '' : ` Did you mean "${near}"?`;
    throw new GatewayError(
      code,
      `None of the ${member} with text that this token may search is "${name}".${question}`,
      {
        errors: [
          {
            field: `/${member}/${position}`,
            message: 'has no text that this token may search',
            error_code: 'unknown_name',
            ...(near !== undefined && { did_you_mean: near }),
          },
        ],
      },
    );
  }
}

function noWords(): GatewayError {
  const message = 'must have at least one letter or digit';
  return new GatewayError('invalid_params', `words ${message}.`, {
    errors: [{ field: '/words', message, error_code: 'invalid_format' }],
  });
}
