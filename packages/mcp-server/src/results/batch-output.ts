import { parseVerbatim } from '@connectory/exact-json';
import type { BatchItem, BatchResponse } from '../calls.ts';
import type { ToolOutput } from '../tool.ts';
import { withNotes } from './rows-output.ts';

const maxMessageLength = 300;
const notesLength = 400;

/**
 * How the calls of a batch ended, as text: the numbers, then the calls that did not succeed, then the records of the others. What does not
 * fit is left out as a whole, and a line below says how many of each.
 */
export function batchOutput({ items, meta }: BatchResponse, max: number): ToolOutput {
  const head = JSON.stringify(meta);
  const room = max - head.length - notesLength;
  const isDone = ({ status }: BatchItem) => status === 'succeeded';
  const rows = [...items.filter((item) => !isDone(item) && item.status !== 'not_run'), ...items.filter(isDone)];
  const shown: string[] = [];
  let used = 0;
  for (const item of rows) {
    const json = JSON.stringify(rowOf(item));
    if (used + json.length + 2 > room) break;
    shown.push(json);
    used += json.length + 2;
  }
  const notes = [
    ...(shown.length < rows.length
      ? [
          `${rows.length - shown.length} of ${items.length} calls are not shown: those that failed come first. Do not repeat the call to see them.`,
        ]
      : []),
    ...(rows.length < items.length
      ? [
          'Calls were not run: see "reason". Repeating the call with the same idempotency_key continues; without one, send only the rest.',
        ]
      : []),
  ];
  return { text: withNotes(`{"meta":${head},"data":[\n${shown.join(',\n')}\n]}`, notes) };
}

function rowOf({ index, status, data, held, error }: BatchItem): object {
  return {
    index,
    status,
    ...(data !== undefined && { data: parseVerbatim(data) }),
    ...(held !== undefined && { held: held.id, approve_at: held.url }),
    ...(error !== undefined && { code: error.code, message: error.message.slice(0, maxMessageLength) }),
  };
}
