import type { RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, isRead } from '@connectory/connector-sdk/engine';
import { databaseFailure } from '@connectory/control-plane';
import { asGatewayError, GatewayError } from '@connectory/errors';
import { JsonSyntaxError, parseExactly, readElements } from '@connectory/exact-json';

/** Converts any exception to the error for the caller: an unusable database becomes `database_unavailable`, all else as `asGatewayError`. */
export function toGatewayError(thrown: unknown): GatewayError {
  return databaseFailure(thrown) ?? asGatewayError(thrown);
}

/** Parses the JSON text of a response; integers beyond 2^53 become `bigint`. Throws like `readingResponse`. */
export function parseResponse(json: Buffer, action: DirectActionName): RawValue {
  return readingResponse(action, () => parseExactly(json.toString('utf8')));
}

/** The records of a page, parsed in turns with other work. Throws like `readingResponse`. */
export async function parseRecords(json: Buffer, action: DirectActionName): Promise<readonly RawValue[]> {
  const records: RawValue[] = [];
  const reading = readElements(json, (elements) => records.push(...elements));
  await reading.catch((cause) => {
    throw unreadable(action, cause);
  });
  return records;
}

/**
 * Runs a function that parses the records of a response, which were not parsed before. Throws `upstream_unavailable` if they are not valid
 * JSON; the outcome of a write is then unknown, because it must not be retried.
 */
export function readingResponse<Result>(action: DirectActionName, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw unreadable(action, cause);
  }
}

function unreadable(action: DirectActionName, cause: unknown): unknown {
  if (!(cause instanceof SyntaxError || cause instanceof JsonSyntaxError)) return cause;
  return new GatewayError('upstream_unavailable', 'The upstream returned a record that is not valid JSON.', {
    cause,
    ...(!isRead(action) && { outcome: 'unknown' as const, retryable: false }),
  });
}
