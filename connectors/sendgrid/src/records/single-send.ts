import { z } from 'zod';
import { idAt, listAt } from '../sample-business.ts';
import { timestamps } from '../shared.ts';

/** What every email to many contacts has, whether it was sent or not. */
export const SingleSendHead = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  is_abtest: z.boolean().nullish(),
  ...timestamps,
});

// Newest first: name, subject, category, and the position of the list it goes to.
const lines: readonly (readonly [name: string, subject: string, category: string, list: number])[] = [
  ['Christmas gift guide', 'Gifts for people who love coffee', 'promotion', 0],
  ['Wholesale prices 2027', 'Our prices for next year', 'wholesale', 3],
  ['November newsletter', 'Three new coffees from Ethiopia', 'newsletter', 0],
  ['Advent calendar pre-order', 'Twenty-four coffees until Christmas', 'promotion', 1],
  ['Autumn blend launch', 'The autumn blend is back', 'promotion', 0],
  ['October newsletter', 'How we roast decaf', 'newsletter', 0],
  ['Kenya for subscribers', 'Try our new Kenya before everybody else', 'subscription', 2],
  ['Brewing course in October', 'Two places left on Saturday', 'event', 7],
  ['September newsletter', 'A visit to our growers in Peru', 'newsletter', 0],
  ['Double stamps week', 'Two stamps for every cup this week', 'loyalty', 4],
];

const day = 86_400_000;

// Counted from the last morning before the sandbox's day, so that campaigns and Single Sends have the same times.
const time = (daysAgo: number) => new Date(Date.UTC(2026, 9, 31, 9, 30) - daysAgo * day).toISOString();

/** The sample Single Send at a position: the first two are drafts, the next two wait for their day, the others were sent. */
export function sendAt(index: number) {
  const letter = `Coffee letter no. ${60 - index}`;
  const [name, subject, category, list] = lines[index] ?? [letter, letter, 'newsletter', 0];
  const daysAgo = (index - 4) * 9;
  const made = Math.max(daysAgo, 0) + 8;
  return {
    head: {
      id: idAt('singlesends', index),
      name,
      status: index < 2 ? 'draft' : index < 4 ? 'scheduled' : 'triggered',
      is_abtest: false,
      created_at: time(made),
      updated_at: time(made - 6),
    },
    subject,
    category,
    list: listAt(list),
    send_at: index < 2 ? undefined : time(daysAgo),
  };
}
