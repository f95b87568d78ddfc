import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { Version } from './templates.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates-versions/create-a-new-transactional-template-version */
export const templateVersions = defineEntity({
  beyondContract: true,
  name: 'template_versions',
  summary: 'Versions of templates, each with a subject and content',
  keywords: ['new text of the mail', 'edit template', 'template content', 'html of the mail'],
  record: Version,
  key: 'id',
  actions: {
    create: sendgrid('POST /v3/templates/{template_id}/versions', {
      summary: 'Add a version to a template, which is used from now on if it is active',
      params: z.object({
        template_id: z.string().describe('Template id'),
        name: z.string().max(100).describe('Name of the version'),
        subject: z.string().max(255).describe('Subject of the email'),
        html_content: z.string().optional().describe('Text as HTML'),
        plain_content: z.string().optional().describe('Text without formatting; made of the HTML if omitted'),
        active: z
          .union([z.literal(0), z.literal(1)])
          .default(1)
          .describe('1 if emails are to use this version, otherwise 0'),
      }),
      result: Version,
    }),
  },
});
