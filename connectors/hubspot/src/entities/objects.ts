import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { crmObject } from '../records/crm-object.ts';
import { customFullName, objectId } from '../sample-account.ts';
import { fitsHistory, getParams, idLike, pageParams, tooMuchHistory } from '../shared.ts';

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
  keywords: ['custom type', 'own type', 'entry', 'data type', 'rows of our custom', 'instances of'],
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
    }),
    get: hubspot('GET /crm/v3/objects/{objectType}/{objectId}', {
      summary: 'Get one record of a custom object',
      params: getParams.extend({ objectType, objectId: idLike(objectId(0)) }),
    }),
  },
});
