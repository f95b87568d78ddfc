import { z } from 'zod';
import { responseOutput } from '../results/response-output.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { maxCharacters, skip } from './arguments.ts';

/** Runs one SELECT statement over the copies of all connections. */
export const sql = defineTool({
  name: 'sql',
  description:
    'One SELECT (DuckDB) over the copies of all connections, to join systems. Tables are connection.entity, such as "acme-crm".contacts, columns the search fields.',
  input: z.strictObject({
    sql: z.string().min(1).max(20_000),
    limit: z.int().min(1).max(1_000).default(100),
    skip,
    max_characters: maxCharacters,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: whereThereIs({ action: 'context_store_search' }),
  run: async ({ sql: statement, limit, skip: skipped, max_characters: max }, { calls }) =>
    responseOutput(await calls.sql(statement, limit), { max, skip: skipped, pageIn: 'arguments' }),
});
