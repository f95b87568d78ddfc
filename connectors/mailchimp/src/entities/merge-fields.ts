import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience, listParams } from '../shared.ts';

const MergeField = z.object({
  merge_id: z.int(),
  list_id: z.string().nullish(),
  tag: z.string().nullish().describe('Name of the field in `merge_fields` of contacts, such as `FNAME`'),
  name: z.string().nullish(),
  type: z.string().nullish().describe('Kind of value, such as `text`, `number`, `date` or `dropdown`'),
  required: z.boolean().nullish().describe('Whether contacts must fill it in'),
  default_value: z.string().nullish().describe('What emails show for a contact without a value'),
  public: z.boolean().nullish().describe('Whether the sign-up form shows it'),
  display_order: z.int().nullish(),
  options: z
    .object({
      choices: z.array(z.string()).nullish().describe('Values that can be chosen in a `dropdown` or `radio` field'),
      date_format: z.string().nullish().describe('How Mailchimp shows a date; the API returns `YYYY-MM-DD`'),
    })
    .nullish(),
  help_text: z.string().nullish(),
});

/** https://mailchimp.com/developer/marketing/api/list-merges/ */
export const mergeFields = defineEntity({
  beyondContract: true,
  name: 'merge_fields',
  summary: 'Fields that an audience has for its contacts',
  keywords: ['extra fields of contacts', 'audience fields', 'merge tags', 'custom fields'],
  record: MergeField,
  key: ['list_id', 'merge_id'],
  actions: {
    list: mailchimp('GET /lists/{list_id}/merge-fields', {
      summary: 'List the merge fields of an audience',
      params: inAudience.extend(listParams.shape).extend({
        type: z.string().optional().describe('Only fields of this type'),
        required: z.boolean().optional().describe('Whether only required fields are listed, or only others'),
      }),
      recordsAt: 'merge_fields',
    }),
  },
});
