import { defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { unlabeledType } from '../association-types.ts';
import { companyId, contactId } from '../sample-account.ts';
import { associationCategory, nothing } from '../writing.ts';

const Association = z.object({
  fromObjectType: z.string().describe('Object of the record, as in the request'),
  fromObjectId: z.string().describe('Id of the record'),
  toObjectType: z.string().describe('Object of the associated record, as in the request'),
  toObjectId: z.string().describe('Id of the associated record'),
  associationTypes: z
    .array(z.object({ category: z.string(), typeId: z.int(), label: z.string().nullable() }))
    .describe('All types of the association; the label of the unlabeled one is null'),
});

const Created = z.object({
  fromObjectTypeId: z.string(),
  fromObjectId: z.string(),
  toObjectTypeId: z.string(),
  toObjectId: z.string(),
  labels: z.array(z.string()),
});

const objectType = z.string().describe('Object the record is of: its name, such as `contacts`, or its object type id');

const from = z.object({
  fromObjectType: objectType.meta({ examples: ['contacts'] }),
  fromObjectId: z
    .string()
    .describe('Id of the record')
    .meta({ examples: [contactId(0)] }),
  toObjectType: objectType.describe('Object of the associated records').meta({ examples: ['deals'] }),
});

const between = from.extend({
  toObjectType: objectType.describe('Object of the other record').meta({ examples: ['companies'] }),
  toObjectId: z
    .string()
    .describe('Id of the other record')
    .meta({ examples: [companyId(0)] }),
});

const creation = between
  .extend({
    associationCategory,
    associationTypeId: z
      .int()
      .optional()
      .describe('Id of the association type or label; by default the unlabeled type of standard objects'),
  })
  .refine((params) => typeOf(params) !== undefined, {
    path: ['associationTypeId'],
    error: 'is required unless both are standard objects, named as `contacts`, `deals` or `calls`',
  });

type Creation = Readonly<Record<'fromObjectType' | 'toObjectType', string>> & {
  readonly associationTypeId?: number | undefined;
};

function typeOf({ fromObjectType, toObjectType, associationTypeId }: Creation): number | undefined {
  return associationTypeId ?? unlabeledType(fromObjectType, toObjectType);
}

/** https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
export const associations = defineEntity({
  name: 'associations',
  beyondContract: true,
  summary: 'Which records belong together, such as the contacts of a deal',
  keywords: ['link', 'connect', 'relate', 'belongs to', 'attach to', 'related records', 'association label'],
  record: Association,
  key: ['fromObjectType', 'fromObjectId', 'toObjectType', 'toObjectId'],
  actions: {
    list: hubspot('GET /crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/{toObjectType}', {
      summary: 'List the records of one object that are associated with a record',
      params: from.extend({
        limit: z.int().min(1).max(500).default(500).describe('Number of records per page'),
        after: z.string().optional().describe('The next_cursor of the previous response'),
      }),
      toRecord: (row: RawValue, { fromObjectType, fromObjectId, toObjectType }) => ({
        fromObjectType,
        fromObjectId,
        toObjectType,
        ...row,
        // HubSpot writes it as a number or as a text.
        toObjectId: String(row.toObjectId),
      }),
    }),
    create: hubspot('POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/create', {
      summary: 'Associate two records, with a label if wanted',
      recordAt: 'results.0',
      params: creation,
      wire: (_rest, all) => ({
        body: {
          inputs: [
            {
              from: { id: all.fromObjectId },
              to: { id: all.toObjectId },
              types: [{ associationCategory: all.associationCategory, associationTypeId: typeOf(all) }],
            },
          ],
        },
      }),
      result: Created,
    }),
    delete: hubspot('DELETE /crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/{toObjectType}/{toObjectId}', {
      summary: 'Remove all associations between two records; the records stay',
      params: between,
      result: nothing,
    }),
  },
});
