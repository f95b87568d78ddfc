import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, optionalSortOrder, timestamps } from '../shared.ts';

const View = z.object({
  id: z.int(),
  url: z.string().nullish(),
  title: z.string(),
  active: z.boolean(),
  position: z.int(),
  description: z.string().nullish(),
  execution: object,
  conditions: object,
  restriction: object.nullish(),
  raw_title: z.string().nullish(),
  ...timestamps,
});

/** Filters and orders shared by views and macros, which both appear in menus of agents. */
export const menuParams = z.object({
  access: z
    .enum(['personal', 'shared', 'account'])
    .optional()
    .describe('Only personal views, views shared with groups or everyone, or views shared with everyone'),
  active,
  group_id: z.int().optional().describe('Only those shared with this group'),
  sort_by: z
    .enum(['alphabetical', 'created_at', 'updated_at', 'position'])
    .optional()
    .describe('What to sort by: title, a time, or the place in the menu'),
  sort_order: optionalSortOrder,
});

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/views/ */
export const views = defineEntity({
  name: 'views',
  summary: 'Saved lists of tickets that agents work from',
  keywords: ['queue', 'worklist', 'inbox list', 'shared view', 'saved search'],
  record: View,
  key: 'id',
  actions: {
    list: zendesk('GET /views', {
      summary: 'List the views that the user of the credential can see',
      recordsAt: 'views',
      wire: byCursor(),
      params: listParams.extend(menuParams.shape),
    }),
    get: zendesk('GET /views/{view_id}', {
      summary: 'Get one view',
      recordAt: 'view',
      params: z.object({ view_id: z.int().describe('View id') }),
    }),
  },
});
