/** A JSON object of which nothing else is known. */
export type Members = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for anything else. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
