/** Returns a value as text: an object or array as JSON, because its own `toString` may be data and no function. */
export function valueText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
