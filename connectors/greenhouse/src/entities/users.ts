import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, createdParams, listParams, updatedParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { Reference, references, renamed, reshaping } from '../reshaping.ts';
import { userId } from '../sample-company.ts';

const User = z.object({
  id: z.int(),
  name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  primary_email_address: z.string().nullish(),
  updated_at: z.string().nullish(),
  created_at: z.string().nullish(),
  disabled: z.boolean().nullish(),
  site_admin: z.boolean().nullish(),
  emails: z.array(z.string()).nullish(),
  employee_id: z.string().nullish(),
  linked_candidate_ids: z.array(z.int()).nullish(),
  offices: z.array(Reference).nullish(),
  departments: z.array(Reference).nullish(),
});

const shape = reshaping({
  primary_email_address: renamed('primary_email'),
  disabled: renamed('deactivated'),
  offices: references('office_ids'),
  departments: references('department_ids'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-users */
export const users = defineEntity({
  name: 'users',
  summary: 'People who work with Greenhouse',
  record: User,
  key: 'id',
  actions: {
    list: listOf('users', 'List users, newest first, including deactivated ones', {
      params: listParams.extend({ ...createdParams, ...updatedParams }),
      shape,
    }),
    get: getOf('users', 'Get one user', shape),
  },
  search: { fields: allFields(User) },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { first, last, email } = source.person();
    return shape.toRecord({
      id: userId(source.index),
      name: `${first} ${last}`,
      first_name: first,
      last_name: last,
      primary_email: email,
      created_at: source.time(420 + 17 * source.index),
      updated_at: source.time(source.integer(3, 300)),
      deactivated: source.index % 9 === 8,
      site_admin: source.index % 12 === 0,
      emails: [email],
      employee_id: String(4_100 + source.index),
      linked_candidate_ids: [],
      office_ids: [source.of('offices')],
      department_ids: [source.of('departments')],
      job_title: source.pick(['Recruiter', 'Hiring manager', 'Recruiting coordinator']),
    });
  },
});
