import { linesOf } from './changes.ts';
import type { components } from './generated/gateway.generated.ts';
import { ConnectoryError, type Problem, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A person, by e-mail addresses and records. */
export type PersonQuery = Schemas['PersonQuery'];
/** What a workspace holds about a person. */
export type PersonFound = Schemas['PersonFound'];
/** What was erased about a person. */
export type PersonErased = Schemas['PersonErased'];

/** How far a search is: copies of the round, records that were looked at, and records that were found. */
export interface PersonProgress {
  readonly round: 1 | 2;
  readonly copies_done: number;
  readonly copies: number;
  readonly records: number;
  readonly found: number;
}

/** A line of an export; what follows depends on its type. */
export interface PersonLine extends Readonly<Record<string, unknown>> {
  readonly type: 'record' | 'change' | 'audit_entry' | 'held_write' | 'summary';
}

/** Called as a search goes on, and what ends it. */
export interface PersonOptions {
  readonly onProgress?: (progress: PersonProgress) => void;
  readonly signal?: AbortSignal;
}

const path = '/api/v1/workspaces/{workspace}/person-requests';

/** What a workspace holds about a person. Needs a token with `manage`, and a gateway in hosted mode. */
export class PersonRequests {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** Searches copies, their changes, the audit and held writes. */
  async find(body: PersonQuery, options: PersonOptions = {}): Promise<PersonFound> {
    const { response } = await this.#transport.POST(`${path}/find`, { ...this.#init(options), body });
    return resultOf(response, options);
  }

  /** Erases what is found, which cannot be undone. */
  async remove(person: PersonQuery, options: PersonOptions = {}): Promise<PersonErased> {
    const body = { ...person, confirm: true } as const;
    const { response } = await this.#transport.POST(`${path}/remove`, { ...this.#init(options), body });
    return resultOf(response, options);
  }

  /** Everything that is found, and last a summary. Throws a `ConnectoryError` when it ends without one. */
  async *export(body: PersonQuery, options: Pick<PersonOptions, 'signal'> = {}): AsyncGenerator<PersonLine, void> {
    const { response } = await this.#transport.POST(`${path}/export`, { ...this.#init(options), body });
    for await (const line of valuesOf(response)) {
      yield line as PersonLine;
      if (line.type === 'summary') return;
    }
    throw cutOff();
  }

  #init({ signal }: PersonOptions) {
    return {
      params: { path: { workspace: this.#workspace } },
      headers: { accept: 'application/x-ndjson' },
      parseAs: 'stream' as const,
      ...(signal !== undefined && { signal }),
    };
  }
}

interface Line extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

async function resultOf<Result>(response: Response, { onProgress }: PersonOptions): Promise<Result> {
  for await (const { type, ...value } of valuesOf(response)) {
    if (type === 'result') return value as Result;
    onProgress?.(value as unknown as PersonProgress);
  }
  throw cutOff();
}

async function* valuesOf({ body }: Response): AsyncGenerator<Line, void> {
  for await (const line of linesOf(body)) {
    if (line === '') continue;
    const value = JSON.parse(line) as Line;
    if (value.type === 'error') {
      const problem = value.error as Problem;
      throw new ConnectoryError(problem.message, { code: problem.code, status: problem.status, problem });
    }
    yield value;
  }
}

const cutOff = () =>
  new ConnectoryError('The response of the gateway was cut off.', { code: 'gateway_unreachable', status: 0 });
