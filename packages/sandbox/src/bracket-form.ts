import { type JsonObject, setAt } from './json.ts';

/** The steps of a bracketed name: `items`, `0`, `price` for `items[0][price]`; empty brackets are an empty step. */
export function bracketSteps(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (match === null) return [name];
  const rest = [...(match[2] as string).matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] as string);
  return [match[1] as string, ...rest];
}

const mostPairs = 10_000;

/**
 * Decodes a query string or form body with nested brackets into objects and arrays of text. A name that occurs several times
 * becomes an array. Throws a `URIError` for a broken percent sequence and a `RangeError` for more than 10,000 pairs.
 */
export function decodeBrackets(text: string): JsonObject {
  const decoded: JsonObject = {};
  const counts = new Map<string, number>();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > mostPairs) throw new RangeError(`more than ${mostPairs} values`);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const plain = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    const name = plain(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : plain(pair.slice(equals + 1));
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const steps = bracketSteps(name).map((step) => (step === '' ? String(count) : step));
    if (steps.length > 20) continue;
    if (count === 0 || name.includes('[]')) setAt(decoded, steps, value);
    else appendAt(decoded, steps, value);
  }
  return decoded;
}

function appendAt(decoded: JsonObject, steps: readonly string[], value: string): void {
  let parent: JsonObject = decoded;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(parent, step) ? parent[step] : undefined;
    if (typeof next !== 'object' || next === null) return;
    parent = next as JsonObject;
  }
  const last = steps.at(-1) ?? '';
  const known = parent[last];
  if (Array.isArray(known)) known.push(value);
  else if (known === undefined || typeof known === 'string')
    setAt(decoded, steps, known === undefined ? value : [known, value]);
}
