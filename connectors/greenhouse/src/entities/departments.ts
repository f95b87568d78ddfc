import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { namesOf, nothing, onlyAbove, reshaping } from '../reshaping.ts';

const Department = z.object({
  id: z.int(),
  name: z.string().nullish(),
  parent_id: z.int().nullish(),
  parent_department_external_id: z.string().nullish(),
  child_ids: z.array(z.int()).nullish(),
  child_department_external_ids: z.array(z.string()).nullish(),
  external_id: z.string().nullish(),
});

const missing = {
  parent_department_external_id: absent(z.string(), onlyAbove),
  child_ids: absent(z.array(z.int()), onlyAbove),
  child_department_external_ids: absent(z.array(z.string()), onlyAbove),
};

/** How rows of Harvest become these records. */
export const departmentShape = reshaping(nothing(missing));

/** https://harvestdocs.greenhouse.io/reference/get_v3-departments */
export const departments = defineEntity({
  name: 'departments',
  summary: 'Departments of the organization, each with the one above it',
  keywords: ['dept', 'parent department', 'division', 'org chart', 'cost centre', 'org structure'],
  record: Department,
  key: 'id',
  actions: {
    list: listOf('departments', 'List departments, newest first', { params: listParams, shape: departmentShape }),
    get: getOf('departments', 'Get one department', departmentShape),
  },
  search: { title: 'name', fields: allFields(Department, { except: namesOf(missing) }), derived: missing },
  sync: { via: 'list', params: { per_page: 500 } },
});
