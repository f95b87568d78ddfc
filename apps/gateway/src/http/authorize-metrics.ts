import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';

/**
 * Lets a request see the metrics: with a token, whoever sends it; without one, programs on this machine that come directly. Throws
 * `unauthenticated` and `forbidden`.
 */
export function authorizeMetrics({ headers, socket }: IncomingMessage, token: Secret | undefined): void {
  if (token !== undefined) {
    if (isSame(headers.authorization ?? '', `Bearer ${token.reveal()}`)) return;
    throw new GatewayError(
      'unauthenticated',
      'The metrics require "Authorization: Bearer" with the token of CONNECTORY_METRICS_TOKEN.',
    );
  }
  // A proxy on this machine passes on what others ask.
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
