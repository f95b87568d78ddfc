import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { paged } from '../shared.ts';

/** A version of a template: also the record of `template_versions`. */
export const Version = z.object({
  id: z.string().nullish(),
  template_id: z.string().nullish(),
  active: z.int().nullish(),
  name: z.string().nullish(),
  subject: z.string().nullish(),
  updated_at: time().nullish(),
  generate_plain_content: z.boolean().nullish(),
  html_content: z.string().nullish(),
  plain_content: z.string().nullish(),
  editor: z.string().nullish(),
  thumbnail_url: z.string().nullish(),
});

const Template = z.object({
  id: z.string(),
  name: z.string(),
  generation: z.string().nullish(),
  updated_at: time().nullish(),
  versions: z.array(Version).nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates */
export const templates = defineEntity({
  name: 'templates',
  summary: 'Templates of emails that are sent one by one, with their versions',
  keywords: ['confirmation mail', 'design', 'html of the mail', 'password reset mail', 'text of the mail'],
  record: Template,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/templates', {
      summary: 'List templates with their versions',
      params: paged(200, 50).extend({
        generations: z
          .enum(['legacy', 'dynamic', 'legacy,dynamic'])
          .default('legacy,dynamic')
          .describe(
            'Which generations of templates: with substitution tags (legacy), with Handlebars (dynamic), or both',
          ),
      }),
    }),
    get: sendgrid('GET /v3/templates/{template_id}', {
      summary: 'Get one template with the content of its versions',
      params: z.object({ template_id: z.string().describe('Template id') }),
    }),
    create: sendgrid('POST /v3/templates', {
      beyondContract: true,
      summary: 'Create a template, which needs a version before it can be used',
      params: z.object({
        name: z.string().max(100).describe('Name of the template'),
        generation: z
          .enum(['legacy', 'dynamic'])
          .default('dynamic')
          .describe('How placeholders are written: with Handlebars (dynamic) or substitution tags (legacy)'),
      }),
    }),
  },
  search: { title: 'name', fields: allFields(Template) },
  sync: { via: 'list', params: { page_size: 200 } },
});
