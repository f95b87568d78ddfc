import { z } from 'zod';

const shown = {
  properties: z
    .string()
    .optional()
    .describe("Properties to return, separated by commas; by default, HubSpot's default properties"),
  propertiesWithHistory: z
    .string()
    .optional()
    .describe('Properties to return together with their former values, separated by commas'),
  associations: z.string().optional().describe('Object types whose associated ids are returned, separated by commas'),
};

/** Parameters of every list. */
export const pageParams = z.object({
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(25)
    .describe('Number of records per page; at most 50 with propertiesWithHistory'),
  after: z.string().optional().describe('The next_cursor of the previous response'),
  ...shown,
  archived: z.boolean().optional().describe('Whether to list archived records instead of active ones'),
});

const largestPageWithHistory = 50;

/** Whether HubSpot accepts a page size: it rejects larger pages with history. */
export const fitsHistory = ({ limit, propertiesWithHistory }: z.output<typeof pageParams>) =>
  propertiesWithHistory === undefined || limit <= largestPageWithHistory;

/** The error of a list whose page is too large. */
export const tooMuchHistory = {
  path: ['limit'],
  error: `must be at most ${largestPageWithHistory} together with propertiesWithHistory`,
};

/** Parameters of the lists of standard objects. */
export const listParams = pageParams.refine(fitsHistory, tooMuchHistory);

/** Parameters of every get in addition to the id. */
export const getParams = z.object({
  ...shown,
  idProperty: z
    .string()
    .optional()
    .describe('Property with unique values, such as email, by which the id identifies the record'),
  archived: z.boolean().optional().describe('Whether the record is archived'),
});

/** The id of the record to get. */
export const idLike = (example: string) =>
  z
    .string()
    .describe('Record id, or a value of idProperty')
    .meta({ examples: [example] });
