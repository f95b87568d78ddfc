import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, listOf, object, pages, text } from '../shared.ts';
import { Person } from './users.ts';

const incidentIo = paged('escalation_path', 'escalation_paths');

/** https://docs.incident.io/api-reference/escalations-v2 */
export const escalationPaths = defineEntity({
  name: 'escalation_paths',
  summary: 'Escalation paths: who is paged in which order',
  keywords: ['whom to page', 'who gets paged', 'escalation policy', 'on-call policy'],
  beyondContract: true,
  record: z.object({
    id: z.string(),
    name: text,
    path: listOf(object).describe('Steps, in their order'),
    team_ids: listOf(z.string()),
    current_responders: listOf(Person).describe('People whom it would page now'),
  }),
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/escalation_paths', { summary: 'List escalation paths', params: pages(25) }),
    get: incidentIo('GET /v2/escalation_paths/{id}', {
      summary: 'Get one escalation path',
      params: byId('escalation path'),
    }),
  },
});
