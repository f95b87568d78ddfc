import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { object, timestamps, unpagedParams } from '../shared.ts';

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
  keywords: ['promise', 'promised response', 'response time', 'promised reply times', 'service level agreement'],
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
    title: 'title',
    fields: ['id', 'url', 'title', 'description', 'position', 'filter', 'policy_metrics', 'created_at', 'updated_at'],
  },
  sync: { via: 'list' },
});
