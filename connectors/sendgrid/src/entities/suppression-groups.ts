import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';

const SuppressionGroup = z.object({
  id: z.int(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  is_default: z.boolean().nullish(),
  unsubscribes: z.int().nullish(),
});

const lines: readonly (readonly [name: string, description: string])[] = [
  ['Newsletter', 'Our monthly newsletter'],
  ['Offers', 'Discounts and seasonal offers'],
  ['Subscription news', 'New coffees for subscribers'],
  ['Events', 'Courses and tastings'],
  ['Loyalty card', 'Stamps and rewards'],
  ['Surveys', 'Questions about our coffee'],
];

/** The sample group at a position. */
export function groupAt(index: number) {
  const [name, description] = lines[index] ?? [`Café no. ${index - 5}`, `News of our café no. ${index - 5}`];
  return { id: 23_501 + index, name, description };
}

/** The position of the group that a sample address left. */
export const groupOf = (address: number) => address % lines.length;

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-unsubscribe-groups */
export const suppressionGroups = defineEntity({
  name: 'suppression_groups',
  summary: 'Kinds of email that people can unsubscribe from separately',
  record: SuppressionGroup,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/asm/groups', {
      summary: 'List all unsubscribe groups',
      recordsAt: '',
      paging: null,
      meta: {},
    }),
    get: sendgrid('GET /v3/asm/groups/{group_id}', {
      summary: 'Get one unsubscribe group',
      params: z.object({ group_id: z.int().describe('Group id') }),
    }),
  },
  search: { fields: allFields(SuppressionGroup) },
  sync: { via: 'list' },
  sample: ({ index }) => ({
    ...groupAt(index),
    is_default: index === 0,
    unsubscribes: Array.from({ length: 25 }, (_, address) => groupOf(address)).filter((group) => group === index)
      .length,
  }),
});
