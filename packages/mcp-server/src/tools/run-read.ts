import { z } from 'zod';
import { responseOutput, responseSchema } from '../results/response-output.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { connection, fields, intent, maxCharacters, name, params, skip } from './arguments.ts';
import { requireTool, showingParams } from './names.ts';

/** Runs an action that changes nothing. */
export const runRead = defineTool({
  name: 'run_read',
  description:
    'Run an action whose effect is read, live. For the next page merge meta.next_params into params. Long results are cut and say how to continue.',
  input: z.strictObject({
    connection,
    entity: name,
    action: name,
    params,
    fields,
    skip,
    intent,
    max_characters: maxCharacters,
  }),
  output: responseSchema,
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOffered: whereThereIs({ effects: ['read'] }),
  run: async (input, { calls }) => {
    const call = await calls.resolve(input);
    requireTool('run_read', call);
    const { params: given, fields: chosen, intent: why, skip: skipped, max_characters: max } = input;
    const response = await showingParams(call.action, () =>
      call.execute({ params: given, select_fields: chosen, intent: why }),
    );
    return responseOutput(response, { max, skip: skipped, pageIn: 'params' });
  },
});
