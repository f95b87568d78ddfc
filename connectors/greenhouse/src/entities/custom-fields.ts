import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const active = z
  .boolean()
  .optional()
  .describe('Whether only those in use are listed, or only deleted ones; both if omitted');

const CustomField = z.object({
  id: z.int(),
  name: z.string().nullish(),
  name_key: z.string().nullish().describe('Key of the field in `custom_fields`, which does not change with its name'),
  field_type: z.string().nullish().describe('Kind of record that has the field, such as `candidate` or `job`'),
  value_type: z.string().nullish().describe('Kind of value, such as `short_text`, `single_select` or `currency`'),
  description: z.string().nullish(),
  active: z.boolean().nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-custom-fields */
export const customFields = defineEntity({
  beyondContract: true,
  name: 'custom_fields',
  summary: 'Fields the organization added to candidates, applications, jobs and offers',
  keywords: ['extra fields', 'fields we set up'],
  record: CustomField,
  key: 'id',
  actions: {
    list: listOf('custom_fields', 'List the definitions of custom fields', {
      params: listParams.extend({
        field_type: z.string().optional().describe('Only fields of this kind of record, such as candidate'),
        active,
      }),
    }),
  },
});

const CustomFieldOption = z.object({
  id: z.int(),
  custom_field_id: z.int().nullish(),
  name: z.string().nullish(),
  priority: z.int().nullish().describe('Position in the list of options, from 0'),
  external_id: z.string().nullish(),
  active: z.boolean().nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-custom-field-options */
export const customFieldOptions = defineEntity({
  beyondContract: true,
  name: 'custom_field_options',
  summary: 'Values that can be selected in custom fields',
  keywords: ['choices of a field', 'dropdown values', 'allowed values'],
  record: CustomFieldOption,
  key: 'id',
  actions: {
    list: listOf('custom_field_options', 'List the options of custom fields, of all of them or of one', {
      params: listParams.extend({
        custom_field_id: z.int().optional().describe('Only options of this custom field'),
        active,
      }),
      named: ({ custom_field_id, ...rest }) => ({ ...rest, custom_field_ids: custom_field_id }),
    }),
  },
});
