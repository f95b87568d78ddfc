import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams, createdParams, timeParam } from '../lists.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { getOf, listOf } from '../reads.ts';
import { customFields, keyedCustomFields, object, renamed, reshaping, translated, within } from '../reshaping.ts';

const Opening = z.object({
  id: z.int(),
  opening_id: z.string().nullish(),
  status: z.string().nullish(),
  opened_at: time().nullish(),
  closed_at: time().nullish(),
  application_id: z.int().nullish(),
  close_reason: z.string().nullish(),
});

const Offer = z.object({
  id: z.int(),
  version: z.int().nullish(),
  application_id: z.int().nullish(),
  job_id: z.int().nullish(),
  candidate_id: z.int().nullish(),
  opening: Opening.nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
  sent_at: time('date').nullish(),
  resolved_at: time().nullish(),
  starts_at: time('date').nullish(),
  status: z.string().nullish(),
  custom_fields: object.nullish(),
});

const unknown = Object.keys(Opening.shape).filter((name) => name !== 'id');

/** How rows of Harvest become these records. */
export const offerShape = reshaping({
  ...customFields,
  opening: within('opening_id', 'id', Object.fromEntries(unknown.map((name) => [name, null]))),
  sent_at: renamed('sent_on'),
  starts_at: renamed('starts_on'),
  status: translated('status', {
    Created: 'unresolved',
    Accepted: 'accepted',
    Rejected: 'rejected',
    Deprecated: 'deprecated',
  }),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-offers */
export const offers = defineEntity({
  name: 'offers',
  summary: 'Offers made to candidates, each version on its own',
  keywords: ['accept', 'salary', 'contract', 'job offer', 'offers out', 'offer letter', 'pending offers'],
  record: Offer,
  key: 'id',
  actions: {
    list: listOf('offers', 'List offers, newest first', {
      params: changeParams.extend({
        ...createdParams,
        resolved_after: timeParam('Only offers accepted or rejected at or after this time'),
      }),
      shape: offerShape,
    }),
    get: getOf('offers', 'Get one offer', offerShape),
  },
  search: { fields: allFields(Offer), derived: { keyed_custom_fields: keyedCustomFields } },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  ownFields: ownFieldsOf('offer'),
});
