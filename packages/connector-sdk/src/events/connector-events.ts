import { brokenRegistrationRule, type EventRegistration } from './event-registration.ts';
import type { EventHint, HandshakeResponse, VendorEvent } from './event-request.ts';
import type { EventSignature } from './event-signature.ts';

/**
 * The events that a vendor sends about changes, and how to interpret them. With events, a copy is up to date within seconds; without them,
 * after its next pass.
 */
export interface ConnectorEvents {
  /** Where the vendor documents its events. */
  readonly documentation: string;
  /** The entities whose copies are updated by events. */
  readonly entities: readonly string[];
  readonly signature: EventSignature;
  /** What the user copies from the vendor, and where it is found; absent with `secretUrl`. */
  readonly secret?: string;
  /** Where an event has an ID that stays the same when it is sent again: a header, or a path in the body. */
  readonly id?: { readonly header: string } | { readonly body: string };
  /** How the gateway registers its URL, if the vendor allows this with the credentials of a connection. */
  readonly registration?: EventRegistration;
  /** Responds to a vendor that verifies the URL; undefined for an event. Called before the signature is verified. */
  handshake?(event: VendorEvent): HandshakeResponse | undefined;
  /** Which records an event is about, at most 1,000; none for irrelevant events. */
  hints(event: VendorEvent): readonly EventHint[];
  /** Present if the functions run in an interpreter; they are not called here. */
  readonly remote?: RemoteEvents;
}

/** Functions of events that run in an interpreter. */
export interface RemoteEvents {
  handshake(event: VendorEvent): Promise<HandshakeResponse | undefined>;
  hints(event: VendorEvent): Promise<readonly EventHint[]>;
}

/** The error in declared events, as a sentence without its subject; null if they are valid. */
export function brokenEventsRule(
  { signature, secret, entities, registration }: ConnectorEvents,
  declared: readonly { readonly name: string; readonly search: unknown; readonly sync: unknown }[],
): string | null {
  if (signature.kind === 'url' && secret !== undefined) return 'have a secret that nothing is signed with';
  if (signature.kind !== 'url' && secret === undefined) return 'do not say where the secret is found';
  const withoutCopy = entities.find((name) => {
    const entity = declared.find((one) => one.name === name);
    return entity === undefined || entity.search === null || entity.sync === null;
  });
  if (withoutCopy !== undefined) return `name ${withoutCopy}, which has no copy`;
  return registration === undefined ? null : brokenRegistrationRule(registration, signature, declared);
}
