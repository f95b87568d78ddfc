import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { listParams, listQuery } from '../lists.ts';
import { departmentAt, departmentId } from '../sample-company.ts';
import { getFrom, type Reshaping } from '../shared.ts';

const Department = z.object({
  id: z.int(),
  name: z.string().nullish(),
  parent_id: z.int().nullish(),
  parent_department_external_id: z.string().nullish(),
  child_ids: z.array(z.int()).nullish(),
  child_department_external_ids: z.array(z.string()).nullish(),
  external_id: z.string().nullish(),
});

const missing = { parent_department_external_id: null, child_ids: null, child_department_external_ids: null };

const department: Reshaping = {
  toRecord: (row) => ({ ...row, ...missing }),
  toRow: ({ parent_department_external_id, child_ids, child_department_external_ids, ...record }) => record,
};

const onlyParents = 'Harvest v3 names the department above in each department, and nothing else of the tree';

/** Contract A4, departments; https://harvestdocs.greenhouse.io/reference/get_v3-departments */
export const departments = defineEntity({
  name: 'departments',
  summary: 'Departments of the organization, as a tree',
  record: Department,
  key: 'id',
  actions: {
    list: greenhouse('GET /departments', {
      summary: 'List departments',
      params: listParams,
      wire: listQuery,
      ...department,
    }),
    get: getFrom('departments', 'Get one department', department),
  },
  search: {
    fields: allFields(Department, {
      except: ['parent_department_external_id', 'child_ids', 'child_department_external_ids'],
    }),
    derived: {
      parent_department_external_id: absent(z.string(), onlyParents),
      child_ids: absent(z.array(z.int()), onlyParents),
      child_department_external_ids: absent(z.array(z.string()), onlyParents),
    },
  },
  sync: { via: 'list', params: { per_page: 500 } },
  sample: (source) => {
    const { name, parent } = departmentAt(source.index);
    return {
      ...missing,
      id: departmentId(source.index),
      name,
      parent_id: parent === undefined ? null : departmentId(parent),
      external_id: `D-${100 + source.index}`,
      created_at: source.time(900),
      updated_at: source.time(source.integer(100, 800)),
    };
  },
});
