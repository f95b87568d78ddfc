import {
  ConnectorError,
  type ConnectorErrorCode,
  type Entity,
  type RawValue,
  type VendorEvent,
} from '@connectory/connector-sdk';
import type { DirectActionName, RemoteAction, RemoteEvents } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { refusedParams } from '@connectory/errors/validation';
import { writeExactly } from '@connectory/exact-json';
import type { z } from 'zod';
import { checkRequest } from './check-request.ts';
import type { Question, Thrown } from './messages.ts';
import type { PluginWorker } from './plugin-worker.ts';

const reports: readonly string[] = ['invalid_params', 'record_not_found', 'upstream_unavailable'];

/** The parts of an action that run in the process of its plugin. */
export interface RemoteParts {
  readonly shapesRows: boolean;
  readonly request: boolean;
  readonly page: boolean;
}

/** The code of an action that runs in the process of its plugin; undefined if none does. */
export function remoteAction(
  worker: PluginWorker,
  name: { readonly entity: string; readonly action: DirectActionName },
  params: z.ZodObject,
  { shapesRows, request, page }: RemoteParts,
): RemoteAction | undefined {
  if (!request && !page) return undefined;
  const ask = async (question: Question, parts?: readonly Buffer[]) => {
    const { said, bytes } = await worker.ask(question, parts);
    if (said.kind === 'answer') return { response: said.response, bytes };
    const given = 'params' in question ? question.params : {};
    throw said.thrown.kind === 'issues' ? refusedParams(params, given, said.thrown.issues) : thrownThere(said.thrown);
  };
  return {
    shapesRows,
    ...(request && {
      request: async (given) => checkRequest((await ask({ kind: 'request', ...name, params: given })).response),
    }),
    ...(page && {
      page: async ({ params: given, count, values, headers, rows, first, last }) => {
        const parts = [rows, first, last];
        const lengths = parts.map((part) => part?.length ?? null);
        const question: Question = { kind: 'page', ...name, params: given, count, values, headers, lengths };
        const sent = parts.filter((part) => part !== undefined);
        const { response, bytes } = await ask(question, sent);
        return {
          meta: requireMembers(response?.meta),
          nextParams: response.nextParams === null ? null : requireMembers(response.nextParams),
          records: rows === undefined ? undefined : { json: bytes, count: countRecords(bytes) },
        };
      },
    }),
    record: async (row, given) => {
      const { response, bytes } = await ask({ kind: 'record', ...name, params: given }, [row]);
      if (response === null) return null;
      requireMembers(parsed(bytes));
      return bytes;
    },
  };
}

/** The functions of events that run in the process of their plugin. */
export function remoteEvents(worker: PluginWorker, responsesHandshakes: boolean): RemoteEvents {
  const ask = async (kind: 'hints' | 'handshake', event: VendorEvent) => {
    const { said } = await worker.ask({ kind }, [Buffer.from(writeExactly(event))]);
    if (said.kind === 'thrown') throw thrownThere(said.thrown);
    return said.response;
  };
  return {
    handshake: async (event) => (responsesHandshakes ? ((await ask('handshake', event)) ?? undefined) : undefined),
    hints: async (event) => requireList(await ask('hints', event)),
  };
}

/** Computed search fields of records, found by the record after `prepare`. */
export class RemoteFields {
  readonly #worker: PluginWorker;
  readonly #connector: string;
  readonly #entity: string;
  readonly #values = new WeakMap<object, Readonly<Record<string, unknown>>>();

  constructor(worker: PluginWorker, connector: string, entity: string) {
    this.#worker = worker;
    this.#connector = connector;
    this.#entity = entity;
  }

  /** Computes the search fields of records. Throws `internal` if that fails. */
  async prepare(records: readonly RawValue[]): Promise<void> {
    if (records.length === 0) return;
    try {
      const question: Question = { kind: 'derive', entity: this.#entity };
      const { said, bytes } = await this.#worker.ask(question, [Buffer.from(writeExactly(records))]);
      if (said.kind === 'thrown') throw thrownThere(said.thrown);
      const fields: readonly string[] = requireList(said.response);
      const rows = requireList(parsed(bytes));
      for (const [index, record] of records.entries()) {
        const values = requireList(rows[index]);
        if (typeof record !== 'object' || record === null) continue;
        this.#values.set(
          record,
          Object.fromEntries(fields.map((field, position) => [field, values[position] ?? null])),
        );
      }
    } catch (cause) {
      const why = cause instanceof Error && cause.name === 'ConnectorStopped' ? `: ${cause.message}` : '.';
      const message = `The connector ${this.#connector} failed while computing search fields${why}`;
      throw new GatewayError('internal', message, { cause });
    }
  }

  /** Returns a field of a prepared record. */
  value(record: RawValue, field: string): unknown {
    return this.#values.get(record)?.[field] ?? null;
  }
}

/** Placeholder for a function that runs in another process. */
export function remote(): never {
  throw new TypeError('this code of a connector runs in another process');
}

/** Restores an error thrown in the process of a plugin: for the caller if it is a report, else for the log. */
export function thrownThere(thrown: Thrown): Error {
  if (thrown?.kind === 'report' && reports.includes(thrown.code)) {
    const { code, message, error: problem } = thrown;
    const named = problem && { param: textOf(problem.param), rule: textOf(problem.rule) };
    return new ConnectorError(code as ConnectorErrorCode, textOf(message), named);
  }
  const error = new Error('thrown in the process of a plugin');
  error.name = (thrown?.kind === 'error' && textOf(thrown.name)) || 'Error';
  error.stack = `${error.name}\n${thrown?.kind === 'error' ? textOf(thrown.frames) : ''}`;
  return error;
}

// A plugin may send anything; what becomes a text by its own method could throw.
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10_000) : '');

function parsed(bytes: Buffer): RawValue {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new TypeError('the response is not JSON');
  }
}

function countRecords(bytes: Buffer): number {
  const records = requireList(parsed(bytes));
  for (const record of records) requireMembers(record);
  return records.length;
}

function requireList(value: RawValue): readonly RawValue[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('the response is not a list');
}

function requireMembers(value: RawValue): Readonly<Record<string, RawValue>> {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError('the response is not an object');
}

/** The search definition of an entity whose computed fields are computed in another process. */
export type RemoteSearch = NonNullable<Entity['search']>;
