import { setImmediate } from 'node:timers/promises';
import { elementRuns } from './array-elements.ts';
import { parseExactly } from './exact-json.ts';
import type { Slice } from './scan-json.ts';

/** For how many milliseconds code runs before others have their turn. */
const turnMilliseconds = 10;
/** Small enough that the parser takes one turn for what is slowest to parse, large enough that calling it does not count. */
const runBytes = 32 * 1024;

/** Does some work for each element; other work of the process is done in between where that takes longer than a few milliseconds. */
export async function eachInTurns<Element>(
  elements: Iterable<Element>,
  work: (element: Element) => void,
): Promise<void> {
  let since = performance.now();
  for (const element of elements) {
    work(element);
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
