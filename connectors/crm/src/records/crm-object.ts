import { from, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The value of a property. Null where it is empty, absent where it was not asked for. */
export const property = z.string().nullish();

const Associations = z.record(
  z.string(),
  z.object({ results: z.array(z.object({ id: z.string(), type: z.string() })) }),
);

/** The record of any CRM object: its properties, and what HubSpot says about all objects alike. */
export const crmObject = <Properties extends z.ZodRawShape>(properties: Properties) =>
  z.object({
    id: z.string(),
    properties: z.object(properties),
    createdAt: z.string(),
    updatedAt: z.string(),
    archived: z.boolean(),
    archivedAt: z.string().nullish(),
    propertiesWithHistory: z.record(z.string(), z.unknown()).nullish(),
    associations: Associations.nullish(),
    objectWriteTraceId: z.string().nullish(),
    url: z.string().nullish(),
  });

type CrmObject = ReturnType<typeof crmObject>;

/** The properties a record declares, which HubSpot sends only when they are asked for. */
export const propertyNames = ({ shape }: CrmObject): readonly string[] => Object.keys(shape.properties.shape);

/** What a copy asks for: the largest page, every property of the record, and the ids of associated objects. */
export const wholeRecords = (record: CrmObject, associations: string) => ({
  limit: 100,
  properties: propertyNames(record).join(),
  associations,
});

/**
 * Search field: ids of the associated objects of a type. HubSpot lists an object once for each label of its association, and
 * calls line items "line items" whatever they were asked for as.
 */
export const associated = (type: string) =>
  from(z.array(z.string()), ({ associations }: RawValue) => {
    const { results = [] } = associations?.[type] ?? associations?.[type.replace('_', ' ')] ?? {};
    return [...new Set(results.map(({ id }: RawValue) => id))];
  });
