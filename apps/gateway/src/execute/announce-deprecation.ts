import type { ServerResponse } from 'node:http';
import type { Deprecation } from '@connectory/connector-sdk/engine';

/** Tells in the header of an answer that the action is going to be removed: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function announceDeprecation(response: ServerResponse, { since, until }: Deprecation): void {
  // The later pages of a stream come after the header.
  if (response.headersSent) return;
  response.setHeader('deprecation', `@${Date.parse(since) / 1000}`);
  response.setHeader('sunset', new Date(until).toUTCString());
}
