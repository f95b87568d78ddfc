import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecuteResult } from '@connectory/core';
import { parseVerbatim, writeExactly } from '@connectory/exact-json';
import { sendJsonText } from '../http/respond.ts';
import { cursorMembers } from './page-cursor.ts';
import { responseShapeOf } from './response-shapes.ts';

/** Every result of an execute call except a file, and a write that waits for approval, which have no envelope. */
export type JsonResult = Exclude<ExecuteResult, { readonly kind: 'file' | 'held' }>;

/** Inputs of the envelope in addition to the result. */
export interface FinishedCall {
  readonly connectionId: string;
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  /** Python names under which a search repeats the values of fields, by our name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the client gets the next page by a cursor. */
  readonly readsCursor: boolean;
  /** Time since the request arrived, in milliseconds. */
  readonly milliseconds: number;
}

/** The JSON of `result` in three parts, so that records are passed through unchanged, and the JSON of `connector_metadata`. */
interface EnvelopeParts {
  readonly open: string;
  readonly json: Buffer;
  readonly close: string;
  readonly metadata: string;
}

/**
 * Sends the result of an execute call to an existing client of the hosted service, in the envelope it reads: `{status, result,
 * connector_metadata, execution_metadata}` (spec/drop-in.md).
 */
export function sendEnvelope(
  request: IncomingMessage,
  response: ServerResponse,
  result: JsonResult,
  call: FinishedCall,
): void {
  const { open, json, close, metadata } = partsOf(result, call);
  const execution = { connector_instance_id: call.connectionId, execution_time_ms: Math.round(call.milliseconds) };
  const rest = `${close},"connector_metadata":${metadata},"execution_metadata":${JSON.stringify(execution)}}`;
  sendJsonText(request, response, 200, [Buffer.from(`{"status":"success","result":${open}`), json, Buffer.from(rest)]);
}

function partsOf(result: JsonResult, { connector, entity, action, names, readsCursor }: FinishedCall): EnvelopeParts {
  if (result.kind === 'preview') return plain(Buffer.from(writeExactly({ requests: result.requests })), 'null');
  const { json } = result;
  const meta = writeExactly(result.meta);
  const { wholePages, absentForNull } = responseShapeOf(connector);
  if (action === 'context_store_search') {
    const records = reshapeRecords(json, { absentForNull: absentForNull[entity] ?? [], names });
    return { open: '{"data":', json: records, close: `,"meta":${meta}}`, metadata: 'null' };
  }
  if (action === 'context_store_sql_query')
    return { open: '{"data":', json, close: `,"meta":${meta}}`, metadata: 'null' };
  // The models of the SDK need it, and PyAirbyte has none.
  if (action === 'api_search' && wholePages.includes(entity) && !readsCursor) {
    return { open: '{"data":', json, close: `,${meta.slice(1)}`, metadata: meta };
  }
  const metadata = readsCursor ? writeExactly({ ...result.meta, ...cursorMembers(result.meta) }) : meta;
  return plain(json, metadata === '{}' ? 'null' : metadata);
}

const plain = (json: Buffer, metadata: string): EnvelopeParts => ({ open: '', json, close: '', metadata });

/** How records for an existing client differ from those of a search. */
export interface Reshaping {
  /** Fields that are omitted if they are null. */
  readonly absentForNull: readonly string[];
  /** Additional names under which the values of fields are repeated, by our name. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reshapes the JSON text of an array of records. Text without any of these fields is passed on unchanged. */
export function reshapeRecords(json: Buffer, { absentForNull, names }: Reshaping): Buffer {
  if (![...absentForNull, ...names.keys()].some((field) => json.includes(JSON.stringify(field)))) return json;
  const records = parseVerbatim(json.toString('utf8')) as Record<string, unknown>[];
  for (const record of records) {
    for (const field of absentForNull) if (record[field] === null) delete record[field];
    for (const [field, name] of names) if (Object.hasOwn(record, field)) record[name] = record[field];
  }
  return Buffer.from(JSON.stringify(records));
}
