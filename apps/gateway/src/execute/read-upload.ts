import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { maxFileBytes, type UploadedFile } from '@connectory/upstream';
import { maxBodyBytes, parseJsonBody } from '../http/body.ts';

/** A call with a file: its JSON, and the file that is read while it is sent on. */
export interface UploadCall {
  readonly call: unknown;
  readonly file: UploadedFile;
  /** Discards what was not read, so that the connection can be used again. */
  close(): void;
}

const form = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** Whether a request is a form, as calls with a file are. */
export function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form up to its file (spec/execute.md, Uploads). Throws `payload_too_large` for a part beyond its maximum, and
 * `malformed_request` for another form than that of an upload.
 */
export async function readUpload(request: IncomingMessage): Promise<UploadCall> {
  const { headers } = request;
  const match = form.exec(headers['content-type'] ?? '');
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw wrongForm('its Content-Type has no boundary');
  // The vendor needs the length of the file before its bytes.
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length)) throw wrongForm('it has no Content-Length');
  const reader = new FormReader(request, boundary);
  try {
    return await readForm(reader, boundary, length);
  } catch (error) {
    reader.close();
    throw error;
  }
}

async function readForm(reader: FormReader, boundary: string, length: number): Promise<UploadCall> {
  await reader.expect(`--${boundary}\r\n`, 'does not begin with its boundary');
  const callHeaders = await reader.headers();
  if (parameterOf(callHeaders, 'name') !== 'call') throw wrongForm('its first part is not "call"');
  const call = parseJsonBody(await reader.part(maxBodyBytes));
  await reader.expect('\r\n', 'ends before the part "file"');
  const fileHeaders = await reader.headers();
  const name = parameterOf(fileHeaders, 'filename');
  if (parameterOf(fileHeaders, 'name') !== 'file' || name === undefined)
    throw wrongForm('its second part is not "file" with a filename');
  const end = `\r\n--${boundary}--\r\n`;
  const size = length - reader.position - end.length;
  if (size < 0) throw wrongForm('it ends before the file');
  if (size > maxFileBytes)
    throw new GatewayError('payload_too_large', `The file is larger than ${maxFileBytes} bytes.`);
  const file = new StreamedFile(reader, fileName(name), mediaType(fileHeaders), size, end);
  return { call, file, close: () => reader.close() };
}

/** A file that is read from the request once, while it is sent on. */
class StreamedFile implements UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly #reader: FormReader;
  readonly #end: string;
  #isSpent = false;

  constructor(reader: FormReader, name: string, type: string, size: number, end: string) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.#reader = reader;
    this.#end = end;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    this.#isSpent = true;
    let left = this.size;
    let last: Buffer = Buffer.alloc(0);
    while (left > 0) {
      if (last.length > 0) yield last;
      const next = await this.#reader.some(left);
      this.#reader.requireNoDelimiter(last, next);
      last = next;
      left -= last.length;
    }
    // The vendor must not take a file for complete that is not what its length promised.
    await this.#reader.expect(this.#end, 'does not end with its boundary and a line break after the file');
    if (last.length > 0) yield last;
  }
}

const endOfHeaders = Buffer.from('\r\n\r\n');
const maxHeaders = 16 * 1024;

/** Reads a form piece by piece, without more of it in memory than one chunk or one part. */
class FormReader {
  /** Number of bytes read so far. */
  position = 0;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  readonly #request: IncomingMessage;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(request: IncomingMessage, boundary: string) {
    this.#request = request;
    // The response is sent over the same connection, whether the form was read or not.
    this.#chunks = request.iterator({ destroyOnReturn: false });
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Reads exactly this text. Throws `malformed_request` if there is another one. */
  async expect(text: string, otherwise: string): Promise<void> {
    while (this.#buffer.length < text.length) await this.#more();
    if (this.#take(text.length).toString('latin1') !== text) throw wrongForm(`it ${otherwise}`);
  }

  /** The headers of a part. */
  async headers(): Promise<string> {
    const text = (await this.#until(endOfHeaders, maxHeaders)).toString('utf8');
    this.#take(endOfHeaders.length);
    return text;
  }

  /** The content of a part and its delimiter, without the line break after that. */
  async part(max: number): Promise<Buffer> {
    const bytes = await this.#until(this.#delimiter, max);
    this.#take(this.#delimiter.length);
    return bytes;
  }

  /** At least one byte and at most `max`. */
  async some(max: number): Promise<Buffer> {
    if (this.#buffer.length === 0) await this.#more();
    return this.#take(Math.min(this.#buffer.length, max));
  }

  /** Throws `malformed_request` if one chunk after another has the delimiter, with which the next part begins. */
  requireNoDelimiter(before: Buffer, chunk: Buffer): void {
    const overlap = this.#delimiter.length - 1;
    const seam = Buffer.concat([before.subarray(-overlap), chunk.subarray(0, overlap)]);
    if (chunk.includes(this.#delimiter) || seam.includes(this.#delimiter))
      throw wrongForm('it has another part after the file');
  }

  /** Discards what was not read. */
  close(): void {
    void this.#chunks.return?.().then(() => this.#request.resume());
  }

  async #until(end: Buffer, max: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(end);
      if (at >= 0 && at <= max) return this.#take(at);
      if (this.#buffer.length > max + end.length)
        throw new GatewayError('payload_too_large', `A part of the form is larger than ${max} bytes.`);
      await this.#more();
    }
  }

  #take(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    this.position += count;
    return taken;
  }

  async #more(): Promise<void> {
    let next: IteratorResult<Buffer>;
    try {
      next = await this.#chunks.next();
    } catch (cause) {
      throw new GatewayError('malformed_request', 'The form ended before it was complete.', { cause });
    }
    if (next.done === true) throw wrongForm('it ended before it was complete');
    this.#buffer = this.#buffer.length === 0 ? next.value : Buffer.concat([this.#buffer, next.value]);
  }
}

function parameterOf(headers: string, name: string): string | undefined {
  const line = headers.split('\r\n').find((one) => /^content-disposition:/i.test(one)) ?? '';
  const begin = line.toLowerCase().search(new RegExp(`[;\\s]${name}="`));
  if (begin < 0) return undefined;
  const value = line.slice(begin + name.length + 3);
  return /^(?:[^"\\]|\\.)*(?=")/.exec(value)?.[0];
}

const maxNameLength = 255;

// Browsers write %22, other clients a backslash. Directories of the caller's machine are nobody's business.
function fileName(written: string): string {
  const text = written.replaceAll('%22', '"').replace(/\\(["\\])/g, '$1');
  const name = (text.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');
  return [...name].slice(0, maxNameLength).join('') || 'file';
}

function mediaType(headers: string): string {
  const line = headers.split('\r\n').find((one) => /^content-type:/i.test(one)) ?? '';
  const type = line.slice('content-type:'.length).trim();
  return /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(type) ? type : 'application/octet-stream';
}

const wrongForm = (what: string) =>
  new GatewayError(
    'malformed_request',
    `The form is not one of an upload: ${what}. Send the parts "call", the JSON of the call, and "file", in this order.`,
  );
