import { simulate } from '@connectory/sandbox';
import { schemas } from '../src/entities/schemas.ts';
import { customFullName, customName } from '../src/sample-account.ts';
import { customTypeId, labelOf } from './account.ts';
import { customDefinitions } from './own-properties.ts';

const flags = Object.fromEntries(
  ['calculated', 'externalOptions', 'archived', 'hasUniqueValue', 'hidden', 'formField', 'hubspotDefined'].map(
    (name) => [name, false],
  ),
);

/** The definition of a property of the account, with its type and what else is its own. */
export const sampleProperty = (name: string, own: Readonly<Record<string, unknown>>, stamps: object) => ({
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

export const simulatedSchemas = [
  simulate(schemas, {
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
        properties: Object.entries(customDefinitions).map(([property, own]) => sampleProperty(property, own, stamps)),
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
    actions: {
      get: {
        fields: { objectType: null },
        matches: ({ objectTypeId, fullyQualifiedName }, { objectType }) =>
          [objectTypeId, fullyQualifiedName].includes(objectType),
      },
    },
  }),
];
