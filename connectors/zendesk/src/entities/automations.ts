import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, optionalSortOrder, sampleIdentity, timestamps } from '../shared.ts';
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
    fields: ['id', 'title', 'active', 'position', 'conditions', 'actions', 'raw_title', 'created_at', 'updated_at'],
  },
  sync: { via: 'list', params: { per_page: 100 } },
  sample: (source) => {
    const days = source.integer(2, 14);
    const title = `Close ${days} days after solved (${source.index + 1})`;
    return {
      ...sampleIdentity(source, 'automations', 17_463_847_000_001),
      title,
      raw_title: title,
      active: source.index % 6 !== 5,
      position: source.index + 1,
      conditions: { all: [{ field: 'SOLVED', operator: 'greater_than', value: String(days * 24) }], any: [] },
      actions: [{ field: 'status', value: 'closed' }],
    };
  },
});
