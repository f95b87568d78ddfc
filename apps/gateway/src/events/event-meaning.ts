import { hash } from 'node:crypto';
import type {
  ConnectorEvents,
  EventHint,
  EventRequest,
  HandshakeResponse,
  VendorEvent,
} from '@connectory/connector-sdk';
import { eventId } from '@connectory/connector-sdk/engine';
import { z } from 'zod';

const maxHints = 1_000;
const maxResponse = 8_192;

const members = z.record(z.string(), z.unknown());
const hintSchema = z.object({
  entity: z.string(),
  params: members.optional(),
  key: members.optional(),
  gone: z.boolean().optional(),
});
const responseSchema = z
  .object({ contentType: z.enum(['application/json', 'text/plain']), body: z.string().max(maxResponse) })
  .optional();

/**
 * Returns the response to a vendor that verifies the URL; undefined for an event. Throws a `TypeError` if the connector returns an invalid
 * response.
 */
export async function handshakeResponse(
  events: ConnectorEvents,
  event: VendorEvent,
): Promise<HandshakeResponse | undefined> {
  const response = events.remote ? await events.remote.handshake(event) : events.handshake?.(event);
  const checked = responseSchema.safeParse(response ?? undefined);
  if (!checked.success) throw new TypeError('the handshake of the connector gave no answer that can be sent');
  return checked.data;
}

/**
 * Returns which records an event is about. Beyond 1,000 records, hints only name entities. Throws a `TypeError` if the connector returns
 * invalid hints, or hints about entities without events.
 */
export async function hintsOf(events: ConnectorEvents, event: VendorEvent): Promise<readonly EventHint[]> {
  const hints = events.remote ? await events.remote.hints(event) : events.hints(event);
  if (!Array.isArray(hints)) throw new TypeError('the hints of the connector are not a list');
  const checked = hints.slice(0, maxHints).map((hint: unknown) => hintSchema.parse(hint) as EventHint);
  const others = new Set(hints.slice(maxHints).map(({ entity }: EventHint) => String(entity)));
  const all = [...checked, ...Array.from(others, (entity) => ({ entity }))];
  const strange = all.find(({ entity }) => !events.entities.includes(entity));
  if (strange !== undefined) throw new TypeError(`an event is about ${strange.entity}, which is not declared`);
  return all;
}

/** Returns a digest that identifies an event: of the vendor's event ID, or of the whole request. */
export function eventDigest(events: ConnectorEvents, { method, url, body }: EventRequest, event: VendorEvent): string {
  const id = eventId(events, event);
  if (id !== undefined) return hash('sha256', `id ${id}`, 'base64url');
  const { search } = new URL(url);
  return hash('sha256', Buffer.concat([Buffer.from(`body ${method} ${search} `), body]), 'base64url');
}
