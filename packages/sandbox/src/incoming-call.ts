import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isObject, type JsonObject, setAt } from './json.ts';
import { RequestError } from './replies.ts';
import { type ReceivedFile, readForm } from './uploads.ts';

/** The steps of a bracketed name: `items`, `0`, `price` for `items[0][price]`; empty brackets are an empty step. */
export function bracketSteps(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (match === null) return [name];
  const rest = [...(match[2] as string).matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] as string);
  return [match[1] as string, ...rest];
}

const maxPairs = 10_000;

/**
 * Decodes a query string or form body with nested brackets into objects and arrays of text. A name that occurs several times
 * becomes an array. Throws a `URIError` for a broken percent sequence and a `RangeError` for more than 10,000 pairs.
 */
export function decodeBrackets(text: string): JsonObject {
  const decoded: JsonObject = {};
  const counts = new Map<string, number>();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxPairs) throw new RangeError(`more than ${maxPairs} values`);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const plain = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    const name = plain(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : plain(pair.slice(equals + 1));
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const steps = bracketSteps(name).map((step) => (step === '' ? String(count) : step));
    if (steps.length > 20) continue;
    if (count === 0 || name.includes('[]')) setAt(decoded, steps, value);
    else appendAt(decoded, steps, value);
  }
  return decoded;
}

function appendAt(decoded: JsonObject, steps: readonly string[], value: string): void {
  let parent: JsonObject = decoded;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(parent, step) ? parent[step] : undefined;
    if (typeof next !== 'object' || next === null) return;
    parent = next as JsonObject;
  }
  const last = steps.at(-1) ?? '';
  const known = parent[last];
  if (Array.isArray(known)) known.push(value);
  else if (known === undefined || typeof known === 'string')
    setAt(decoded, steps, known === undefined ? value : [known, value]);
}

/** A request to a simulated upstream, read completely. */
export interface IncomingCall {
  readonly method: string;
  /** Path below the connector's id, still percent-encoded. */
  readonly path: string;
  readonly search: string;
  /** The decoded query string. Throws a `RequestError` when it cannot be read. */
  readonly query: JsonObject;
  readonly headers: IncomingHttpHeaders;
  /** Where this upstream was reached, the connector's id included, without a slash at the end. */
  readonly baseUrl: string;
  readonly body: CallBody;
  /** The file in a form; otherwise the body as it arrived. */
  readonly file: ReceivedFile;
}

/** What a request's body turned out to be; `broken` carries why it could not be read. */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'form' | 'multipart'; readonly value: JsonObject }
  | { readonly kind: 'other'; readonly contentType: string }
  | { readonly kind: 'broken'; readonly reason: string };

const maxBody = 10 * 1024 * 1024;
const deepestBody = 50;

/** Reads a body of at most 10 MiB. Throws a `RequestError` (413) for a larger one. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) throw new RequestError(413, 'upstream_rejected', 'The body is larger than 10 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes a body by its content type. */
export function decodeBody(
  bytes: Buffer,
  contentType: string | undefined,
): { readonly body: CallBody; readonly file: ReceivedFile } {
  const file = { name: undefined, type: contentType ?? '', bytes };
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) return { body: decodeText(bytes, contentType), file };
  try {
    const form = readForm(bytes, contentType ?? '');
    return { body: { kind: 'multipart', value: form.fields }, file: form.file ?? file };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    return { body: { kind: 'broken', reason: `The body could not be read: ${reason}` }, file };
  }
}

function decodeText(bytes: Buffer, contentType: string | undefined): CallBody {
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

/** Decodes a query string. Throws a `RequestError` (400) for one that cannot be read. */
export function decodeQuery(search: string): JsonObject {
  try {
    return decodeBrackets(search.replace(/^\?/, ''));
  } catch {
    throw new RequestError(400, 'upstream_rejected', 'The query string cannot be read.');
  }
}

/** A request that arrived. Headers that carry credentials read `***`, and so do the secrets of token requests. */
export interface LoggedRequest {
  readonly connector: string;
  readonly method: string;
  /** Path and query below the sandbox's origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded JSON object or form; undefined without one, and for bodies above 64 KiB. */
  readonly body: JsonObject | undefined;
  /** The file that was sent, as a part of a form or as the body; undefined for a body that is JSON or a form. */
  readonly file: { readonly name: string | undefined; readonly type: string; readonly bytes: Buffer } | undefined;
  /** The action it was taken for, with its parameters; undefined for a token, a file, and what the vendor does not have. */
  readonly meant: MeantAction | undefined;
}

/** An action with the parameters that a caller of the gateway would send. */
export interface MeantAction {
  readonly entity: string;
  readonly action: string;
  readonly params: JsonObject;
}

const maxRequests = 1_000;
const secretFields = new Set(['client_secret', 'refresh_token', 'access_token', 'password', 'code', 'code_verifier']);

/** The last 1,000 requests, oldest first. */
export class RequestLog {
  #requests: LoggedRequest[] = [];

  /** The requests so far; later ones are not added to the list that was given out. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.slice();
  }

  /** Adds a request; `secretHeaders` are names in lower case. */
  add(
    request: {
      connector: string;
      method: string;
      url: string;
      headers: IncomingHttpHeaders;
      body: JsonObject | undefined;
      file: LoggedRequest['file'];
      meant: MeantAction | undefined;
    },
    secretHeaders: readonly string[],
    isTokenRequest: boolean,
  ): void {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = secretHeaders.includes(name) ? '***' : String(value);
    }
    const body = request.body === undefined || !isTokenRequest ? request.body : masked(request.body);
    this.#requests.push({ ...request, headers, body });
    if (this.#requests.length > maxRequests) this.#requests.splice(0, this.#requests.length - maxRequests);
  }

  clear(): void {
    this.#requests = [];
  }
}

const masked = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secretFields.has(name) ? '***' : value]));
