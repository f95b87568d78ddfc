const { bigintMark: mark } = globalThis as unknown as { readonly bigintMark: string };

/** Parses JSON text of the host, in which an integer beyond 2^53 is a marked string, as `parseExactly` does. */
export function parseMarked(text: string): unknown {
  if (!text.includes(mark)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Writes JSON text for the host, each `bigint` as a marked string. */
export function writeMarked(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? `${mark}${member}` : member));
}
