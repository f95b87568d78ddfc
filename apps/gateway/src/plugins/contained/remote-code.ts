import { ConnectorError, type Entity, type RawValue, type VendorEvent } from '@connectory/connector-sdk';
import {
  ConnectorStopped,
  type DirectActionName,
  type RemoteAction,
  type RemoteEvents,
  type RemoteSettings,
  type ShapedPage,
} from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { refusedInput, refusedParams, validateInput } from '@connectory/errors/validation';
import { keepElements, writeExactly } from '@connectory/exact-json';
import { z } from 'zod';
import { checkRequest } from './check-request.ts';
import type { Question, Records, Thrown } from './messages.ts';
import type { PluginWorker } from './plugin-worker.ts';

const gatewaySettings: readonly string[] = ['base_url', 'api_version'];

/** The parts of an action that run in the interpreter of its plugin. */
export interface RemoteParts {
  readonly shapesRows: boolean;
  readonly request: boolean;
  readonly page: boolean;
}

/** The code of an action that runs in the interpreter of its plugin; undefined if none does. */
export function remoteAction(
  worker: PluginWorker,
  name: { readonly entity: string; readonly action: DirectActionName },
  params: z.ZodObject,
  { shapesRows, request, page }: RemoteParts,
): RemoteAction | undefined {
  if (!request && !page) return undefined;
  const ask = (question: Question & { readonly params: RawValue }, rows?: readonly (Buffer | undefined)[]) =>
    responseTo(worker, question, rows, (issues) => refusedParams(params, question.params, issues));
  return {
    shapesRows,
    ...(request && {
      request: async (given) => checkRequest((await ask({ kind: 'request', ...name, params: given })).response),
    }),
    ...(page && {
      page: async ({ params: given, count, values, headers, rows, first, last }) => {
        const question = { kind: 'page', ...name, params: given, count, values, headers } as const;
        const { response, records } = await ask(question, [rows, first, last]);
        const { meta, nextParams, kept } = shapedPage.parse(response);
        return { meta, nextParams, records: rows && shapedRows(rows, kept ?? [], records) };
      },
    }),
    record: async (row, given) => {
      const { response, records } = await ask({ kind: 'record', ...name, params: given }, [row]);
      if (response !== true) return null;
      return records === undefined ? row : bufferOf(records.json);
    },
  };
}

// Throws what the code threw; `refused` makes the error for a value that breaks rules of its schema.
async function responseTo(
  worker: PluginWorker,
  question: Question,
  rows: readonly (Buffer | undefined)[] = [],
  refused?: (issues: readonly z.core.$ZodIssue[]) => GatewayError,
) {
  const { said, records } = await worker.ask(question, rows);
  if (said.kind === 'response') return { response: said.response, records };
  throw said.thrown.kind === 'issues' && refused !== undefined ? refused(said.thrown.issues) : thrownThere(said.thrown);
}

const members = z.record(z.string(), z.unknown());
const shapedPage = z.object({
  meta: members,
  nextParams: members.nullable(),
  kept: z.array(z.boolean()).nullable(),
});
const derivedFields = z.object({ fields: z.array(z.string()), values: z.array(z.array(z.unknown())) });

// Rows that are not converted stay the bytes that the vendor sent.
function shapedRows(rows: Buffer, kept: readonly boolean[], records: Records | undefined): ShapedPage['records'] {
  if (records !== undefined) return { json: bufferOf(records.json), count: records.count };
  return { json: keepElements(rows, (index) => kept[index] === true), count: kept.filter(Boolean).length };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The rules of settings that run in the interpreter of their plugin. */
export function remoteSettings(worker: PluginWorker, schema: z.ZodObject): RemoteSettings {
  return async (settings, { isPartial }) => {
    const own = Object.fromEntries(Object.entries(settings).filter(([name]) => !gatewaySettings.includes(name)));
    const { response } = await responseTo(worker, { kind: 'settings', settings: own, isPartial }, [], (issues) =>
      refusedInput(schema, settings, issues, ['settings']),
    );
    return { ...settings, ...validateInput(schema.partial(), { ...members.parse(response) }, ['settings']) };
  };
}

/** The functions of events that run in the interpreter of their plugin. */
export function remoteEvents(worker: PluginWorker, responsesHandshakes: boolean): RemoteEvents {
  const ask = async (kind: 'hints' | 'handshake', event: VendorEvent) => {
    return (await responseTo(worker, { kind }, [Buffer.from(writeExactly(event))])).response;
  };
  return {
    handshake: async (event) => (responsesHandshakes ? ((await ask('handshake', event)) ?? undefined) : undefined),
    hints: async (event) => z.array(z.custom<RawValue>()).parse(await ask('hints', event)),
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
      const { response } = await responseTo(this.#worker, question, [Buffer.from(writeExactly(records))]);
      const { fields, values: rows } = derivedFields.parse(response);
      for (const [index, record] of records.entries()) {
        const values = rows[index] ?? [];
        if (typeof record !== 'object' || record === null) continue;
        this.#values.set(
          record,
          Object.fromEntries(fields.map((field, position) => [field, values[position] ?? null])),
        );
      }
    } catch (cause) {
      const why = ConnectorStopped.endOfSentence(cause);
      const message = `The connector ${this.#connector} failed while computing search fields${why}`;
      throw new GatewayError('internal', message, { cause });
    }
  }

  /** Returns a field of a prepared record. */
  value(record: RawValue, field: string): unknown {
    return this.#values.get(record)?.[field] ?? null;
  }
}

/** Placeholder for a function that runs in an interpreter. */
export function notHere(): never {
  throw new TypeError('this code of a connector runs in an interpreter');
}

// Restores an error thrown in the interpreter of a plugin: for the caller if it is a report, else for the log.
function thrownThere(thrown: Thrown): Error {
  if (thrown.kind === 'report') {
    return new ConnectorError(thrown.code, thrown.message, thrown.rejected);
  }
  const error = new Error('thrown in the interpreter of a plugin');
  error.name = (thrown.kind === 'bug' && thrown.name) || 'Error';
  error.stack = `${error.name}\n${thrown.kind === 'bug' ? thrown.frames : ''}`;
  return error;
}

/** The search definition of an entity whose computed fields are computed in an interpreter. */
export type RemoteSearch = NonNullable<Entity['search']>;
