/** A JSON pointer (RFC 6901) made of its parts. */
export function jsonPointer(parts: readonly PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
