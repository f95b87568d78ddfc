import type { ServerResponse } from 'node:http';
import type { Deprecation } from '@connectory/connector-sdk/engine';

/** Announces the removal of an action in the response header: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function announceDeprecation(response: ServerResponse, { since, until }: Deprecation): void {
  // The header has already been sent when a stream continues with later pages.
  if (response.headersSent) return;
  response.setHeader('deprecation', `@${Date.parse(since) / 1000}`);
  response.setHeader('sunset', new Date(until).toUTCString());
}
