/** A JSON object of unknown content. */
export type JsonObject = { [name: string]: unknown };

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for text, number or boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

// A key that would reach the prototype is dropped: bodies come from anybody.
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Writes a value at a dotted path, creating objects on the way, and arrays where a step is a number below 10,000. Does nothing
 * where something else is in the way.
 */
export function setAt(target: JsonObject, path: string | readonly string[], value: unknown): void {
  const steps = typeof path === 'string' ? path.split('.') : path;
  if (steps.some((step) => forbidden.has(step))) return;
  let current: JsonObject = target;
  for (const [position, step] of steps.entries()) {
    if (Array.isArray(current) && !/^\d{1,4}$/.test(step)) return;
    if (position === steps.length - 1) {
      current[step] = value;
      return;
    }
    const known = Object.hasOwn(current, step) ? current[step] : undefined;
    if (isScalar(known)) return;
    if (known === undefined || known === null) current[step] = /^\d{1,4}$/.test(steps[position + 1] ?? '') ? [] : {};
    current = current[step] as JsonObject;
  }
}

/** Reads a path given as steps; undefined where it leaves the value. */
export function getAt(value: unknown, steps: readonly string[]): unknown {
  let current = value;
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as JsonObject)[step];
  }
  return current;
}

/** Every scalar of a value with the steps that lead to it; empty objects and arrays have none. */
export function leavesOf(value: unknown, steps: readonly string[] = []): [readonly string[], unknown][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[steps, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...steps, name]));
}
