import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { getOne, isoTime, ofAnyState, References, text } from '../shared.ts';

const Teams = z.array(z.object({ id: text, name: text }).nullable()).nullish();

const Workspace = z.object({
  id: text,
  name: text,
  kind: text,
  description: text,
  state: text,
  created_at: isoTime,
  account_product: z.object({ id: text, kind: text }).nullish(),
  owners_subscribers: References,
  settings: z.object({ icon: z.object({ color: text, image: text }).nullish() }).nullish(),
  team_owners_subscribers: Teams,
  teams_subscribers: Teams,
  users_subscribers: References,
});

const fields = selectionOf(Workspace);

/** https://developer.monday.com/api-reference/reference/workspaces */
export const workspaces = defineEntity({
  name: 'workspaces',
  summary: 'Workspaces, which contain boards',
  keywords: ['top level', 'area', 'department workspaces', 'areas in monday', 'main workspace'],
  record: Workspace,
  key: 'id',
  actions: {
    list: monday(
      'query ($page: Int, $state: State) { workspaces(page: $page, limit: 100, state: $state) { ...fields } }',
      {
        summary: 'List active workspaces',
        ...ofAnyState,
        variables: { page: '{page}' },
        fields,
        at: 'workspaces',
        paging: byPage,
      },
    ),
    get: getOne({ root: 'workspaces', also: 'state: all', summary: 'Get one workspace', fields }),
  },
  search: { title: 'name', fields: allFields(Workspace) },
  sync: { via: 'list', params: { state: 'all' } },
});
