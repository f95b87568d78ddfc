import type { ServerResponse } from 'node:http';

interface Ending {
  readonly response: ServerResponse;
  readonly parts: readonly Buffer[];
  readonly length: number;
  readonly onEnd: (response: ServerResponse) => void;
}

/**
 * Node.js converts a string of up to this many bytes on its stack, so that a Latin-1 string, sent together with the header, costs a third
 * less than buffers do. A longer string would be copied twice.
 */
const longestText = 16_384;

let endings: Ending[] = [];

/**
 * Ends a response with a body of `length` bytes at the end of this turn of the event loop, then calls `onEnd`. A busy gateway finishes many
 * responses in one turn. If they are written together, a client on the same machine, such as a reverse proxy, wakes up once instead of each
 * time; a wake-up takes half the processor time of a write.
 */
export function endTogether(
  response: ServerResponse,
  parts: readonly Buffer[],
  length: number,
  onEnd: (response: ServerResponse) => void,
): void {
  if (endings.length === 0) setImmediate(endAll);
  endings.push({ response, parts, length, onEnd });
}

function endAll(): void {
  const current = endings;
  endings = [];
  for (const { response, parts, length, onEnd } of current) {
    if (length <= longestText) response.end(textOf(parts), 'latin1');
    else {
      for (const part of parts) response.write(part);
      response.end();
    }
    onEnd(response);
  }
}

function textOf(parts: readonly Buffer[]): string {
  let text = '';
  for (const part of parts) text += part.toString('latin1');
  return text;
}
