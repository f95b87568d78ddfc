import { z } from 'zod';
import { defineTool, whereThereIs } from '../tool.ts';
import { recordId } from './record-id.ts';

const limit = 20;

/** Finds records of all systems, in the shape that research agents expect of a tool with this name. */
export const search = defineTool({
  name: 'search',
  description: 'Find records of all connections by words, best first. fetch returns one whole.',
  input: z.strictObject({ query: z.string().min(1).max(1_000) }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: whereThereIs({ action: 'context_store_search' }),
  run: async ({ query }, { calls }) => {
    const found = await calls.find(query, limit);
    const results = found.map((record) => {
      const id = recordId(record);
      const { connection, entity, title } = record;
      return { id, title: `${title} (${connection.name} ${entity})`, url: record.url ?? `connectory:${encodeURI(id)}` };
    });
    return { text: JSON.stringify({ results }), structured: { results } };
  },
});
