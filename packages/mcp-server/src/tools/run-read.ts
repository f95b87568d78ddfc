import { z } from 'zod';
import { answerText } from '../results/answer-text.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { connection, fields, intent, maxCharacters, name, params, skip } from './arguments.ts';
import { requireTool, resolveCall, showingParams } from './resolve-call.ts';

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
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOffered: whereThereIs({ effects: ['read'] }),
  run: async (input, { calls }) => {
    const call = await resolveCall(calls, input);
    requireTool('run_read', call);
    const { entity, action, params: given, fields: chosen, intent: why, skip: skipped, max_characters: most } = input;
    const answer = await showingParams(call.action, () =>
      calls.execute({
        connectionId: call.connection.id,
        envelope: {
          entity,
          action,
          params: given,
          ...(chosen !== undefined && { select_fields: chosen }),
          ...(why !== undefined && { intent: why }),
        },
      }),
    );
    return answerText(answer, { most, skip: skipped, pageIn: 'params' });
  },
});
