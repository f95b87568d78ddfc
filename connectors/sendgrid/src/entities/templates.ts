import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { idAt } from '../sample-business.ts';
import { paged } from '../shared.ts';

const Version = z.object({
  id: z.string().nullish(),
  template_id: z.string().nullish(),
  active: z.int().nullish(),
  name: z.string().nullish(),
  subject: z.string().nullish(),
  updated_at: z.string().nullish(),
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
  updated_at: z.string().nullish(),
  versions: z.array(Version).nullish(),
});

const lines: readonly (readonly [name: string, subject: string])[] = [
  ['Order confirmation', 'Thank you for your order {{order_number}}'],
  ['Shipping notice', 'Your coffee is on its way'],
  ['Refund', 'We have refunded your order {{order_number}}'],
  ['Password reset', 'Choose a new password'],
  ['Welcome', 'Welcome, {{first_name}}'],
  ['Subscription renewal', 'Your next delivery is on {{delivery_date}}'],
  ['Failed payment', 'We could not charge your card'],
  ['Gift card', '{{sender_name}} sent you a gift card'],
];

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates */
export const templates = defineEntity({
  name: 'templates',
  summary: 'Templates of emails that are sent one by one, with their versions',
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
      simulate: { matches: ({ generation }, { generations }) => generations.split(',').includes(generation) },
    }),
    get: sendgrid('GET /v3/templates/{template_id}', {
      summary: 'Get one template with the content of its versions',
      params: z.object({ template_id: z.string().describe('Template id') }),
    }),
  },
  search: { fields: allFields(Template) },
  sync: { via: 'list', params: { page_size: 200 } },
  sample: (source) => {
    const { index } = source;
    const [name, subject] = lines[index % lines.length] ?? ['', ''];
    const edition = Math.floor(index / lines.length);
    const title = edition === 0 ? name : `${name} (${['German', 'French', 'Spanish'][edition - 1] ?? edition})`;
    // Newer ones use Handlebars, as their ids show.
    const isDynamic = edition < 2;
    const id = isDynamic ? `d-${idAt('templates', index).replaceAll('-', '')}` : idAt('templates', index);
    const updated_at = source.time(source.integer(3, 500)).replace('T', ' ').replace('Z', '');
    return {
      id,
      name: title,
      generation: isDynamic ? 'dynamic' : 'legacy',
      updated_at,
      versions: [
        {
          id: idAt('versions', index),
          template_id: id,
          active: 1,
          name: title,
          subject: isDynamic ? subject : subject.replaceAll(/{{(\w+)}}/g, '-$1-'),
          updated_at,
          generate_plain_content: true,
          html_content: `<p>${subject}</p>`,
          plain_content: subject,
          editor: 'code',
          thumbnail_url: `//us-east-2-production-thumbnail-bucket.s3.amazonaws.com/${idAt('versions', index)}.png`,
        },
      ],
    };
  },
});
