import type { ConnectLink } from '@connectory/control-plane';
import { type BrowserOrigins, mayReturnTo } from './browser-origins.ts';

/**
 * Where a link returns people, with how it went; null when it says nothing, or what it says is allowed no longer. The id of the link
 * lets the program there ask what became of it.
 */
export function returnUrlOf(
  { id, returnUrl }: ConnectLink,
  origins: BrowserOrigins,
  origin: string,
  status: 'connected' | 'cancelled',
): string | null {
  if (returnUrl === null || !mayReturnTo(origins, origin, returnUrl)) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('status', status);
  url.searchParams.set('connect_link', id);
  return url.href;
}
