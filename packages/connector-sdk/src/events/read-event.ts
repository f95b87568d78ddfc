import { valueAt } from '../field-path.ts';
import type { RawValue } from '../raw-value.ts';
import type { ConnectorEvents } from './connector-events.ts';
import type { EventRequest, VendorEvent } from './event-request.ts';

/** Splits a request into its parts. If `parse` throws, the body is not JSON. */
export function readEvent(
  { method, url, headers, body }: EventRequest,
  parse: (text: string) => RawValue,
): VendorEvent {
  const query = Object.fromEntries(new URL(url).searchParams);
  return { method, headers, query, body: bodyOf(headers['content-type'] ?? '', body, parse) };
}

/** The ID of an event; undefined if the vendor sends none. */
export function eventId({ id }: Pick<ConnectorEvents, 'id'>, { headers, body }: VendorEvent): string | undefined {
  if (id === undefined) return undefined;
  const value = 'header' in id ? headers[id.header] : valueAt(body, id.body);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function bodyOf(type: string, bytes: Uint8Array, parse: (text: string) => RawValue): RawValue {
  const text = Buffer.from(bytes).toString('utf8');
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
