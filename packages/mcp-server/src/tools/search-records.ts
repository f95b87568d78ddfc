import { z } from 'zod';
import { responseOutput, responseSchema } from '../results/response-output.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { connection, fields, intent, maxCharacters, name, skip } from './arguments.ts';
import { showingParams } from './names.ts';

/** Searches the synchronized copy of an entity. */
export const searchRecords = defineTool({
  name: 'search_records',
  description:
    'Search, count or aggregate the synchronized copy of an entity: fast and typo-tolerant. filter maps operators to {field: value}: eq neq gt gte lt lte in like(%) keyword fuzzy contains; any, and, or, not combine conditions. E.g. {"fuzzy":{"name":"jon smiht"},"gte":{"total":9}}. limit 0 only counts. aggregate, e.g. {"group_by":["status",{"field":"at","by":"month"}],"values":{"n":{"count":"*"},"due":{"sum":"total"}}}: also count_distinct avg min max, by day week year. describe_action of context_store_search has the fields.',
  input: z.strictObject({
    connection,
    entity: name,
    filter: z.record(z.string(), z.unknown()).default({}),
    sort: z
      .array(z.record(z.string(), z.enum(['asc', 'desc'])))
      .max(10)
      .optional(),
    aggregate: z.record(z.string(), z.unknown()).optional(),
    limit: z.int().min(0).max(1_000).default(20),
    cursor: z.string().max(20_000).optional(),
    max_staleness: z.int().min(1).max(31_536_000).optional().describe('Seconds'),
    fields,
    skip,
    intent,
    max_characters: maxCharacters,
  }),
  output: responseSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: whereThereIs({ action: 'context_store_search' }),
  run: async (input, { calls }) => {
    const { filter, sort, aggregate, limit, cursor, max_staleness, fields: chosen, intent: why } = input;
    const { skip: skipped, max_characters: most } = input;
    const call = await calls.resolve({ ...input, action: 'context_store_search' });
    const params = {
      query: { filter, ...(sort !== undefined && { sort }), ...(aggregate !== undefined && { aggregate }) },
      limit,
      ...(cursor !== undefined && { cursor }),
      ...(max_staleness !== undefined && { max_staleness }),
      ...(chosen !== undefined && { fields: chosen }),
    };
    const response = await showingParams(call.action, () => call.execute({ params, intent: why }));
    return responseOutput(response, { max: most, skip: skipped, pageIn: 'arguments' });
  },
});
