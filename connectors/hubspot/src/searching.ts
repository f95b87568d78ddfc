import { z } from 'zod';
import { counted, maxResults, searchPaging } from './adapter.ts';
import { propertyNames } from './records/crm-object.ts';

const operators = [
  'BETWEEN',
  'CONTAINS_TOKEN',
  'EQ',
  'GT',
  'GTE',
  'HAS_PROPERTY',
  'IN',
  'LT',
  'LTE',
  'NEQ',
  'NOT_CONTAINS_TOKEN',
  'NOT_HAS_PROPERTY',
  'NOT_IN',
] as const;

export const Filter = z.strictObject({
  propertyName: z.string().describe('Property to compare'),
  operator: z.enum(operators).describe('Comparison operator'),
  value: z.string().optional().describe('Value to compare with; the lower end for BETWEEN'),
  highValue: z.string().optional().describe('Upper end for BETWEEN'),
  values: z.array(z.string()).optional().describe('Values for IN and NOT_IN; those of text properties in lower case'),
});

const Sort = z.strictObject({
  propertyName: z.string().describe('Property to sort by'),
  direction: z.enum(['ASCENDING', 'DESCENDING']).optional().describe('ASCENDING by default'),
});

export const params = z.object({
  filterGroups: z
    .array(z.strictObject({ filters: z.array(Filter).describe('Conditions that must all match') }))
    .max(6)
    .optional()
    .describe('Groups of conditions, at least one of which must match'),
  properties: z.array(z.string()).optional().describe('Properties to return; by default, those of the record'),
  limit: z.int().min(1).max(200).default(25).describe('Number of records per page'),
  after: z
    .string()
    .refine((after) => !(Number(after) >= maxResults), {
      error: `must be below ${maxResults}: HubSpot returns no more results for one search; narrow it with filters`,
    })
    .optional()
    .describe('The next_cursor of the previous response'),
  sorts: z.array(Sort).optional().describe('Sort order of the results; HubSpot sorts by one property only'),
  query: z.string().max(3000).optional().describe("Text to search for in HubSpot's default search properties"),
});

/** Parameters, request and response of a search for records. HubSpot's description requires all members except the query. */
export const searchOf = (record: Parameters<typeof propertyNames>[0]) => ({
  params,
  paging: searchPaging,
  meta: counted,
  wire: ({
    filterGroups = [],
    sorts = [],
    properties = [...propertyNames(record)],
    after = '0',
    ...rest
  }: z.output<typeof params>) => ({
    body: { filterGroups, sorts: sorts.map(sortText), properties, after, ...rest },
  }),
});

// The form of HubSpot's description: createdate is ascending, -createdate descending.
const sortText = ({ propertyName, direction }: z.output<typeof Sort>) =>
  direction === 'DESCENDING' ? `-${propertyName}` : propertyName;
