import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { workspaceAt } from '../sample-account.ts';
import { byId, References } from '../shared.ts';

const Teams = z.array(z.object({ id: z.string().nullish(), name: z.string().nullish() }).nullable()).nullish();

const Workspace = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  description: z.string().nullish(),
  state: z.string().nullish(),
  created_at: z.string().nullish(),
  account_product: z.object({ id: z.string().nullish(), kind: z.string().nullish() }).nullish(),
  owners_subscribers: References,
  settings: z
    .object({ icon: z.object({ color: z.string().nullish(), image: z.string().nullish() }).nullish() })
    .nullish(),
  team_owners_subscribers: Teams,
  teams_subscribers: Teams,
  users_subscribers: References,
});

const workspaceFields = selectionOf(Workspace);

/** Contract A10, workspaces; https://developer.monday.com/api-reference/reference/workspaces */
export const workspaces = defineEntity({
  name: 'workspaces',
  summary: 'Workspaces, which hold boards',
  record: Workspace,
  key: 'id',
  actions: {
    list: monday(
      `query ($page: Int) {
        workspaces(page: $page, limit: 100, state: all) { ...fields }
      }`,
      {
        summary: 'List workspaces, archived and deleted ones included',
        variables: { page: '{page}' },
        fields: workspaceFields,
        at: 'workspaces',
        paging: byPage,
      },
    ),
    get: monday(
      `query ($id: [ID!]!) {
        workspaces(ids: $id, state: all) { ...fields }
      }`,
      {
        summary: 'Get one workspace',
        params: byId('workspace'),
        fields: workspaceFields,
        at: 'workspaces.0',
      },
    ),
  },
  search: { fields: allFields(Workspace) },
  sync: { via: 'list' },
  sample: (source) => {
    const { isOld, ...workspace } = workspaceAt(source.index);
    const owner = { id: source.of('users') };
    const team = { id: source.of('teams'), name: source.of('teams', 'name') };
    return {
      ...workspace,
      state: isOld ? 'archived' : 'active',
      created_at: source.time(isOld ? source.integer(700, 1400) : source.integer(300, 600)),
      account_product: { id: '3120455', kind: 'core' },
      owners_subscribers: [owner],
      settings: { icon: { color: source.pick(['#00a9ff', '#fb275d', '#ffcb00']), image: null } },
      team_owners_subscribers: [],
      teams_subscribers: [team],
      users_subscribers: [owner],
    };
  },
});
