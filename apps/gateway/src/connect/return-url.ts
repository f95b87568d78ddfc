import type { ConnectLink } from '@connectory/control-plane';
import { type BrowserOrigins, mayReturnTo } from './browser-origins.ts';

/**
 * Returns the URL to which a link redirects people, with the outcome; null if it has none, or one that is no longer allowed. The program
 * there can query the outcome by the ID of the link.
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
