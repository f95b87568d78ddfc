import { nearestName } from './nearest-name.ts';

/** A connection with everything that people call it. */
export interface CalledConnection {
  readonly id: string;
  readonly name: string;
  /** The ID of its connector. */
  readonly connector: string;
  /** Null if its connector is not installed. */
  readonly vendor: string | null;
  /** The kind of system, if it is known. */
  readonly kind?: string | undefined;
}

/**
 * Returns the connection with this ID or name; otherwise every connection whose connector, vendor or kind of system has the name. Case,
 * spaces and punctuation do not matter for the latter.
 */
export function connectionsCalled<Called extends CalledConnection>(
  all: readonly Called[],
  wanted: string,
): readonly Called[] {
  const exact = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === wanted);
  if (exact !== undefined) return [exact];
  const plain = plainName(wanted);
  return plain === '' ? [] : all.filter((one) => otherNames(one).some((name) => plainName(name) === plain));
}

/** Returns the connections that a name probably means: those it calls, or else the one with the most similar name. */
export function connectionsMeant<Called extends CalledConnection>(
  all: readonly Called[],
  wanted: string,
): readonly Called[] {
  const called = connectionsCalled(all, wanted);
  if (called.length > 0) return called;
  // The name that a connection was given comes before what others are called.
  const byName = new Map([
    ...all.flatMap((one) => otherNames(one).map((name) => [name, one] as const)),
    ...all.map((one) => [one.name, one] as const),
  ]);
  const near = byName.get(nearestName(wanted, byName.keys()) ?? '');
  return near === undefined ? [] : [near];
}

/** Returns the names of connections with their vendors, for a sentence: `shop (Stripe), crm (HubSpot)`. */
export const shownConnections = (connections: readonly CalledConnection[]): string =>
  connections.map(({ name, vendor }) => (typeof vendor === 'string' ? `${name} (${vendor})` : name)).join(', ');

const otherNames = ({ connector, vendor, kind }: CalledConnection): readonly string[] =>
  [connector, vendor, kind].filter((name) => typeof name === 'string');

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
