import type { CopiedRecord } from '@connectory/context-store';
import type { EventEndpoint } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { RegistrationRequest } from './event-registrar.ts';

/** Path that every URL for events of a connection starts with, current or former. */
export const eventPath = (connectionId: string): string => `/events/${connectionId}/`;

/** The URL to which the vendor of a connection sends events; part of it is a secret. */
export const eventUrl = (
  origin: string,
  { connectionId, urlSecret }: Pick<EventEndpoint, 'connectionId' | 'urlSecret'>,
): string => `${origin}${eventPath(connectionId)}${urlSecret.reveal()}`;

/** Where webhooks are registered: the account, or one of its records. */
export interface Place {
  /** Name of the record in failures; null for the account. */
  readonly name: string | null;
  /** Parameters of the actions of the webhooks. */
  readonly params: Readonly<Record<string, unknown>>;
}

const maxPlaces = 500;

/**
 * Returns the places where a connection has webhooks: the account, or each record that the request names or the copy contains. Throws
 * `invalid_params` for parameters that do not name a record, for any parameters if webhooks belong to the account, and for more than 500
 * records in the copy.
 */
export async function placesOf(
  { copy }: { readonly copy: ContextCopy | undefined },
  { connection, registration, each }: RegistrationRequest,
): Promise<readonly Place[]> {
  if (registration.each === undefined) {
    if (each !== undefined)
      throw new GatewayError('invalid_params', 'The vendor has one webhook for all records. Omit "each".');
    return [{ name: null, params: {} }];
  }
  const { entity, params, partition = [] } = registration.each;
  const names = [...partition, ...Object.keys(params)];
  const toPlace = (values: Readonly<Record<string, unknown>>): Place => ({
    name: names.map((name) => String(values[name])).join('/'),
    params: values,
  });
  if (each !== undefined) {
    const strange = each.find((one) => Object.keys(one).toSorted().join() !== names.toSorted().join());
    if (strange === undefined) return each.map(toPlace);
    throw new GatewayError('invalid_params', `Each member of "each" needs exactly: ${names.join(', ')}.`);
  }
  const records = await recordsOf(copy, connection, entity);
  return records.map((record) =>
    toPlace(
      Object.fromEntries([
        ...partition.map((name) => [name, record.partition[name]]),
        ...Object.entries(params).map(([name, path]) => [name, record.value(path)]),
      ]),
    ),
  );
}

async function recordsOf(
  copy: ContextCopy | undefined,
  connection: RegistrationRequest['connection'],
  entity: string,
): Promise<readonly CopiedRecord[]> {
  if (copy === undefined) throw new TypeError('a gateway in direct mode has no copies');
  const records = await copy.records(connection, entity, maxPlaces + 1);
  if (records.length <= maxPlaces) return records;
  throw new GatewayError(
    'invalid_params',
    `The copy has more than ${maxPlaces} ${entity}. Name those to register at in "each", at most ${maxPlaces} at a time.`,
  );
}
