import { z } from 'zod';
import type { FoundAction } from '../calls.ts';
import { rowsOutput, rowsSchema, withNotes } from '../results/rows-output.ts';
import { always, defineTool } from '../tool.ts';
import { maxCharacters, name } from './arguments.ts';

/** Finds actions by describing a task. */
export const findActions = defineTool({
  name: 'find_actions',
  description: 'Find actions of the connected systems by what you want to do, in plain words. Start here.',
  input: z.strictObject({
    query: z.string().min(1).max(500),
    connector: name.optional(),
    effect: z.enum(['read', 'write', 'delete', 'outward']).optional(),
    limit: z.int().min(1).max(50).default(8),
    max_characters: maxCharacters,
  }),
  output: rowsSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: always,
  run: async ({ query, connector, effect, limit, max_characters: most }, { calls }) => {
    const { data, meta } = await calls.findActions({ q: query, connector, effect, connected: true, limit });
    const howToGoOn = 'Ask for fewer with "limit", or narrow with "connector" or "effect".';
    const output = rowsOutput(data.map(row), meta, { max: most, howToGoOn });
    if (data.length > 0) return output;
    const notes = [
      'Nothing found in the connected systems. Try other words; list_connections shows what is connected.',
    ];
    return { text: withNotes(output.text, notes), structured: { ...output.structured, notes } };
  },
});

function row({ params, connections, ...action }: FoundAction): object {
  return {
    ...action,
    params: Object.fromEntries(
      params.map(({ name: param, type, required }) => [param, required ? `${type}, required` : type]),
    ),
    ...(connections !== undefined && { connections: connections.map((one) => one.name) }),
  };
}
