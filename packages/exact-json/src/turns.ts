import { setImmediate } from 'node:timers/promises';
import { elementRuns } from './array-elements.ts';
import { parseExactly } from './exact-json.ts';
import type { Slice } from './scan-json.ts';

/** For how many milliseconds code runs before others have their turn. */
const turnMilliseconds = 10;
/** Small enough that the parser takes one turn for what is slowest to parse, large enough that calling it does not count. */
const runBytes = 32 * 1024;
/** So much is replaced in one turn. */
const pageBytes = 128 * 1024;

/** Does some work for each element; other work of the process is done in between where that takes longer than a few milliseconds. */
export async function eachInTurns<Element>(
  elements: Iterable<Element>,
  work: (element: Element) => void | Promise<void>,
): Promise<void> {
  let since = performance.now();
  for (const element of elements) {
    const pending = work(element);
    if (pending !== undefined) await pending;
    if (performance.now() - since < turnMilliseconds) continue;
    await setImmediate();
    since = performance.now();
  }
}

/**
 * Parses the elements of a JSON array like `parseExactly` and reads a few of them at a time, in turns with other work of the process. Throws
 * a `SyntaxError` or `JsonSyntaxError` if the text is not an array.
 */
export async function readElements(json: Buffer, read: (elements: readonly unknown[]) => void): Promise<void> {
  await eachInTurns(elementRuns(json, runBytes), ({ start, end }: Slice) => {
    read(parseExactly(`[${json.toString('utf8', start, end)}]`) as unknown[]);
  });
}

const [opening, between, closing] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/**
 * Replaces the elements of a JSON array, a few at a time as the text of an array, in turns with other work of the process. Throws
 * `JsonSyntaxError` if a long text is not an array.
 */
export async function replaceElements(
  json: Buffer,
  replace: (elements: Buffer) => Buffer | Promise<Buffer>,
): Promise<Buffer> {
  if (json.length <= pageBytes) return replace(json);
  const parts: Buffer[] = [opening];
  await eachInTurns(elementRuns(json, runBytes), async ({ start, end }) => {
    const elements = await replace(Buffer.concat([opening, json.subarray(start, end), closing]));
    const replaced = elements.subarray(1, -1);
    if (replaced.length === 0) return;
    if (parts.length > 1) parts.push(between);
    parts.push(replaced);
  });
  return Buffer.concat([...parts, closing]);
}
