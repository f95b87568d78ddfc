import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { crmObject } from '../records/crm-object.ts';
import {
  associationsOf,
  companyId,
  customFullName,
  customTypeId,
  customTypeOf,
  isOfType,
  objectId,
  sampleObject,
} from '../sample-account.ts';
import { fitsHistory, foundBy, getParams, idLike, pageParams, simulatedList, tooMuchHistory } from '../shared.ts';

const CustomObject = crmObject(['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id']);

// What is allowed for contacts or deals is decided by their own entities, so that these must not be reached here by their names or ids.
const objectType = z
  .string()
  .regex(/^(2-\d+|p\d*_\w+)$/, {
    error: 'must be the object type id (2-3465404) or the fully qualified name (p123_car) of a custom object',
  })
  .describe('Custom object: its object type id or fully qualified name, as schemas has them')
  .meta({ examples: [customFullName(0)] });

/** https://developers.hubspot.com/docs/api-reference/crm-custom-objects-v3/guide */
export const objects = defineEntity({
  name: 'objects',
  summary: 'Records of custom objects',
  record: CustomObject,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/{objectType}', {
      summary: 'List the records of a custom object',
      params: pageParams
        .extend({
          objectType,
          archived: z.boolean().default(false).describe('Whether to list archived records instead of active ones'),
        })
        .refine(fitsHistory, tooMuchHistory),
      simulate: {
        matches: (record, params) => isOfType(record.url, params.objectType) && simulatedList.matches(record, params),
      },
    }),
    get: hubspot('GET /crm/v3/objects/{objectType}/{objectId}', {
      summary: 'Get one record of a custom object',
      params: getParams.extend({ objectType, objectId: idLike(objectId(0)) }),
      simulate: {
        matches: (record, params) =>
          isOfType(record.url, params.objectType) && foundBy('objectId').matches(record, params),
      },
    }),
  },
  sample: (source) => {
    const { index } = source;
    const id = objectId(index);
    const type = customTypeOf(index);
    const created = source.time(source.integer(40, 300));
    const changed = source.time(source.integer(0, 39));
    return {
      ...sampleObject(customTypeId(type), id, created, changed),
      properties: {
        hs_createdate: created,
        hs_lastmodifieddate: changed,
        hs_object_id: id,
        reference: `R-${1042 + index}`,
        status: source.pick(['planned', 'active', 'active', 'closed']),
        start_date: created.slice(0, 10),
      },
      associations: associationsOf({ companies: [[companyId(index)], `${customFullName(type)}_to_company`] }),
    };
  },
});
