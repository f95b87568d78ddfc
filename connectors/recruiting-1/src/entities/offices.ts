import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { listParams, listQuery } from '../lists.ts';
import { officeAt, officeId } from '../sample-company.ts';
import { getFrom, type Reshaping } from '../shared.ts';

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

const missing = { parent_office_external_id: null, child_ids: null, child_office_external_ids: null };

const office: Reshaping = {
  toRecord: ({ location, primary_in_house_contact_user_id, ...row }) => ({
    ...row,
    ...missing,
    location: (location ?? null) === null ? null : { name: location },
    primary_contact_user_id: primary_in_house_contact_user_id,
  }),
  toRow: ({
    location,
    primary_contact_user_id,
    parent_office_external_id,
    child_ids,
    child_office_external_ids,
    ...record
  }) => ({
    ...record,
    location: location?.name ?? null,
    primary_in_house_contact_user_id: primary_contact_user_id,
  }),
};

const onlyParents = 'Harvest v3 names the office above in each office, and nothing else of the tree';

/** Contract A4, offices; https://harvestdocs.greenhouse.io/reference/get_v3-offices */
export const offices = defineEntity({
  name: 'offices',
  summary: 'Offices of the organization, as a tree',
  record: Office,
  key: 'id',
  actions: {
    list: greenhouse('GET /offices', { summary: 'List offices', params: listParams, wire: listQuery, ...office }),
    get: getFrom('offices', 'Get one office', office),
  },
  search: {
    fields: allFields(Office, { except: ['parent_office_external_id', 'child_ids', 'child_office_external_ids'] }),
    derived: {
      parent_office_external_id: absent(z.string(), onlyParents),
      child_ids: absent(z.array(z.int()), onlyParents),
      child_office_external_ids: absent(z.array(z.string()), onlyParents),
    },
  },
  sync: { via: 'list', params: { per_page: 500 } },
  sample: (source) => {
    const { name, location, parent } = officeAt(source.index);
    return {
      ...missing,
      id: officeId(source.index),
      name,
      location: location === undefined ? null : { name: location },
      primary_contact_user_id: source.of('users'),
      parent_id: parent === undefined ? null : officeId(parent),
      external_id: `O-${200 + source.index}`,
      created_at: source.time(900),
      updated_at: source.time(source.integer(100, 800)),
    };
  },
});
