import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { Property } from '../records/property.ts';
import { customFullName } from '../sample-account.ts';

const Association = z.object({
  fromObjectTypeId: z.string(),
  toObjectTypeId: z.string(),
  name: z.string().nullish(),
  cardinality: z.string().nullish(),
  id: z.string(),
  inverseCardinality: z.string().nullish(),
  hasUserEnforcedMaxToObjectIds: z.boolean().nullish(),
  hasUserEnforcedMaxFromObjectIds: z.boolean().nullish(),
  maxToObjectIds: z.int().nullish(),
  maxFromObjectIds: z.int().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
});

const Schema = z.object({
  id: z.string(),
  name: z.string(),
  labels: z.object({ singular: z.string().nullish(), plural: z.string().nullish() }),
  objectTypeId: z.string().nullish(),
  fullyQualifiedName: z.string().nullish(),
  requiredProperties: z.array(z.string()),
  searchableProperties: z.array(z.string()).nullish(),
  primaryDisplayProperty: z.string().nullish(),
  secondaryDisplayProperties: z.array(z.string()).nullish(),
  description: z.string().nullish(),
  allowsSensitiveProperties: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  restorable: z.boolean().nullish(),
  metaType: z.string().nullish(),
  createdByUserId: z.int().nullish(),
  updatedByUserId: z.int().nullish(),
  properties: z.array(Property),
  associations: z.array(Association),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
});

/** https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide */
export const schemas = defineEntity({
  name: 'schemas',
  summary: 'Definitions of custom objects: their properties and associations',
  keywords: ['type', 'own objects', 'kinds of records', 'structure of', 'what columns', 'custom entity'],
  record: Schema,
  key: 'id',
  actions: {
    list: hubspot('GET /crm-object-schemas/v3/schemas', {
      summary: 'List the definitions of all custom objects',
      params: z.object({
        archived: z.boolean().optional().describe('Whether to list archived definitions instead of active ones'),
      }),
      paging: null,
      meta: {},
    }),
    get: hubspot('GET /crm-object-schemas/v3/schemas/{objectType}', {
      summary: 'Get the definition of one custom object',
      params: z.object({
        objectType: z
          .string()
          .describe('Object type id, such as 2-3465404, or fully qualified name')
          .meta({ examples: [customFullName(0)] }),
      }),
    }),
  },
});
