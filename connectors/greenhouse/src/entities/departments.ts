import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { getOf, listOf } from '../reads.ts';
import { namesOf, nothing, onlyAbove, reshaping } from '../reshaping.ts';
import { departmentAt, departmentId } from '../sample-company.ts';

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

const shape = reshaping(nothing(missing));

/** https://harvestdocs.greenhouse.io/reference/get_v3-departments */
export const departments = defineEntity({
  name: 'departments',
  summary: 'Departments of the organization, each with the one above it',
  record: Department,
  key: 'id',
  actions: {
    list: listOf('departments', 'List departments, newest first', { params: listParams, shape }),
    get: getOf('departments', 'Get one department', shape),
  },
  search: { fields: allFields(Department, { except: namesOf(missing) }), derived: missing },
  sync: { via: 'list', params: { per_page: 500 } },
  sample: ({ index, time }) => {
    const { name, parent } = departmentAt(index);
    return shape.toRecord({
      id: departmentId(index),
      name,
      parent_id: parent === undefined ? null : departmentId(parent),
      external_id: `D-${100 + index}`,
      created_at: time(900),
      updated_at: time(400),
    });
  },
});
