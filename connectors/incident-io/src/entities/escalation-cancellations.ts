import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId } from '../shared.ts';

/** https://docs.incident.io/api-reference/escalations-v2 */
export const escalationCancellations = defineEntity({
  name: 'escalation_cancellations',
  summary: 'Cancelled escalations, which page nobody any more',
  keywords: ['stop paging', 'call off', 'false alarm', 'silence'],
  beyondContract: true,
  record: z.object({}),
  key: null,
  actions: {
    create: paged('', '')('POST /v2/escalations/{id}/actions/cancel', {
      summary: 'Cancel an escalation, so that it pages nobody any more',
      params: byId('escalation'),
    }),
  },
});
