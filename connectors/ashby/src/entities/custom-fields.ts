import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

const CustomField = z.object({
  id: z.string(),
  title: z.string().nullish(),
  objectType: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  isPrivate: z.boolean().nullish(),
  fieldType: z.string().nullish(),
  selectableValues: z
    .array(z.object({ value: z.string().nullish(), label: z.string().nullish(), isArchived: z.boolean().nullish() }))
    .nullish()
    .describe('Values that can be selected; absent for fields of other kinds'),
});

/** https://developers.ashbyhq.com/reference/customfieldlist */
export const customFields = defineEntity({
  name: 'custom_fields',
  summary: 'Fields the organization added to candidates, applications, jobs and offers',
  keywords: ['extra', 'set up'],
  record: CustomField,
  key: 'id',
  actions: {
    list: ashby('POST /customField.list', { summary: 'List the definitions of custom fields', params: listParams }),
  },
});
