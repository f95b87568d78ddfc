import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, createdParams, isWithin, listParams, listQuery, time, updatedAfter } from '../lists.ts';
import { userId } from '../sample-company.ts';
import { getFrom, idsOf, Reference, type Reshaping, reference, references } from '../shared.ts';

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

const user: Reshaping = {
  toRecord: ({ primary_email, deactivated, office_ids, department_ids, ...row }) => ({
    ...row,
    primary_email_address: primary_email,
    disabled: deactivated,
    offices: references(office_ids),
    departments: references(department_ids),
  }),
  toRow: ({ primary_email_address, disabled, offices, departments, ...record }) => ({
    ...record,
    primary_email: primary_email_address,
    deactivated: disabled,
    office_ids: idsOf(offices),
    department_ids: idsOf(departments),
  }),
};

/** Contract A4, users; https://harvestdocs.greenhouse.io/reference/get_v3-users */
export const users = defineEntity({
  name: 'users',
  summary: 'People who work with Greenhouse',
  record: User,
  key: 'id',
  actions: {
    list: greenhouse('GET /users', {
      summary: 'List users, newest first, the deactivated ones included',
      params: listParams.extend({
        ...createdParams,
        updated_before: time('Only records changed before this time'),
        updated_after: updatedAfter,
      }),
      wire: listQuery,
      ...user,
      simulate: { matches: isWithin },
    }),
    get: getFrom('users', 'Get one user', user),
  },
  search: { fields: allFields(User) },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { first, last, email } = source.person();
    const age = 420 + 17 * source.index;
    return {
      id: userId(source.index),
      name: `${first} ${last}`,
      first_name: first,
      last_name: last,
      primary_email_address: email,
      created_at: source.time(age),
      updated_at: source.time(source.integer(3, 300)),
      disabled: source.index % 9 === 8,
      site_admin: source.index % 12 === 0,
      emails: [email],
      employee_id: String(4_100 + source.index),
      linked_candidate_ids: [],
      offices: [reference(source.of('offices'))],
      departments: [reference(source.of('departments'))],
      job_title: source.pick(['Recruiter', 'Hiring manager', 'Recruiting coordinator']),
      agency_id: null,
      interviewer_tags: [],
    };
  },
});
