import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { Application } from './applications.ts';

/** https://developers.ashbyhq.com/reference/applicationchangesource */
export const applicationSourceChanges = defineEntity({
  beyondContract: true,
  name: 'application_source_changes',
  summary: 'Changes of the source of an application',
  keywords: ['attribution', 'where the applicant came from', 'correct the source', 'referral source'],
  record: Application,
  key: 'id',
  actions: {
    create: ashby('POST /application.changeSource', {
      summary: 'Set the source of an application, or remove it',
      params: z.object({
        applicationId: z.string().describe('Application id'),
        sourceId: z.string().nullable().describe('Id of the source; null removes it'),
      }),
    }),
  },
});
