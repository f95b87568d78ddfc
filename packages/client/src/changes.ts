import type { components } from './generated/gateway.generated.ts';
import { ConnectoryError, dataOf, type Problem, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A change of one record in the synchronized copy of a connection. */
export type Change = Schemas['Change'];
/** A page of changes; `meta.cursor` continues after it, now or later. */
export type ChangePage = Schemas['ChangePage'];

/** Which changes to read. */
export interface ChangeQuery {
  /** Only these entities. */
  readonly entities?: readonly string[];
  /** Continue after this cursor; `now` starts with the next change. By default the first change. */
  readonly cursor?: string;
  /** Start with changes since this time (ISO 8601), instead of after a cursor. */
  readonly since?: string;
  /** The most changes of a page, 1 to 1,000. */
  readonly limit?: number;
}

/** Where to follow from, and until when. */
export interface FollowOptions extends Omit<ChangeQuery, 'limit'> {
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

const path = '/api/v1/workspaces/{workspace}/connections/{id}/changes';
const firstWait = 500;
const maxWait = 30_000;
/** A gateway sends something at least every 15 seconds. */
const maxSilence = 60_000;

/** The changes of the connections of a workspace. Needs any of its tokens; it sees those of the entities that it may search. */
export class Changes {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** One page of the changes of a connection, in order. Throws `changes_expired` when changes after the cursor are no longer available. */
  page(connectionId: string, query: ChangeQuery = {}): Promise<ChangePage> {
    const page = this.#transport.GET(path, { params: this.#params(connectionId, query) });
    // A request that accepts JSON gets nothing else.
    return dataOf(page as Promise<{ data?: ChangePage }>);
  }

  /**
   * Each change as it happens, from the next one on unless a cursor or a time is given. Connects again after an interruption, and loses and
   * repeats nothing. Throws what cannot be mended by waiting, such as `changes_expired`.
   */
  async *follow(connectionId: string, { signal, ...query }: FollowOptions = {}): AsyncGenerator<Change, void> {
    let cursor = query.cursor ?? (query.since === undefined ? 'now' : undefined);
    // An interruption before the first line of the stream would go unnoticed.
    if (cursor === 'now') cursor = (await this.page(connectionId, { cursor })).meta.cursor;
    let wait = firstWait;
    const isEnded = () => signal?.aborted === true;
    while (!isEnded()) {
      try {
        for await (const change of this.#stream(
          connectionId,
          cursor === undefined ? query : { ...query, cursor },
          signal,
        )) {
          cursor = change.cursor;
          wait = firstWait;
          yield change;
        }
      } catch (error) {
        if (isEnded()) return;
        if (!isTemporary(error)) throw error;
        const asked = error instanceof ConnectoryError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        await pause(Math.max(asked, wait * (0.5 + Math.random() / 2)), signal);
        wait = Math.min(2 * wait, maxWait);
      }
    }
  }

  async *#stream(connectionId: string, query: ChangeQuery, signal?: AbortSignal): AsyncGenerator<Change, void> {
    const silent = new AbortController();
    const fallSilent = () => setTimeout(() => silent.abort(), maxSilence);
    let awake = fallSilent();
    try {
      const { response } = await this.#transport.GET(path, {
        params: this.#params(connectionId, query),
        headers: { accept: 'application/x-ndjson' },
        parseAs: 'stream',
        signal: signal === undefined ? silent.signal : AbortSignal.any([silent.signal, signal]),
      });
      for await (const line of linesOf(response.body)) {
        // A timer of a browser cannot be refreshed.
        clearTimeout(awake);
        awake = fallSilent();
        if (line === '') continue;
        const value = JSON.parse(line) as Change | { readonly meta: { readonly error?: Problem } };
        if (!('meta' in value)) yield value;
        else if (value.meta.error === undefined) return;
        else throw errorOf(value.meta.error);
      }
    } finally {
      clearTimeout(awake);
      silent.abort();
    }
  }

  #params(id: string, { entities, ...query }: ChangeQuery) {
    return {
      path: { workspace: this.#workspace, id },
      query: { ...query, ...(entities !== undefined && { entity: entities.join(',') }) },
    };
  }
}

const errorOf = (problem: Problem) =>
  new ConnectoryError(problem.message, { code: problem.code, status: problem.status, problem });

// fetch throws other errors when a connection breaks.
const isTemporary = (error: unknown) =>
  error instanceof ConnectoryError ? (error.problem?.retryable ?? error.status === 0) : !(error instanceof SyntaxError);

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** The lines of a stream of UTF-8 text, without what follows the last line break. */
export async function* linesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void> {
  if (stream === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
