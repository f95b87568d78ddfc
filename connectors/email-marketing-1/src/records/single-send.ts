import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';
import { idAt } from '../sample-business.ts';
import { timestamps } from '../shared.ts';

/** What every e-mail to many contacts has, whether it was sent or not. */
export const SingleSendHead = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  is_abtest: z.boolean().nullish(),
  ...timestamps,
});

/** Newest first: name, subject, category, and the position of the list it goes to. */
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

/** The sample Single Send at a position: the first two are drafts, the next two wait for their day, the others were sent. */
export function sendAt(index: number) {
  const number = 60 - index;
  const line = lines[index] ?? [`Coffee letter no. ${number}`, `Coffee letter no. ${number}`, 'newsletter', 0];
  const [name, subject, category, list] = line;
  const status = index < 2 ? 'draft' : index < 4 ? 'scheduled' : 'triggered';
  return { id: idAt('singlesends', index), name, subject, category, list: idAt('lists', list), status };
}

/** Sample values of what every e-mail to many contacts has; `days` is how long ago it was sent. */
export function sampleHead(source: SampleSource) {
  const { id, name, status } = sendAt(source.index);
  const days = (source.index - 4) * 9;
  const made = Math.max(days, 0) + 8;
  const head = { id, name, status, is_abtest: false, created_at: source.time(made), updated_at: source.time(made - 6) };
  return { days, head };
}
