import type { ServerResponse } from 'node:http';

interface Ending {
  readonly response: ServerResponse;
  readonly text: string;
  readonly onEnd: (response: ServerResponse) => void;
}

let endings: Ending[] = [];

/**
 * Ends a response with Latin-1 text at the end of this turn of the event loop, then calls `onEnd`. A busy gateway finishes many responses
 * in one turn. If they are written together, a client on the same machine, such as a reverse proxy, wakes up once instead of each time; a
 * wake-up takes half the processor time of a write.
 */
export function endTogether(response: ServerResponse, text: string, onEnd: (response: ServerResponse) => void): void {
  if (endings.length === 0) setImmediate(endAll);
  endings.push({ response, text, onEnd });
}

function endAll(): void {
  const current = endings;
  endings = [];
  for (const { response, text, onEnd } of current) {
    response.end(text, 'latin1');
    onEnd(response);
  }
}
