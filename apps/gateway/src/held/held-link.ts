import type { IncomingMessage } from 'node:http';
import type { ControlPlane } from '@connectory/control-plane';
import type { HeldCall } from '@connectory/core';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';

/** What links to held writes are made of. */
export interface HeldLinkParts {
  readonly controlPlane: Pick<ControlPlane, 'heldWrites'>;
  readonly origins: BrowserOrigins;
}

/** The URL at which a person decides about a held write; a path if the gateway does not know its own origin. */
export async function heldLink(
  { controlPlane, origins }: HeldLinkParts,
  request: IncomingMessage,
  held: Parameters<ControlPlane['heldWrites']['path']>[0],
): Promise<string> {
  return `${originFor(origins, request) ?? ''}${await controlPlane.heldWrites.path(held)}`;
}

/** The body of the response to a call that waits for approval. */
export const heldBody = ({ id, state, expiresAt, requests }: HeldCall, url: string) => ({
  data: { held: { id, state, expires_at: expiresAt, url, preview: { requests } } },
  meta: {},
});
