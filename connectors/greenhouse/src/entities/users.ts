import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, createdParams, listParams, updatedParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { Reference, references, renamed, reshaping } from '../reshaping.ts';

const User = z.object({
  id: z.int(),
  name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  primary_email_address: z.string().nullish(),
  updated_at: time().nullish(),
  created_at: time().nullish(),
  disabled: z.boolean().nullish(),
  site_admin: z.boolean().nullish(),
  emails: z.array(z.string()).nullish(),
  employee_id: z.string().nullish(),
  linked_candidate_ids: z.array(z.int()).nullish(),
  offices: z.array(Reference).nullish(),
  departments: z.array(Reference).nullish(),
});

/** How rows of Harvest become these records. */
export const userShape = reshaping({
  primary_email_address: renamed('primary_email'),
  disabled: renamed('deactivated'),
  offices: references('office_ids'),
  departments: references('department_ids'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-users */
export const users = defineEntity({
  name: 'users',
  summary: 'People who work with Greenhouse',
  keywords: ['admin', 'colleague', 'login'],
  record: User,
  key: 'id',
  actions: {
    list: listOf('users', 'List users, newest first, including deactivated ones', {
      params: listParams.extend({ ...createdParams, ...updatedParams }),
      shape: userShape,
    }),
    get: getOf('users', 'Get one user', userShape),
  },
  search: { title: 'name', fields: allFields(User) },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
});
