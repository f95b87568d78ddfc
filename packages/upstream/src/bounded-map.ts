/** Sets a value in a map with at most `max` entries: a new key takes the room of the oldest one. */
export function setBounded<Value>(map: Map<string, Value>, max: number, key: string, value: Value): void {
  const [oldest] = map.keys();
  if (map.size >= max && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
