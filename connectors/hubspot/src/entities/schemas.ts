import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { customFullName, customName, customTypeId, labelOf } from '../sample-account.ts';

// HubSpot's own example of a definition has properties without a description and options, which its schema requires.
const Property = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string(),
  description: z.string().nullish(),
  groupName: z.string(),
  displayOrder: z.int().nullish(),
  calculated: z.boolean().nullish(),
  externalOptions: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  hasUniqueValue: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  formField: z.boolean().nullish(),
  dataSensitivity: z.string().nullish(),
  hubspotDefined: z.boolean().nullish(),
  updatedAt: z.string().nullish(),
  createdAt: z.string().nullish(),
  options: z
    .array(
      z.object({
        label: z.string(),
        value: z.string(),
        hidden: z.boolean(),
        description: z.string().nullish(),
        displayOrder: z.int().nullish(),
      }),
    )
    .nullish(),
  createdUserId: z.string().nullish(),
  updatedUserId: z.string().nullish(),
  showCurrencySymbol: z.boolean().nullish(),
  modificationMetadata: z
    .object({
      archivable: z.boolean(),
      readOnlyDefinition: z.boolean(),
      readOnlyValue: z.boolean(),
      readOnlyOptions: z.boolean().nullish(),
    })
    .nullish(),
});

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
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
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
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
});

/** https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide */
export const schemas = defineEntity({
  name: 'schemas',
  summary: 'Definitions of custom objects: their properties and associations',
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
      simulate: {
        fields: { objectType: null },
        matches: ({ objectTypeId, fullyQualifiedName }, { objectType }) =>
          [objectTypeId, fullyQualifiedName].includes(objectType),
      },
    }),
  },
  sample: (source) => {
    const name = customName(source.index);
    const id = customTypeId(source.index);
    const created = source.time(source.integer(200, 900));
    const changed = source.time(source.integer(0, 190));
    const stamps = { createdAt: created, updatedAt: changed };
    return {
      id: id.replace('2-', ''),
      name,
      labels: { singular: labelOf(name), plural: `${labelOf(name)}s` },
      objectTypeId: id,
      fullyQualifiedName: customFullName(source.index),
      requiredProperties: ['reference'],
      searchableProperties: ['reference', 'status'],
      primaryDisplayProperty: 'reference',
      secondaryDisplayProperties: ['status'],
      description: `${labelOf(name)}s by reference, status and start`,
      allowsSensitiveProperties: false,
      archived: false,
      restorable: true,
      metaType: 'PORTAL_SPECIFIC',
      createdByUserId: 41827305,
      updatedByUserId: 41827309,
      properties: [
        sampleProperty('reference', { type: 'string', fieldType: 'text', hasUniqueValue: true }, stamps),
        sampleProperty('status', { type: 'enumeration', fieldType: 'select', options: sampleOptions }, stamps),
        sampleProperty('start_date', { type: 'date', fieldType: 'date' }, stamps),
      ],
      associations: [
        {
          id: String(120 + source.index),
          name: `${name}_to_company`,
          fromObjectTypeId: id,
          toObjectTypeId: '0-2',
          cardinality: 'ONE_TO_MANY',
          inverseCardinality: 'ONE_TO_MANY',
          hasUserEnforcedMaxToObjectIds: false,
          hasUserEnforcedMaxFromObjectIds: false,
          maxToObjectIds: undefined,
          maxFromObjectIds: undefined,
          ...stamps,
        },
      ],
      ...stamps,
    };
  },
});

const sampleOptions = ['Planned', 'Active', 'Closed'].map((label, displayOrder) => ({
  label,
  value: label.toLowerCase(),
  displayOrder,
  hidden: false,
}));

const flags = Object.fromEntries(
  ['calculated', 'externalOptions', 'archived', 'hasUniqueValue', 'hidden', 'formField', 'hubspotDefined'].map(
    (name) => [name, false],
  ),
);

const sampleProperty = (name: string, own: Readonly<Record<string, unknown>>, stamps: object) => ({
  name,
  label: labelOf(name),
  description: '',
  groupName: 'custom_information',
  displayOrder: -1,
  ...flags,
  dataSensitivity: 'non_sensitive',
  options: [],
  createdUserId: '41827305',
  updatedUserId: '41827309',
  modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: false, readOnlyOptions: false },
  ...own,
  ...stamps,
});
