import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams, createdParams, time } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { customFields, keyedCustomFields, object, renamed, reshaping, translated, within } from '../reshaping.ts';
import {
  applicationAge,
  applicationId,
  candidateId,
  jobId,
  jobOfApplication,
  offeredAt,
  openingId,
  outcomeAt,
  selected,
} from '../sample-company.ts';

const Opening = z.object({
  id: z.int(),
  opening_id: z.string().nullish(),
  status: z.string().nullish(),
  opened_at: z.string().nullish(),
  closed_at: z.string().nullish(),
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
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  sent_at: z.string().nullish(),
  resolved_at: z.string().nullish(),
  starts_at: z.string().nullish(),
  status: z.string().nullish(),
  custom_fields: object.nullish(),
});

const unknown = Object.keys(Opening.shape).filter((name) => name !== 'id');

const shape = reshaping({
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

const statuses: Readonly<Record<string, string>> = { hired: 'Accepted', offered: 'Created', declined: 'Rejected' };

/** https://harvestdocs.greenhouse.io/reference/get_v3-offers */
export const offers = defineEntity({
  name: 'offers',
  summary: 'Offers made to candidates, each version on its own',
  record: Offer,
  key: 'id',
  actions: {
    list: listOf('offers', 'List offers, newest first', {
      params: changeParams.extend({
        ...createdParams,
        resolved_after: time('Only offers accepted or rejected at or after this time'),
      }),
      shape,
    }),
    get: getOf('offers', 'Get one offer', shape),
  },
  search: { fields: allFields(Offer), derived: { keyed_custom_fields: keyedCustomFields } },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const position = offeredAt(source.index);
    const isReplaced = source.index >= 13;
    const age = applicationAge(position) - (isReplaced ? 7 : 9);
    const status = isReplaced ? 'Deprecated' : statuses[outcomeAt(position)];
    const sent = source.time(age - 1);
    const resolved_at = status === 'Accepted' || status === 'Rejected' ? source.time(age - 3) : null;
    return shape.toRecord({
      id: 1_142_785 - source.index * 97,
      version: isReplaced || position === 24 ? 1 : 2,
      application_id: applicationId(position),
      job_id: jobId(jobOfApplication(position)),
      candidate_id: candidateId(position),
      opening_id: openingId(position),
      created_at: source.time(age),
      updated_at: resolved_at ?? sent,
      sent_on: sent.slice(0, 10),
      resolved_at,
      starts_on: source.time(age - 60).slice(0, 10),
      status,
      custom_fields: selected('Employment type', 'Full-time'),
    });
  },
});
