import {
  type ConnectorEvents,
  type EventHint,
  hmacSignature,
  ownMember,
  type RawValue,
} from '@connectory/connector-sdk';

interface Kind {
  readonly entity: string;
  readonly param: string;
  readonly typeId: string;
}

/** Entities with events, by the name in HubSpot's subscriptions. */
export const kinds: Readonly<Record<string, Kind>> = {
  contact: { entity: 'contacts', param: 'contactId', typeId: '0-1' },
  company: { entity: 'companies', param: 'companyId', typeId: '0-2' },
  deal: { entity: 'deals', param: 'dealId', typeId: '0-3' },
  ticket: { entity: 'tickets', param: 'ticketId', typeId: '0-5' },
};

const removals = ['deletion', 'privacyDeletion'];

function hintOf({ entity, param }: Kind, given: RawValue, gone = false): EventHint {
  const id = String(given);
  return { entity, params: { [param]: id }, key: { id }, gone };
}

// Subscriptions to any object are named `object` and identify it by its type id.
const kindOf = (name: string, typeId: unknown): Kind | undefined =>
  ownMember(kinds, name) ?? Object.values(kinds).find((kind) => name === 'object' && kind.typeId === typeId);

function hintsOf(event: RawValue): readonly EventHint[] {
  const [name = '', verb = ''] = String(event.subscriptionType ?? '').split('.');
  const kind = kindOf(name, event.objectTypeId);
  if (kind === undefined) return [];
  if (verb === 'merge') {
    const merged: readonly RawValue[] = event.mergedObjectIds ?? [];
    return [...merged.map((id) => hintOf(kind, id, true)), hintOf(kind, event.newObjectId ?? event.primaryObjectId)];
  }
  if (verb === 'associationChange') {
    // `CONTACT_TO_COMPANY`: the records of both sides have the association.
    const [, to = ''] = String(event.associationType).toLowerCase().split('_to_');
    const other = kindOf(to, event.toObjectTypeId);
    return [hintOf(kind, event.fromObjectId), ...(other === undefined ? [] : [hintOf(other, event.toObjectId)])];
  }
  return [hintOf(kind, event.objectId, removals.includes(verb))];
}

/** https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide */
export const events: ConnectorEvents = {
  documentation: 'https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide',
  entities: Object.values(kinds).map(({ entity }) => entity),
  secret: 'Client secret of the app, shown by HubSpot on its Auth tab',
  signature: hmacSignature({
    header: 'x-hubspot-signature-v3',
    encoding: 'base64',
    content: '{method}{url}{body}{timestamp}',
    timestamp: { header: 'x-hubspot-request-timestamp', unit: 'milliseconds' },
  }),
  hints: ({ body }) => (Array.isArray(body) ? body.flatMap(hintsOf) : []),
};
