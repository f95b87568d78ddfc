/** Bytes of a file, from the first to the last. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const singleRange = /^bytes=(\d*)-(\d*)$/;

/**
 * The bytes that the header `Range` asks for (RFC 9110): null if the whole file is to be sent, because there is no range, more than one, or
 * one of another unit; `unsatisfiable` for one that begins after the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = singleRange.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'unsatisfiable';
  return { first: Number(first), last: Math.min(last === '' ? size : Number(last), size - 1) };
}
