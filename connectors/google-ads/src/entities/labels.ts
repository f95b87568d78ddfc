import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { createOf, Mutated, operations } from '../mutations.ts';

const NewLabel = z.object({
  name: z.string().describe('Name, unique in the account'),
  description: z.string().optional().describe('Description; the same as `textLabel.description`'),
  textLabel: z
    .strictObject({
      backgroundColor: z.string().optional().describe('Color as RGB in hexadecimal, such as `#CCCCCC`'),
      description: z.string().optional().describe('Description'),
    })
    .optional()
    .describe('Color and description'),
});

// Google Ads has the description in textLabel only.
function labelOf({ description, textLabel, ...label }: z.output<typeof NewLabel>) {
  return description === undefined ? { ...label, textLabel } : { ...label, textLabel: { description, ...textLabel } };
}

/** https://developers.google.com/google-ads/api/docs/reporting/labels */
export const labels = defineEntity({
  name: 'labels',
  summary: 'Labels of an account, to be attached to campaigns, ad groups and ads',
  keywords: ['tag', 'campaigns marked', 'ad groups carry the label'],
  record: Mutated,
  key: null,
  actions: {
    create: googleAds('POST /customers/{customer_id}/labels:mutate', {
      summary: 'Create labels',
      params: inAccount.extend({
        operations: operations(createOf(NewLabel)),
      }),
      wire: ({ operations: given }) => ({
        body: { operations: given.map(({ create }) => ({ create: labelOf(create) })) },
      }),
    }),
  },
});
