import type { ServerResponse } from 'node:http';

/** How long a client may stop reading a response, in milliseconds. */
export const longestUnread = 60_000;

/** Aborts a finished response if its client stops reading, because unread data stays in memory. */
export function cutWhenUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.setTimeout(longestUnread, () => response.destroy());
}
