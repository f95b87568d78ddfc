import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { object, sampleIdentity, timestamps, unpagedParams } from '../shared.ts';

const SlaPolicy = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  position: z.int(),
  filter: object,
  policy_metrics: z.array(object),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/sla_policies/ */
export const slaPolicies = defineEntity({
  name: 'sla_policies',
  summary: 'Service level targets: how fast tickets must be answered and solved',
  record: SlaPolicy,
  key: 'id',
  actions: {
    list: zendesk('GET /slas/policies', {
      summary: 'List the policies of service level agreements',
      recordsAt: 'sla_policies',
      params: unpagedParams,
      wire: () => ({}),
      paging: null,
    }),
    get: zendesk('GET /slas/policies/{sla_policy_id}', {
      summary: 'Get one policy',
      recordAt: 'sla_policy',
      params: z.object({ sla_policy_id: z.int().describe('Policy id') }),
    }),
  },
  search: {
    fields: ['id', 'url', 'title', 'description', 'position', 'filter', 'policy_metrics', 'created_at', 'updated_at'],
  },
  sync: { via: 'list' },
  sample: (source) => ({
    ...sampleIdentity(source, 'slas/policies', 17_463_849_000_001),
    title: `${source.pick(['Standard', 'Priority', 'Urgent incidents'])} ${source.index + 1}`,
    description: '',
    position: source.index + 1,
    filter: { all: [{ field: 'priority', operator: 'is', value: 'urgent' }], any: [] },
    policy_metrics: [
      { priority: 'urgent', metric: 'first_reply_time', target: source.pick([30, 60]), business_hours: false },
    ],
  }),
});
