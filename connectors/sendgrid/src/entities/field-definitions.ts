import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';

const FieldDefinition = z.object({
  id: z.string().describe('ID of the field, such as `w1`, by which `contacts` `create` takes its value'),
  name: z.string().describe('Name of the field, by which contacts return its value'),
  field_type: z.string().nullish().describe('Kind of value: `Text`, `Number` or `Date`'),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/custom-fields/get-all-field-definitions */
export const fieldDefinitions = defineEntity({
  beyondContract: true,
  name: 'field_definitions',
  summary: 'Custom fields that contacts can have',
  keywords: ['custom fields', 'extra fields of contacts', 'fields we set up'],
  record: FieldDefinition,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/field_definitions', {
      summary: 'List the definitions of all custom fields of contacts',
      recordsAt: 'custom_fields',
      paging: null,
      meta: {},
    }),
  },
});
