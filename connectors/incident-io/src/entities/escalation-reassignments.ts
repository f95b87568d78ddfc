import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { Escalation, escalationTargets, ofEscalation } from './escalations.ts';

/** https://docs.incident.io/api-reference/escalations-v2 */
export const escalationReassignments = defineEntity({
  name: 'escalation_reassignments',
  summary: 'Escalations that replace one that reached the wrong people',
  keywords: ['wrong person', 'hand over the page', 'page another team', 'reroute'],
  beyondContract: true,
  record: Escalation,
  key: 'id',
  actions: {
    create: paged('escalation', 'escalations')('POST /v2/escalations/{escalation_id}/actions/reassign', {
      summary: 'Page other people instead, with a new escalation that resolves this one',
      effect: 'outward',
      params: ofEscalation.extend({
        ...escalationTargets,
        title: z.string().optional().describe('Title of the new escalation; by default that of this one'),
        description: z.string().optional().describe('More details; by default those of this one'),
        resolve_original: z.boolean().optional().describe('Whether this one is resolved; true by default'),
      }),
    }),
  },
});
