import { from } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The page of a list, whose size differs between entities. */
export const paged = ({ usual, most }: { readonly usual: number; readonly most: number }) => ({
  page: z.int().min(1).default(1).describe('Number of the page, from 1'),
  limit: z.int().min(1).max(most).default(usual).describe('Number of records per page'),
});

/** The one record a call is about. */
export const byId = (what: string) => z.object({ id: z.string().describe(`Id of the ${what}`) });

/** The board a call is about. */
export const onBoard = z.object({ board_id: z.string().describe('Id of the board') });

/** Another record, by its id alone. */
export const Reference = z.object({ id: z.string().nullish() });

/** Other records, by their ids alone; monday.com may send null in place of one. */
export const References = z.array(Reference.nullable()).nullish();

/** The time of the last change, as a Unix timestamp. */
export const updatedAtInt = from(z.int(), ({ updated_at }) => {
  const time = Date.parse(updated_at);
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
});
