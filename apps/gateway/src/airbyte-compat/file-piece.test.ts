import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { type PieceRequest, pieceRequestOf, rangeHeaderOf, readPiece } from './file-piece.ts';

const json = { _airbyte_response_type: 'json' };

describe('the piece that is asked for', () => {
  it.each([
    [{ ...json }, 'base64', 'bytes=0-49151'],
    [{ ...json, _airbyte_response_format: 'text' }, 'utf-8', 'bytes=0-16383'],
    [{ ...json, range_header: 'bytes=10-65545' }, 'base64', 'bytes=10-65545'],
    [{ ...json, _airbyte_response_format: 'text', _airbyte_max_chars: 10 }, 'utf-8', 'bytes=0-39'],
    [{ ...json, _airbyte_response_format: 'text', _airbyte_max_chars: 1e6 }, 'utf-8', 'bytes=0-65535'],
    [{ ...json, _airbyte_text_offset: 7, _airbyte_max_chars: 10 }, 'base64', 'bytes=7-12'],
    [{ ...json, _airbyte_text_offset: null, _airbyte_max_chars: 1 }, 'base64', 'bytes=0-2'],
  ])('%j is one in %s of %s', (params, encoding, range) => {
    const piece = pieceRequestOf(params);
    expect(piece?.encoding).toBe(encoding);
    expect(piece && rangeHeaderOf(piece)).toBe(range);
  });

  it.each([[{}], [{ _airbyte_response_type: 'stream', range_header: 'bytes=0-' }]])('%j is none', (params) => {
    expect(pieceRequestOf(params)).toBeUndefined();
  });

  it.each([
    [{ _airbyte_response_format: 'hex' }],
    [{ range_header: 'bytes=0-' }],
    [{ range_header: 'bytes=5-4' }],
    [{ range_header: 'bytes=0-65536' }],
    [{ range_header: ['bytes=0-1', 'x'] }],
    [{ _airbyte_max_chars: 0 }],
    [{ _airbyte_max_chars: '20' }],
    [{ _airbyte_text_offset: -1 }],
    [{ _airbyte_text_offset: 2 ** 53 }],
    [{ _airbyte_text_offset: 0, range_header: 'bytes=0-9' }],
  ])('%j cannot be', (params) => {
    expect(() => pieceRequestOf({ ...json, ...params })).toThrow(/^params\./);
  });
});

describe('a piece', () => {
  const file = Buffer.from('Füße und Hände');
  const whole = { 'content-length': String(file.length), 'content-type': 'text/plain' };
  const response = (status: number, headers: Record<string, string>, bytes: Buffer) => ({
    status,
    headers,
    body: Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
  });
  const pieces = async (encoding: PieceRequest['encoding'], length: number, honorsRange: boolean) => {
    const contents: string[] = [];
    for (let start = 0; ; ) {
      const end = start + length - 1;
      const part = file.subarray(start, end + 1);
      const range = { ...whole, 'content-range': `bytes ${start}-${end}/${file.length}` };
      const read = await readPiece(honorsRange ? response(206, range, part) : response(200, whole, file), {
        encoding,
        start,
        end,
      });
      contents.push(read.content);
      expect(read).toMatchObject({ encoding, range_requested: `bytes=${start}-${end}`, content_type: 'text/plain' });
      expect(read.next_range_header !== null).toBe(read.has_more);
      if (!read.has_more) return contents;
      start += read.bytes_returned;
      expect(read.next_range_header).toBe(`bytes=${start}-${start + length - 1}`);
    }
  };

  it.each([true, false])('leads to the next one, to the end of the file (ranges honored: %s)', async (honorsRange) => {
    for (const length of [2, 3, 5, 100]) {
      expect((await pieces('utf-8', length, honorsRange)).join('')).toBe(file.toString());
      const decoded = (await pieces('base64', length, honorsRange)).map((text) => Buffer.from(text, 'base64'));
      expect(Buffer.concat(decoded)).toEqual(file);
    }
  });

  it('has no more characters than were asked for, and says where the next ones are', async () => {
    const read = (start: number) =>
      readPiece(response(200, whole, file), { encoding: 'utf-8', start, end: start + 19, characters: 5 });
    expect(await read(0)).toMatchObject({ content: 'Füße ', has_more: true, next_offset: 7, download_token: null });
    expect(await read(7)).toMatchObject({ content: 'und H', next_offset: 12 });
    expect(await read(12)).toMatchObject({ content: 'ände', has_more: false, next_offset: null });
    const faces = Buffer.from('😀😀😀');
    const three = response(200, { 'content-length': '12' }, faces);
    expect((await readPiece(three, { encoding: 'utf-8', start: 0, end: 11, characters: 2 })).content).toBe('😀😀');
  });

  it('is refused as text when it is none', async () => {
    const bytes = Buffer.from([0x50, 0xff, 0x50]);
    const read = (end: number, given: Buffer) =>
      readPiece(response(200, { 'content-length': String(given.length) }, given), { encoding: 'utf-8', start: 0, end });
    await expect(read(9, bytes)).rejects.toThrow('not UTF-8');
    await expect(read(9, file.subarray(0, 2))).rejects.toThrow('not UTF-8');
    await expect(read(0, Buffer.from('ü'))).rejects.toThrow('too short');
  });
});

describe('a file of which the piece is only a part', () => {
  const chunk = Buffer.alloc(1_000);
  const piece: PieceRequest = { encoding: 'base64', start: 500_000, end: 500_999 };
  const endless = () =>
    new Readable({
      read() {
        setImmediate(() => this.push(chunk));
      },
    });

  it('keeps nothing of what stands before it', async () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const { bytes_returned: read } = await readPiece({ status: 200, headers: {}, body: endless() }, piece);
    expect(read).toBe(1_000);
    expect(concat.mock.lastCall?.[0]).toHaveLength(1);
    concat.mockRestore();
  });

  it('ends with an error when it breaks off', async () => {
    const far = { ...piece, start: 1e14, end: 1e14 };
    const broken = endless();
    const read = readPiece({ status: 200, headers: {}, body: broken }, far);
    setImmediate(() => broken.destroy(new Error('cut')));
    await expect(read).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
