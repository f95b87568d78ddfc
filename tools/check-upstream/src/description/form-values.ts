import { isJsonObject } from '@connectory/testkit/schema-values';

/** A decoded `name=value` pair. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Text, a list, or an object with such values, as brackets in names build them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/**
 * Splits a query or a form into decoded pairs.
 * @throws URIError when a percent sign is not followed by two hexadecimal digits or the bytes are no UTF-8.
 */
export function decodePairs(encoded: string): Pair[] {
  return encoded
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const name = equals === -1 ? part : part.slice(0, equals);
      return { name: decodeText(name), value: equals === -1 ? '' : decodeText(part.slice(equals + 1)) };
    });
}

function decodeText(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/**
 * Builds nested values from names with brackets: `a[b]=1`, `a[0][b]=1`, `a[]=1`. A name given several times becomes a
 * list; an object whose names are 0, 1, 2, … becomes one too.
 */
export function nestPairs(pairs: readonly Pair[]): { [name: string]: FormValue } {
  const root = emptyObject();
  for (const { name, value } of pairs) {
    insert(root, splitName(name), value);
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

type Draft = { [name: string]: FormValue };

function emptyObject(): Draft {
  return Object.create(null) as Draft;
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (match === null) {
    return [name];
  }
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((each) => each[1] ?? '');
  return [match[1] ?? name, ...inner];
}

function insert(target: Draft, path: readonly string[], value: string): void {
  const [head = '', next, ...rest] = path;
  if (next === undefined) {
    const present = target[head];
    if (present === undefined) {
      target[head] = value;
    } else {
      target[head] = Array.isArray(present) ? [...present, value] : [present, value];
    }
    return;
  }
  if (next === '') {
    const list = Array.isArray(target[head]) ? target[head] : [];
    target[head] = list;
    insertIntoList(list, rest, value);
    return;
  }
  const present = target[head];
  const child = isDraft(present) ? present : emptyObject();
  target[head] = child;
  insert(child, [next, ...rest], value);
}

// `a[][b]=1&a[][c]=2` is one item until a name comes a second time.
function insertIntoList(list: FormValue[], rest: readonly string[], value: string): void {
  const [name] = rest;
  if (name === undefined) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  if (isDraft(last) && !(rest.length === 1 && name in last)) {
    insert(last, rest, value);
    return;
  }
  const item = emptyObject();
  list.push(item);
  insert(item, rest, value);
}

function isDraft(value: FormValue | undefined): value is Draft {
  return isJsonObject(value);
}

function withLists(value: FormValue): FormValue {
  if (Array.isArray(value)) {
    return value.map(withLists);
  }
  if (!isDraft(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([name, each]) => [name, withLists(each)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
