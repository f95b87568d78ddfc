import type { UploadTarget } from '@connectory/connector-sdk/engine';
import { pathPattern } from './base-paths.ts';
import type { IncomingCall } from './incoming-call.ts';
import { isObject, type JsonObject, setAt } from './json.ts';
import { RequestError } from './replies.ts';
import type { SimulatedVendor } from './simulated-vendor.ts';

/** A file that arrived with a request. */
export interface ReceivedFile {
  /** The name in the form; undefined if the body is the file. */
  readonly name: string | undefined;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The fields of a form, and the file in it. */
export interface ReceivedForm {
  readonly fields: JsonObject;
  readonly file: ReceivedFile | undefined;
}

const endOfHeaders = Buffer.from('\r\n\r\n');

/** Reads a multipart form that arrived completely. Throws an `Error` that says what is wrong with it. */
export function readForm(body: Buffer, contentType: string): ReceivedForm {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error('the form has no boundary');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const fields: JsonObject = {};
  let file: ReceivedFile | undefined;
  let start = whole.indexOf(delimiter);
  for (;;) {
    const end = whole.indexOf(delimiter, start + 1);
    if (start < 0 || end < 0) break;
    const headersEnd = whole.indexOf(endOfHeaders, start);
    if (headersEnd < 0 || headersEnd > end) throw new Error('a part has no headers');
    const headers = whole.toString('utf8', start + delimiter.length, headersEnd);
    const content = whole.subarray(headersEnd + endOfHeaders.length, end);
    const name = /\bname="([^"]*)"/.exec(headers)?.[1] ?? '';
    const filename = /\bfilename="([^"]*)"/.exec(headers)?.[1];
    if (filename === undefined) fields[name] = fieldValue(content.toString('utf8'));
    else
      file = {
        name: filename.replaceAll('%22', '"'),
        type: /^content-type:\s*(\S+)/im.exec(headers)?.[1] ?? '',
        bytes: content,
      };
    start = end;
  }
  if (
    !whole
      .subarray(start)
      .toString('latin1')
      .startsWith(`${delimiter.toString('latin1')}--`)
  )
    throw new Error('the form does not end with its boundary');
  return { fields, file };
}

// Where a field is an object, its text is JSON.
function fieldValue(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const factNames = {
  name: ['file_name', 'fileName', 'filename', 'name', 'title'],
  type: ['content_type', 'contentType', 'mime_type', 'mimeType', 'mimetype', 'mediaType'],
  size: ['size', 'byte_size', 'byteSize', 'file_size', 'fileSize'],
} as const;

const maxDepth = 3;

/** The record of an uploaded file, with the name, type and size of the file where it, or an object in it, has them. */
export function withFileFacts(record: JsonObject, file: ReceivedFile, depth = 0): JsonObject {
  const isOfFile = [...factNames.type, ...factNames.size].some((name) => Object.hasOwn(record, name));
  const facts = isOfFile
    ? { ...factsIn(record, 'type', file.type), ...factsIn(record, 'size', file.bytes.length), ...nameIn(record, file) }
    : {};
  if (depth === maxDepth) return { ...record, ...facts };
  const inner = Object.entries(record).flatMap(([member, value]) =>
    isObject(value) ? [[member, withFileFacts(value, file, depth + 1)]] : [],
  );
  return { ...record, ...Object.fromEntries(inner), ...facts };
}

const nameIn = (record: JsonObject, { name }: ReceivedFile) =>
  name === undefined ? {} : factsIn(record, 'name', name);

// Only a value of the same type takes its place.
function factsIn(record: JsonObject, fact: keyof typeof factNames, value: string | number): JsonObject {
  const name = factNames[fact].find((one) => Object.hasOwn(record, one) && typeof record[one] === typeof value);
  return name === undefined ? {} : { [name]: value };
}

const uploadPath = /^\/uploads\/(\w+)$/;
const maxPending = 20;

/** The URLs that a vendor returns for files, and the files that have arrived at them. */
export class UploadTargets {
  readonly #targets: readonly { readonly target: UploadTarget; readonly method: string; readonly path: RegExp }[];
  readonly #pending = new Map<string, ReceivedFile | undefined>();
  #count = 0;

  /** `basePath` is the pattern of the prefix of every path. */
  constructor(vendor: SimulatedVendor, basePath: string) {
    this.#targets = vendor.entities.flatMap(({ actions }) => {
      const file = actions.upload?.file;
      if (file?.as !== 'target') return [];
      const { target } = file;
      return target.action.routes.map(({ method, path }) => ({
        target,
        method,
        path: new RegExp(`^${basePath}${pathPattern(path)}$`),
      }));
    });
  }

  /** What a successful response to the request for a URL has; undefined for another request. */
  begin({ method, path, baseUrl }: IncomingCall): JsonObject | undefined {
    const found = this.#targets.find((one) => one.method === method && one.path.test(path));
    if (found === undefined) return undefined;
    const id = `FILE${++this.#count}`;
    this.#pending.set(id, undefined);
    for (const oldest of this.#pending.keys()) if (this.#pending.size > maxPending) this.#pending.delete(oldest);
    const body: JsonObject = {};
    setAt(body, found.target.urlAt, `${baseUrl}/uploads/${id}`);
    for (const at of Object.values(found.target.values ?? {})) setAt(body, at, id);
    return body;
  }

  /** Whether a request sends a file to such a URL. */
  isFile({ method, path }: IncomingCall): boolean {
    return method === 'POST' && this.#pending.has(uploadPath.exec(path)?.[1] ?? '');
  }

  /** Keeps the file that a request sends. */
  receive({ path, file }: IncomingCall): void {
    this.#pending.set(uploadPath.exec(path)?.[1] ?? '', file);
  }

  /** The file that arrived before the last request, which has these parameters. Throws a `RequestError` if there is none. */
  take({ values = {} }: UploadTarget, params: JsonObject): ReceivedFile {
    const ids = Object.keys(values).map((name) => String(params[name]));
    const file = ids.map((id) => this.#pending.get(id)).find((one) => one !== undefined);
    if (file === undefined) throw new RequestError(400, 'upstream_rejected', 'The file has not arrived.');
    for (const id of ids) this.#pending.delete(id);
    return file;
  }
}
