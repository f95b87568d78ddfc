import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { Application } from './applications.ts';

/** https://developers.ashbyhq.com/reference/applicationchangestage */
export const applicationStageChanges = defineEntity({
  beyondContract: true,
  name: 'application_stage_changes',
  summary: 'Moves of an application to another interview stage, such as the next one, hired or archived',
  keywords: ['advance', 'next stage', 'move candidate', 'reject candidate', 'hire', 'move forward', 'pipeline'],
  record: Application,
  key: 'id',
  actions: {
    create: ashby('POST /application.changeStage', {
      summary: 'Move an application to an interview stage; one of type Archived rejects it, without an email',
      params: z.object({
        applicationId: z.string().describe('Application id'),
        interviewStageId: z.string().describe('Id of the stage to move to, from the interview plan of the application'),
        archiveReasonId: z
          .string()
          .optional()
          .describe('Id of the archive reason; required for a stage of type Archived'),
      }),
    }),
  },
});
