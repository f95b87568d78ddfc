import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { longestUnread } from './unread-answer.ts';

/** Writes a part of a response, and resolves when more may be written. A client that reads nothing for a minute is disconnected. */
export async function writeWhenDrained(response: ServerResponse, part: Buffer | string): Promise<void> {
  if (part.length === 0 || response.destroyed || response.write(part)) return;
  const written = new AbortController();
  const { signal } = written;
  const cut = setTimeout(() => response.destroy(), longestUnread);
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  clearTimeout(cut);
  // Removes the listener of the event that did not occur.
  written.abort();
}
