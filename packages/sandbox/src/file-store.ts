import { Readable } from 'node:stream';
import { valueAt } from '@connectory/connector-sdk';
import type { IncomingCall } from './incoming-call.ts';
import type { JsonObject } from './json.ts';
import { createRandom } from './random.ts';
import type { RecordWorld } from './record-world.ts';
import type { Reply } from './replies.ts';
import { RequestError } from './replies.ts';

const blockSize = 256 * 1024;
const maxSize = 2 ** 40;

/**
 * The files of a simulated upstream: bytes that depend only on the seed, the record and the position, generated while they are sent. If the
 * record declares a text file, they are words.
 */
export class FileStore {
  readonly #world: RecordWorld;
  readonly #seed: string;
  #bytes: Buffer | undefined;
  #words: Buffer | undefined;

  constructor(world: RecordWorld, seed: string) {
    this.#world = world;
    this.#seed = seed;
  }

  /** URL at which the file of a record can be fetched without credentials. */
  urlOf(baseUrl: string, entity: string, key: string): string {
    return `${baseUrl}/files/${encodeURIComponent(entity)}/${encodeURIComponent(key)}`;
  }

  /** Serves a path below `/files/`. `?size=` overrides the size of the file, in bytes. Throws a `RequestError` for an unknown file. */
  responsePath(call: IncomingCall): Reply {
    const [entity = '', key = '', ...rest] = call.path.split('/').slice(2).map(decodeURIComponent);
    const known = this.#world.entities.find(({ name }) => name === entity);
    const hasFiles = rest.length === 0 && known?.actions.download !== undefined;
    const record = hasFiles ? this.#world.collectionOf(entity).withKey(key) : undefined;
    if (record === undefined) throw new RequestError(404, 'record_not_found', 'There is no such file.');
    return this.response(record, `${entity}/${key}`, call);
  }

  /** The file of a record, or the part in the request's `Range`; `key` distinguishes the files of a connector. */
  response(record: JsonObject, key: string, call: IncomingCall): Reply {
    const random = createRandom(this.#seed, key);
    const size = sizeOf(record, call) ?? random.integer(2_000, 60_000);
    const etag = `"${random.text(16, '0123456789abcdef')}-${size.toString(16)}"`;
    const name = textOf(record, ['file_name', 'fileName', 'filename', 'name', 'title']) ?? 'file.bin';
    const type = textOf(record, ['content_type', 'contentType', 'mime_type', 'mimeType']) ?? 'application/octet-stream';
    const headers: Record<string, string> = {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'accept-ranges': 'bytes',
      etag,
    };
    const isText = type.startsWith('text/');
    const block = isText ? this.#textBlock() : this.#randomBlock();
    const bytes = { block, isText, mark: random.integer(0, 0xffffffff) };
    const range = rangeOf(call, size, etag);
    if (range === undefined) return fileReply(200, headers, bytes, 0, size);
    if (range === null) {
      return { status: 416, headers: { 'content-range': `bytes */${size}`, etag }, body: '' };
    }
    const contentRange = `bytes ${range.start}-${range.end - 1}/${size}`;
    return fileReply(206, { ...headers, 'content-range': contentRange }, bytes, range.start, range.end);
  }

  #randomBlock(): Buffer {
    const random = createRandom(this.#seed);
    this.#bytes ??= Buffer.from(Uint8Array.from({ length: blockSize }, () => random.integer(0, 255)));
    return this.#bytes;
  }

  #textBlock(): Buffer {
    const random = createRandom(this.#seed);
    const words = () => random.text(blockSize, 'etaoinshrdlu      ').replace(/(.{79})./g, '$1\n');
    this.#words ??= Buffer.from(words());
    return this.#words;
  }
}

function textOf(record: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => valueAt(record, name)).find((value) => typeof value === 'string' && value !== '');
}

function sizeOf(record: JsonObject, { query }: IncomingCall): number | undefined {
  if (query.size === undefined) {
    const declared = ['size', 'byte_size', 'byteSize', 'file_size'].map((name) => valueAt(record, name));
    return declared.find((value) => Number.isSafeInteger(value) && value > 0);
  }
  const asked = Number(query.size);
  if (Number.isSafeInteger(asked) && asked >= 0 && asked <= maxSize) return asked;
  throw new RequestError(400, 'upstream_rejected', 'size must be a number of bytes, at most 1 TiB.');
}

// Undefined: the whole file. Null: a range outside the file. For several ranges, the whole file is sent, as RFC 9110 allows.
function rangeOf(call: IncomingCall, size: number, etag: string): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(call.headers.range ?? '');
  const condition = call.headers['if-range'];
  if (match === null || (condition !== undefined && condition !== etag)) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? null : { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** What the bytes of a file depend on. */
interface FileBytes {
  readonly block: Buffer;
  readonly isText: boolean;
  /** Differs from file to file. */
  readonly mark: number;
}

function fileReply(
  status: number,
  headers: Record<string, string>,
  bytes: FileBytes,
  start: number,
  end: number,
): Reply {
  const stream = Readable.from(bytesBetween(bytes, start, end), { objectMode: false });
  return { status, headers, body: { length: end - start, stream } };
}

// The same random block repeatedly, each time preceded by its number and the file's mark, so that no two are equal.
function* bytesBetween({ block, isText, mark }: FileBytes, start: number, end: number): Generator<Buffer> {
  for (let position = start; position < end; ) {
    const number = Math.floor(position / blockSize);
    const bytes = Buffer.from(block);
    if (isText) bytes.write(`File ${mark}, part ${number}\n`);
    else {
      bytes.writeDoubleBE(number, 0);
      bytes.writeUInt32BE(mark, 8);
    }
    const from = position - number * blockSize;
    const until = Math.min(blockSize, end - number * blockSize);
    yield bytes.subarray(from, until);
    position = number * blockSize + until;
  }
}
