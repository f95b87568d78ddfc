import { defineEntity, type RestApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const ofJob = z.object({ job_id: z.string().describe('Job id') });

/** An unsigned webhook for each job. */
export const jobWebhooks = (rpc: RestApi) =>
  defineEntity({
    name: 'job_webhooks',
    summary: 'Webhooks of a job',
    record: z.object({ id: z.string(), job_id: z.string(), url: z.string() }),
    key: 'id',
    actions: {
      list: rpc('POST /jobWebhook.list', {
        summary: 'List the webhooks of a job',
        params: ofJob,
        paging: null,
        meta: {},
      }),
      create: rpc('POST /jobWebhook.create', {
        summary: 'Create a webhook of a job',
        params: ofJob.extend({ url: z.string().describe('Where events are sent to') }),
      }),
      delete: rpc('POST /jobWebhook.delete', {
        summary: 'Delete a webhook of a job',
        params: ofJob.extend({ id: z.string().describe('Webhook id') }),
      }),
    },
  });
