import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { decodeBrackets } from './bracket-form.ts';
import { isObject, type JsonObject } from './json.ts';
import { RequestFault } from './request-fault.ts';

/** A request to a simulated upstream, read completely. */
export interface IncomingCall {
  readonly method: string;
  /** Path below the connector's id, still percent-encoded. */
  readonly path: string;
  readonly search: string;
  /** The decoded query string. Throws a `RequestFault` when it cannot be read. */
  readonly query: JsonObject;
  readonly headers: IncomingHttpHeaders;
  /** Where this upstream was reached, the connector's id included, without a slash at the end. */
  readonly baseUrl: string;
  readonly body: CallBody;
}

/** What a request's body turned out to be; `broken` carries why it could not be read. */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'form'; readonly value: JsonObject }
  | { readonly kind: 'other'; readonly contentType: string }
  | { readonly kind: 'broken'; readonly reason: string };

const largestBody = 10 * 1024 * 1024;
const deepestBody = 50;

/** Reads a body of at most 10 MiB. Throws a `RequestFault` (413) for a larger one. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new RequestFault(413, 'upstream_rejected', 'The body is larger than 10 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes a body by its content type. */
export function decodeBody(bytes: Buffer, contentType: string | undefined): CallBody {
  if (bytes.length === 0) return { kind: 'none' };
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  try {
    if (type === 'application/x-www-form-urlencoded') return { kind: 'form', value: decodeBrackets(bytes.toString()) };
    if (type !== 'application/json' && !type.endsWith('+json')) return { kind: 'other', contentType: type };
    const value: unknown = JSON.parse(bytes.toString());
    if (!isObject(value)) return { kind: 'broken', reason: 'The body is not a JSON object.' };
    return isDeeper(value, deepestBody)
      ? { kind: 'broken', reason: 'The body is nested too deeply.' }
      : { kind: 'json', value };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    return { kind: 'broken', reason: `The body could not be read: ${reason}` };
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** Decodes a query string. Throws a `RequestFault` (400) for one that cannot be read. */
export function decodeQuery(search: string): JsonObject {
  try {
    return decodeBrackets(search.replace(/^\?/, ''));
  } catch {
    throw new RequestFault(400, 'upstream_rejected', 'The query string cannot be read.');
  }
}
