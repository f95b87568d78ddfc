import { type FieldError, GatewayError } from '@connectory/errors';
import type { FileResponse } from '@connectory/upstream';
import type { Members } from './translate-call.ts';

/** A piece of a file requested as JSON: the bytes from `start` to `end`, as text or in base64. */
export interface PieceRequest {
  readonly encoding: 'utf-8' | 'base64';
  readonly start: number;
  readonly end: number;
  /** Maximum number of characters of text; if omitted, as many as the bytes contain. */
  readonly characters?: number;
}

/**
 * A piece of a file in the format of the hosted service. The next one begins at `next_offset`, in bytes, and is requested with it or with
 * `next_range_header`; `download_token` is for files that the hosted service converts.
 */
export interface FilePiece {
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly bytes_returned: number;
  readonly range_requested: string;
  readonly next_range_header: string | null;
  readonly next_offset: number | null;
  readonly download_token: null;
  readonly has_more: boolean;
  readonly content_type: string | null;
}

const maxPieceBytes = 65_536;
const furthest = 1e15;
const defaultLengths = { 'utf-8': 16_384, base64: 49_152 };
const maxCharacters = 20_000;
const maxCharacter = 4;

const rangeOf = (start: number, end: number) => `bytes=${start}-${end}`;

/**
 * Returns the piece that a download's parameters request; undefined if they request the file itself. Throws `invalid_params` for an unknown
 * format, for a range that is open-ended or longer than 64 KiB, and for an offset that is invalid or given twice.
 */
export function pieceRequestOf(params: Members): PieceRequest | undefined {
  const { _airbyte_response_type: type, _airbyte_response_format: format = 'base64' } = params;
  if (type !== 'json') return undefined;
  if (format !== 'text' && format !== 'base64') throw error('_airbyte_response_format', 'must be `text` or `base64`');
  const encoding = format === 'text' ? 'utf-8' : 'base64';
  const offset = wholeNumber(params, '_airbyte_text_offset', 0);
  const asked = wholeNumber(params, '_airbyte_max_chars', 1);
  const most = asked === undefined ? undefined : Math.min(asked, maxCharacters);
  const characters = encoding === 'base64' || most === undefined ? {} : { characters: most };
  const range = rangeIn(params);
  if (range !== undefined) {
    if (offset !== undefined) throw error('_airbyte_text_offset', 'cannot be combined with range_header');
    return { encoding, ...range, ...characters };
  }
  const start = offset ?? 0;
  return { encoding, start, end: start + lengthOf(encoding, most) - 1, ...characters };
}

/** Returns the parameters of a download without those that request a piece. */
export function withoutPiece(params: Members): Members {
  const {
    _airbyte_response_type: _type,
    _airbyte_response_format: _format,
    _airbyte_max_chars: _characters,
    _airbyte_text_offset: _offset,
    _airbyte_download_token: _token,
    range_header: _range,
    ...others
  } = params;
  return others;
}

function rangeIn({ range_header: range }: Members): Pick<PieceRequest, 'start' | 'end'> | undefined {
  if (range === undefined || range === null) return undefined;
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(range)) ?? [];
  const start = Number(first);
  const end = Number(last);
  if (end >= start && end - start < maxPieceBytes) return { start, end };
  throw error('range_header', `must be a range of at most ${maxPieceBytes} bytes, such as "${rangeOf(0, 49_151)}"`);
}

/** Number of bytes to read for a number of characters: at least enough for that much text, or at most what encodes to that much base64. */
function lengthOf(encoding: PieceRequest['encoding'], characters: number | undefined): number {
  if (characters === undefined) return defaultLengths[encoding];
  if (encoding === 'utf-8') return Math.min(characters * maxCharacter, maxPieceBytes);
  // Base64 encodes three bytes as four characters, its smallest unit.
  return Math.max(1, Math.floor(characters / 4)) * 3;
}

function wholeNumber(params: Members, name: string, least: number): number | undefined {
  const { [name]: value } = params;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value < furthest) return value;
  throw error(name, `must be a whole number of at least ${least}`);
}

/** The `Range` header of a piece. */
export function rangeHeaderOf({ start, end }: PieceRequest): string {
  return rangeOf(start, end);
}

/**
 * Reads a piece of a file from a response with only that part or with the whole file. Throws `invalid_params` for
 * text that is not UTF-8, and `upstream_unavailable` if the file is cut off.
 */
export async function readPiece({ status, headers, body }: FileResponse, piece: PieceRequest): Promise<FilePiece> {
  const { encoding, start, end, characters } = piece;
  const isPart = status === 206;
  const length = end - start + 1;
  const bytes = await readBytes(body, isPart ? 0 : start, length);
  const total = isPart ? headers['content-range']?.split('/')[1] : headers['content-length'];
  const goesOn = (read: number) =>
    total === undefined || total === '*' ? bytes.length === length : start + read < Number(total);
  const content =
    encoding === 'base64' ? bytes.toString('base64') : beginningOf(textOf(bytes, goesOn(bytes.length)), characters);
  const read = encoding === 'base64' ? bytes.length : Buffer.byteLength(content);
  const next = start + read;
  return {
    content,
    encoding,
    bytes_returned: read,
    range_requested: rangeOf(start, end),
    next_range_header: goesOn(read) ? rangeOf(next, next + length - 1) : null,
    next_offset: goesOn(read) ? next : null,
    download_token: null,
    has_more: goesOn(read),
    content_type: headers['content-type'] ?? null,
  };
}

async function readBytes(body: FileResponse['body'], skipped: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let before = skipped;
  let missing = length;
  try {
    // Leaving the loop destroys the body, so that no more than the piece is fetched.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const wanted = chunk.subarray(before, before + missing);
      before = Math.max(0, before - chunk.length);
      // Even an empty slice would keep the memory of the whole chunk.
      if (wanted.length > 0) chunks.push(wanted);
      missing -= wanted.length;
      if (missing === 0) break;
    }
  } catch (cause) {
    throw new GatewayError('upstream_unavailable', 'The download was cut off before this piece was read.', { cause });
  }
  return Buffer.concat(chunks);
}

// A piece may end within a character, with which the next piece then begins; a file may not.
function textOf(bytes: Buffer, goesOn: boolean): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: goesOn });
  } catch {
    throw error('_airbyte_response_format', 'is text, but the file is not UTF-8; request base64');
  }
  if (text === '' && bytes.length > 0) throw error('range_header', 'is too short for one character');
  return text;
}

function beginningOf(text: string, characters: number | undefined): string {
  if (characters === undefined || text.length <= characters) return text;
  return Array.from(text).slice(0, characters).join('');
}

function error(name: string, message: string): GatewayError {
  const errors: FieldError[] = [{ field: `/params/${name}`, message, error_code: 'custom' }];
  return new GatewayError('invalid_params', `params.${name} ${message}.`, { errors });
}
