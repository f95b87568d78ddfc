import type { ServerResponse } from 'node:http';

/** Milliseconds for which a client may read nothing of a response. */
export const longestUnread = 60_000;

/** Cuts a finished response off if its client stops reading: unread data stays in memory until then. */
export function cutWhenUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.setTimeout(longestUnread, () => response.destroy());
}
