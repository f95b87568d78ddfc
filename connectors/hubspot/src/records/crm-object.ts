import { from, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ownProperties } from './own-properties.ts';

// Null if the property is empty, absent if it was not requested.
const property = z.string().nullish();
const timeProperty = time().nullish();

const Associations = z.record(
  z.string(),
  z.object({ results: z.array(z.object({ id: z.string(), type: z.string() })) }),
);

type Texts<Name extends string> = { readonly [Each in Name]: typeof property };

/** The record of a CRM object: its properties, all of which are texts, and the fields that every object has. */
export const crmObject = <const Name extends string, Own extends Partial<Texts<Name>>>(
  names: readonly Name[],
  own?: Own,
) =>
  z.object({
    id: z.string(),
    properties: z.object({
      ...(Object.fromEntries(
        names.map((name) => [name, /(date|timestamp|_time)$/.test(name) ? timeProperty : property]),
      ) as Texts<Name>),
      ...own,
    }),
    createdAt: time(),
    updatedAt: time(),
    archived: z.boolean(),
    archivedAt: time().nullish(),
    propertiesWithHistory: z.record(z.string(), z.unknown()).nullish(),
    associations: Associations.nullish(),
    objectWriteTraceId: z.string().nullish(),
    url: z.string().nullish(),
  });

/** The record of any CRM object. */
export type CrmObject = z.ZodObject<{ properties: z.ZodObject } & z.ZodRawShape>;
type PropertyOf<Record extends CrmObject> = keyof Record['shape']['properties']['shape'] & string;

/** The properties that a record declares; HubSpot returns only requested ones. */
export const propertyNames = <Record extends CrmObject>({ shape }: Record) =>
  Object.keys(shape.properties.shape) as readonly PropertyOf<Record>[];

// HubSpot lists an id once for each label of the association, and always names line items "line items", whatever name was requested.
const associated = (type: string) =>
  from(z.array(z.string()), ({ associations }: RawValue) => {
    const { results = [] } = associations?.[type] ?? associations?.[type.replace('_', ' ')] ?? {};
    return [...new Set(results.map(({ id }: RawValue) => id))];
  });

const titleProperties: ReadonlySet<string> = new Set([
  ...['firstname', 'lastname', 'name', 'dealname', 'subject'],
  ...['hs_call_title', 'hs_email_subject', 'hs_meeting_title', 'hs_task_subject'],
]);

/**
 * Search fields, sync plan and own fields of an object: every property of the record, the account's own properties, and the ids of
 * associated objects by their type. Lists cannot be filtered by time, so each pass reads all of them.
 */
export function copyOf<Record extends CrmObject>(objectType: string, record: Record, ...types: readonly string[]) {
  const names = propertyNames(record);
  const properties = names.map((name) => `properties.${name}` as const);
  return {
    search: {
      title: properties.filter((path) => titleProperties.has(path.slice('properties.'.length))),
      fields: ['archived', 'createdAt', 'id', 'properties', 'updatedAt', ...properties] as const,
      derived: Object.fromEntries(types.map((type) => [type, associated(type)])),
    },
    sync: { via: 'list', params: { limit: 100, properties: names.join(), associations: types.join() } },
    ownFields: ownProperties(objectType, names),
  } as const;
}
