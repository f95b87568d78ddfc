import { addAbortSignal } from 'node:stream';
import { type FieldError, GatewayError } from '@connectory/errors';
import type { FileAnswer } from '@connectory/upstream';

/** A piece of a file that a client wants as JSON: the bytes from `start` to `end`, as text or in base64. */
export interface PieceRequest {
  readonly encoding: 'utf-8' | 'base64';
  readonly start: number;
  readonly end: number;
}

/** A piece of a file as clients of the hosted service read it; `next_range_header` asks for the following one. */
export interface FilePiece {
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly bytes_returned: number;
  readonly range_requested: string;
  readonly next_range_header: string | null;
  readonly has_more: boolean;
  readonly content_type: string | null;
}

const largestPiece = 65_536;
const usualEnds = { 'utf-8': 16_383, base64: 49_151 };

const rangeOf = (start: number, end: number) => `bytes=${start}-${end}`;

/**
 * The piece that the parameters of a download ask for, undefined when they want the file itself. Throws `invalid_params` for a format
 * nobody knows, and for a range that is open or longer than 64 KiB.
 */
export function pieceRequestOf(params: Readonly<Record<string, unknown>>): PieceRequest | undefined {
  const { _airbyte_response_type: type, _airbyte_response_format: format = 'base64', range_header: range } = params;
  if (type !== 'json') return undefined;
  if (format !== 'text' && format !== 'base64') throw fault('_airbyte_response_format', 'must be text or base64');
  const encoding = format === 'text' ? 'utf-8' : 'base64';
  if (range === undefined || range === null) return { encoding, start: 0, end: usualEnds[encoding] };
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(range)) ?? [];
  const start = Number(first);
  const end = Number(last);
  if (end >= start && end - start < largestPiece) return { encoding, start, end };
  throw fault('range_header', `must be a range of at most ${largestPiece} bytes, such as "${rangeOf(0, 49_151)}"`);
}

/** The `Range` header of a piece. */
export function rangeHeaderOf({ start, end }: PieceRequest): string {
  return rangeOf(start, end);
}

/**
 * Reads a piece of a file, from an answer that has only that part or the whole file, until the signal aborts. Throws `invalid_params` for
 * text that is none, and `upstream_unavailable` for a file that breaks off.
 */
export async function readPiece(
  { status, headers, body }: FileAnswer,
  piece: PieceRequest,
  signal?: AbortSignal,
): Promise<FilePiece> {
  const { encoding, start, end } = piece;
  // What stands before the piece may have no end.
  if (signal !== undefined) addAbortSignal(signal, body);
  const isPart = status === 206;
  const length = end - start + 1;
  const bytes = await readBytes(body, isPart ? 0 : start, length);
  const total = isPart ? headers['content-range']?.split('/')[1] : headers['content-length'];
  const goesOn = (read: number) =>
    total === undefined || total === '*' ? bytes.length === length : start + read < Number(total);
  const content = encoding === 'base64' ? bytes.toString('base64') : textOf(bytes, goesOn(bytes.length));
  const read = encoding === 'base64' ? bytes.length : Buffer.byteLength(content);
  const next = start + read;
  return {
    content,
    encoding,
    bytes_returned: read,
    range_requested: rangeOf(start, end),
    next_range_header: goesOn(read) ? rangeOf(next, next + length - 1) : null,
    has_more: goesOn(read),
    content_type: headers['content-type'] ?? null,
  };
}

async function readBytes(body: FileAnswer['body'], skipped: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let before = skipped;
  let missing = length;
  try {
    // Leaving the loop destroys the body, so that no more than the piece is fetched.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const wanted = chunk.subarray(before, before + missing);
      before = Math.max(0, before - chunk.length);
      // Even an empty part would keep the memory of the whole chunk.
      if (wanted.length > 0) chunks.push(wanted);
      missing -= wanted.length;
      if (missing === 0) break;
    }
  } catch (cause) {
    throw new GatewayError('upstream_unavailable', 'The file broke off before its piece was read.', { cause });
  }
  return Buffer.concat(chunks);
}

// A piece may end within a character, which then begins the next piece; a file may not.
function textOf(bytes: Buffer, goesOn: boolean): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: goesOn });
  } catch {
    throw fault('_airbyte_response_format', 'is text, but the file is not UTF-8; ask for base64');
  }
  if (text === '' && bytes.length > 0) throw fault('range_header', 'is too short for one character');
  return text;
}

function fault(name: string, message: string): GatewayError {
  const errors: FieldError[] = [{ field: `/params/${name}`, message, error_code: 'custom' }];
  return new GatewayError('invalid_params', `params.${name} ${message}.`, { errors });
}
