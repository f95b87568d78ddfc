import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { ticketInput } from './tickets.ts';

const JobStatus = z.object({
  id: z.string(),
  url: z.string(),
  total: z.int().nullish(),
  progress: z.int().nullish(),
  status: z.string(),
  message: z.string().nullish(),
});

const bulkInput = ticketInput
  .pick({ status: true, priority: true, assignee_id: true, group_id: true, tags: true })
  .extend({
    additional_tags: z.array(z.string()).optional().describe('Tags to add'),
    remove_tags: z.array(z.string()).optional().describe('Tags to remove'),
  });

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-many-tickets */
export const ticketBulkUpdates = defineEntity({
  name: 'ticket_bulk_updates',
  summary: 'Jobs that make the same change to many tickets',
  keywords: ['all of these', 'in one go', 'at once', 'case', 'several tickets at once', 'close all', 'batch'],
  record: JobStatus,
  key: 'id',
  actions: {
    create: zendesk('PUT /tickets/update_many', {
      summary:
        'Start a job that makes the same change to up to 100 tickets, such as closing them; returns the job, which runs in the background',
      effect: 'outward',
      recordAt: 'job_status',
      params: z.object({
        ids: z
          .string()
          .refine((ids) => ids.split(',').length <= 100, 'must have at most 100 tickets; start one job per 100')
          .describe('Ids of the tickets to change, separated by commas'),
        ticket: bulkInput.describe('Changes to make to each ticket'),
      }),
      wire: ({ ids, ticket }) => ({ query: { ids }, body: { ticket } }),
    }),
  },
});
