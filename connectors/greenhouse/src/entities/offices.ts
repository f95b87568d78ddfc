import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { namesOf, nothing, onlyAbove, renamed, reshaping, within } from '../reshaping.ts';

const Office = z.object({
  id: z.int(),
  name: z.string().nullish(),
  location: z.object({ name: z.string().nullish() }).nullish(),
  primary_contact_user_id: z.int().nullish(),
  parent_id: z.int().nullish(),
  parent_office_external_id: z.string().nullish(),
  child_ids: z.array(z.int()).nullish(),
  child_office_external_ids: z.array(z.string()).nullish(),
  external_id: z.string().nullish(),
});

const missing = {
  parent_office_external_id: absent(z.string(), onlyAbove),
  child_ids: absent(z.array(z.int()), onlyAbove),
  child_office_external_ids: absent(z.array(z.string()), onlyAbove),
};

/** How rows of Harvest become these records. */
export const officeShape = reshaping({
  ...nothing(missing),
  location: within('location', 'name'),
  primary_contact_user_id: renamed('primary_in_house_contact_user_id'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-offices */
export const offices = defineEntity({
  name: 'offices',
  summary: 'Offices of the organization, each with the one above it',
  keywords: ['location', 'branch', 'site', 'branches of the company'],
  record: Office,
  key: 'id',
  actions: {
    list: listOf('offices', 'List offices, newest first', { params: listParams, shape: officeShape }),
    get: getOf('offices', 'Get one office', officeShape),
  },
  search: { title: 'name', fields: allFields(Office, { except: namesOf(missing) }), derived: missing },
  sync: { via: 'list', params: { per_page: 500 } },
});
