/** A parsed JSON object. */
export type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself when it is a JSON object, else an empty one: for optional sections of a document. */
export function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value itself when it is an array, else an empty one: for optional sections of a document. */
export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Writes one more token behind a JSON pointer (RFC 6901 escaping). */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Splits a JSON pointer into its unescaped tokens; the leading `#` of a URI fragment is optional. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
