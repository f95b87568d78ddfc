import type { ServerResponse } from 'node:http';

/** How long a client may take nothing of an answer that is on its way, in milliseconds. */
export const longestUnread = 60_000;

/** Cuts an answer that has ended when its client takes nothing of it: what it has not read stays in memory until then. */
export function cutWhenUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.setTimeout(longestUnread, () => response.destroy());
}
