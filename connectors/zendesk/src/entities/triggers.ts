import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, optionalSortOrder, timestamps } from '../shared.ts';

const Trigger = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  active: z.boolean(),
  position: z.int(),
  description: z.string().nullish(),
  conditions: object,
  actions: z.array(object),
  raw_title: z.string(),
  category_id: z.string().nullish(),
  ...timestamps,
});

/** The orders in which triggers and automations can be listed. */
export const ruleOrder = z
  .enum(['alphabetical', 'created_at', 'updated_at', 'usage_1h', 'usage_24h', 'usage_7d'])
  .optional()
  .describe('What to sort by: title, a time, or how often it ran in the last hour, day or week');

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/ */
export const triggers = defineEntity({
  name: 'triggers',
  summary: 'Rules that run as soon as a ticket is created or changed',
  keywords: ['instant rule', 'business rule', 'automatic rule', 'on ticket creation', 'auto reply rule'],
  record: Trigger,
  key: 'id',
  actions: {
    list: zendesk('GET /triggers', {
      summary: 'List triggers',
      recordsAt: 'triggers',
      wire: byCursor(),
      params: listParams.extend({
        active,
        category_id: z.string().optional().describe('Only triggers of this category'),
        sort_by: ruleOrder,
        sort_order: optionalSortOrder,
      }),
    }),
    get: zendesk('GET /triggers/{trigger_id}', {
      summary: 'Get one trigger',
      recordAt: 'trigger',
      params: z.object({ trigger_id: z.int().describe('Trigger id') }),
    }),
  },
  search: {
    title: 'title',
    fields: [
      'id',
      'url',
      'title',
      'active',
      'position',
      'description',
      'conditions',
      'actions',
      'raw_title',
      'category_id',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
