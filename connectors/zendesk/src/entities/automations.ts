import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, optionalSortOrder, timestamps } from '../shared.ts';
import { ruleOrder } from './triggers.ts';

const Automation = z.object({
  id: z.int(),
  url: z.string().nullish(),
  title: z.string(),
  active: z.boolean(),
  position: z.int(),
  conditions: object,
  actions: z.array(object),
  raw_title: z.string(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/automations/ */
export const automations = defineEntity({
  name: 'automations',
  summary: 'Rules that run some time after an event on a ticket',
  keywords: ['automatic', 'reminder rule', 'time based rule', 'scheduled rules', 'auto close', 'after 4 days'],
  record: Automation,
  key: 'id',
  actions: {
    list: zendesk('GET /automations', {
      summary: 'List automations',
      recordsAt: 'automations',
      wire: byCursor(),
      params: listParams.extend({ active, sort_by: ruleOrder, sort_order: optionalSortOrder }),
    }),
    get: zendesk('GET /automations/{automation_id}', {
      summary: 'Get one automation',
      recordAt: 'automation',
      params: z.object({ automation_id: z.int().describe('Automation id') }),
    }),
  },
  search: {
    title: 'title',
    fields: ['id', 'title', 'active', 'position', 'conditions', 'actions', 'raw_title', 'created_at', 'updated_at'],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
