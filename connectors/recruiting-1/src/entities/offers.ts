import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, createdParams, isWithin, listParams, listQuery, time, updatedAfter } from '../lists.ts';
import {
  applicationAge,
  applicationId,
  candidateId,
  jobId,
  jobOfApplication,
  offeredAt,
  openingId,
  outcomeAt,
} from '../sample-company.ts';
import { getFrom, keyedCustomFields, object, type Reshaping, valuesOf } from '../shared.ts';

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

const statuses: Readonly<Record<string, string>> = {
  Created: 'unresolved',
  Accepted: 'accepted',
  Rejected: 'rejected',
  Deprecated: 'deprecated',
};

const openingOf = (id: number | null | undefined) =>
  (id ?? null) === null
    ? null
    : {
        id,
        opening_id: null,
        status: null,
        opened_at: null,
        closed_at: null,
        application_id: null,
        close_reason: null,
      };

const offer: Reshaping = {
  toRecord: ({ opening_id, sent_on, starts_on, status, custom_fields, ...row }) => ({
    ...row,
    opening: openingOf(opening_id),
    sent_at: sent_on,
    starts_at: starts_on,
    status: statuses[status] ?? status,
    custom_fields: valuesOf(custom_fields),
    keyed_custom_fields: custom_fields,
  }),
  toRow: ({ opening, sent_at, starts_at, status, keyed_custom_fields, ...record }) => ({
    ...record,
    opening_id: opening?.id ?? null,
    sent_on: sent_at,
    starts_on: starts_at,
    status: Object.keys(statuses).find((name) => statuses[name] === status),
    custom_fields: keyed_custom_fields,
  }),
};

/** Contract A4, offers; https://harvestdocs.greenhouse.io/reference/get_v3-offers */
export const offers = defineEntity({
  name: 'offers',
  summary: 'Offers made to candidates, each version on its own',
  record: Offer,
  key: 'id',
  actions: {
    list: greenhouse('GET /offers', {
      summary: 'List offers, newest first',
      params: listParams.extend({
        ...createdParams,
        resolved_after: time('Only offers accepted or rejected at or after this time'),
        updated_after: updatedAfter,
      }),
      wire: listQuery,
      ...offer,
      simulate: { matches: isWithin },
    }),
    get: getFrom('offers', 'Get one offer', offer),
  },
  search: { fields: allFields(Offer), derived: { keyed_custom_fields: keyedCustomFields } },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const position = offeredAt(source.index);
    const outcome = outcomeAt(position);
    const isReplaced = source.index >= 13;
    const age = applicationAge(position) - (isReplaced ? 7 : 9);
    const created_at = source.time(age);
    const resolved_at = isReplaced || outcome === 'offered' ? null : source.time(age - 3);
    const last = source.time(age - 1);
    const employment = { name: 'Employment type', type: 'single_select', value: 'Full-time' };
    const salary = { name: 'Salary', type: 'currency', value: { amount: source.integer(48, 130) * 1000, unit: 'EUR' } };
    return {
      id: 1_142_785 - source.index * 97,
      version: isReplaced || position === 24 ? 1 : 2,
      application_id: applicationId(position),
      job_id: jobId(jobOfApplication(position)),
      candidate_id: candidateId(position),
      opening: openingOf(openingId(position)),
      created_at,
      updated_at: resolved_at ?? last,
      sent_at: last.slice(0, 10),
      resolved_at,
      starts_at: source.time(age - 60).slice(0, 10),
      status: isReplaced
        ? 'deprecated'
        : ({ offered: 'unresolved', declined: 'rejected' }[outcome as string] ?? 'accepted'),
      custom_fields: { employment_type: employment.value, salary: salary.value },
      keyed_custom_fields: { employment_type: employment, salary },
    };
  },
});
