import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedApplication, thatApplication } from '../records/changed-application.ts';
import { Application } from './applications.ts';

/** https://harvestdocs.greenhouse.io/reference/post_v3-applications-id-move */
export const applicationMoves = defineEntity({
  beyondContract: true,
  name: 'application_moves',
  summary: 'Moves of an application to the next stage of its job, or to another one',
  keywords: ['advance', 'next stage', 'move candidate', 'stage change', 'move forward', 'pipeline'],
  record: Application,
  key: 'id',
  actions: {
    create: greenhouse('POST /applications/{id}/move', {
      summary: 'Move an application to the next stage or to the given one; rules of the stage may send emails',
      effect: 'outward',
      params: z.object({
        ...thatApplication,
        from_stage_id: z.int().describe('Id of the stage that it is in (job_interview_stage_id of the application)'),
        to_stage_id: z.int().optional().describe('Id of a stage of the same job; the next one if omitted'),
        email_from_user_id: z.int().optional().describe('Id of the user in whose name automatic emails are sent'),
      }),
      ...changedApplication,
    }),
  },
});
