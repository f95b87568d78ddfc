import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';

/**
 * Authorizes a request for the metrics: with a configured token, any request that sends it; otherwise only programs on this machine that
 * connect directly. Throws `unauthenticated` and `forbidden`.
 */
export function authorizeMetrics({ headers, socket }: IncomingMessage, token: Secret | undefined): void {
  if (token !== undefined) {
    if (isSame(headers.authorization ?? '', `Bearer ${token.reveal()}`)) return;
    throw new GatewayError(
      'unauthenticated',
      'The metrics require "Authorization: Bearer" with the token of CONNECTORY_METRICS_TOKEN.',
    );
  }
  // A proxy on this machine forwards requests of others.
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'via'].some((name) => headers[name] !== undefined);
  if (!isPassedOn && isLoopback(socket.remoteAddress ?? '')) return;
  throw new GatewayError(
    'forbidden',
    'The metrics can only be read on the machine of the gateway. Set CONNECTORY_METRICS_TOKEN to allow other machines.',
  );
}

const isLoopback = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address);

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
