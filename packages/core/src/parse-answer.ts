import type { RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';

/**
 * Parses the JSON text of an answer whose records have to be changed. Throws `upstream_unavailable` when it is not valid inside
 * the records, which nobody looked at before; a write has then an unknown outcome, because it must not be repeated.
 */
export function parseAnswer(json: Buffer, action: DirectActionName): RawValue {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch (cause) {
    throw new GatewayError('upstream_unavailable', 'The upstream answered with a record that is not valid JSON.', {
      cause,
      ...(!isRead(action) && { outcome: 'unknown' as const, retryable: false }),
    });
  }
}
