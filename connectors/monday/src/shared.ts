import { from, type RawValue, type Selection, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from './adapter.ts';

/** A text of a record. */
export const text = z.string().nullish();
/** A time of a record. */
export const isoTime = time().nullish();
/** A day of a record. */
export const day = time('date').nullish();

/** Another record, by its id alone. */
export const Reference = z.object({ id: text });

/** Other records, by their ids alone; monday.com may send null in place of one. */
export const References = z.array(Reference.nullable()).nullish();

/** The page of a list whose size a caller chooses. */
export const paged = ({ usual, max: most }: { readonly usual: number; readonly max: number }) =>
  z.object({
    page: z.int().min(1).default(1).describe('Number of the page, from 1'),
    limit: z.int().min(1).max(most).default(usual).describe('Number of records per page'),
  });

/** The board a call is about. */
export const onBoard = z.object({ board_id: z.string().describe('Id of the board') });

/** A list of active records, monday.com's default; the copy requests every state, because searches may be for any of them. */
export const ofAnyState = {
  syncOnly: z.object({ state: z.enum(['all']) }),
};

interface OneOf {
  /** The root field, which returns the records of a list of ids. */
  readonly root: string;
  /** Its constant arguments. */
  readonly also?: string;
  readonly fields: Selection;
  readonly summary: string;
  readonly toRecord?: (row: RawValue) => RawValue;
}

/** Declares the get of one record. monday.com returns a list, which is empty if there is no such record. */
export const getOne = ({ root, also, ...options }: OneOf) =>
  monday(`query ($id: [ID!]!) { ${root}(${also === undefined ? '' : `${also}, `}ids: $id) { ...fields } }`, {
    params: z.object({ id: z.string().describe('Id of the record') }),
    at: `${root}.0`,
    ...options,
  });

/** The time of the last change, as a Unix timestamp. */
export const updatedAtInt = from(time('unix-seconds', z.int()), ({ updated_at }) => {
  const updated = Date.parse(updated_at);
  return Number.isNaN(updated) ? null : Math.floor(updated / 1000);
});

/** The item a write is about. */
export const onItem = z.object({
  item_id: z
    .string()
    .describe('Id of the item')
    .meta({ examples: ['5091388402'] }),
});

/** Whether a write may add labels to a status or dropdown column. */
export const createLabels = z
  .boolean()
  .optional()
  .describe(
    'Whether to add labels that a status or dropdown column does not have; needs permission to change the board',
  );
