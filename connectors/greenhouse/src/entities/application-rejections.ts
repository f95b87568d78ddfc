import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedApplication, thatApplication } from '../records/changed-application.ts';
import { Application } from './applications.ts';

/** https://harvestdocs.greenhouse.io/reference/post_v3-applications-id-reject */
export const applicationRejections = defineEntity({
  beyondContract: true,
  name: 'application_rejections',
  summary: 'Rejections of applications, with a reason and possibly an email',
  keywords: ['turn down', 'decline applicant', 'reject candidate', 'not a fit', 'rejection email'],
  record: Application,
  key: 'id',
  actions: {
    create: greenhouse('POST /applications/{id}/reject', {
      summary: 'Reject an application; the candidate gets an email only if one is given',
      effect: 'outward',
      params: z.object({
        ...thatApplication,
        rejection_reason_id: z.int().describe('Id of the rejection reason'),
        notes: z.string().optional().describe('Why, for colleagues'),
        rejection_email: z
          .strictObject({
            email_template_id: z.int().describe('Id of the template of the email'),
            send_email_at: z.string().describe('When to send it, as ISO 8601'),
            email_from_user_id: z.int().optional().describe('Id of the user in whose name it is sent'),
          })
          .optional()
          .describe('The email to the candidate'),
      }),
      ...changedApplication,
    }),
  },
});
