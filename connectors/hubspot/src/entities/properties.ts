import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { Property } from '../records/property.ts';

const objectType = z
  .string()
  .describe('Object of the properties: its name, such as `contacts`, or its object type id')
  .meta({ examples: ['contacts'] });

/** https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide */
export const properties = defineEntity({
  name: 'properties',
  beyondContract: true,
  summary: 'Properties that records have, with the values that are allowed',
  keywords: ['fields of contacts', 'custom fields', 'which fields', 'picklist', 'dropdown options', 'allowed values'],
  record: Property,
  key: 'name',
  actions: {
    list: hubspot('GET /crm/v3/properties/{objectType}', {
      summary: 'List the properties of contacts, deals or another object, with their names, types and options',
      params: z.object({
        objectType,
        archived: z.boolean().optional().describe('Whether to list archived properties instead of active ones'),
      }),
      paging: null,
      meta: {},
    }),
    get: hubspot('GET /crm/v3/properties/{objectType}/{propertyName}', {
      summary: 'Get one property of an object',
      params: z.object({
        objectType,
        propertyName: z
          .string()
          .describe('Name of the property')
          .meta({ examples: ['email'] }),
      }),
    }),
  },
});
