/** Builds a JSON pointer (RFC 6901) from its parts. */
export function jsonPointer(parts: readonly PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}

/** A JSON pointer as people read it: names joined by dots, without escapes. */
export function shownPointer(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}
