import type { RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { JsonSyntaxError, parseExactly } from '@connectory/exact-json';

/** Parses the JSON text of a response; integers beyond 2^53 become `bigint`. Throws like `readingAnswer`. */
export function parseAnswer(json: Buffer, action: DirectActionName): RawValue {
  return readingAnswer(action, () => parseExactly(json.toString('utf8')));
}

/**
 * Does what needs the inside of the records of an answer, which nobody looked at before. Throws `upstream_unavailable` when it is not
 * valid JSON; a write has then an unknown outcome, because it must not be repeated.
 */
export function readingAnswer<Result>(action: DirectActionName, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof JsonSyntaxError)) throw cause;
    throw new GatewayError('upstream_unavailable', 'The upstream returned a record that is not valid JSON.', {
      cause,
      ...(!isRead(action) && { outcome: 'unknown' as const, retryable: false }),
    });
  }
}
