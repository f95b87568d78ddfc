import { z } from 'zod';
import { CallProblem } from '../call-problem.ts';
import type { ExecuteCall } from '../calls.ts';
import { answerText } from '../results/answer-text.ts';
import { type Decision, defineTool, whereThereIs } from '../tool.ts';
import { connection, fields, intent, maxCharacters, name, params } from './arguments.ts';
import { requireTool, resolveCall, showingParams } from './resolve-call.ts';
import { writeQuestion } from './write-question.ts';

/** Runs an action that changes, deletes or sends something, after asking the person where the client can. */
export const runWrite = defineTool({
  name: 'run_write',
  description:
    'Run an action that writes, deletes or reaches outward (email, call, payment). dry_run shows the exact requests and sends nothing. Repeating with the same idempotency_key is safe.',
  input: z.strictObject({
    connection,
    entity: name,
    action: name,
    params,
    dry_run: z.boolean().default(false),
    fields,
    idempotency_key: z.string().min(1).max(255).optional(),
    intent,
    max_characters: maxCharacters,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  isOffered: whereThereIs({ effects: ['write', 'delete', 'outward'] }),
  run: async (input, { calls, ask }) => {
    const resolved = await resolveCall(calls, input);
    requireTool('run_write', resolved);
    const { entity, action, params: given, fields: chosen, intent: why, dry_run: isDry, max_characters: most } = input;
    const envelope = {
      entity,
      action,
      params: given,
      ...(chosen !== undefined && { select_fields: chosen }),
      ...(why !== undefined && { intent: why }),
    };
    const call = { connectionId: resolved.connection.id, envelope, idempotencyKey: input.idempotency_key };
    const answer = await showingParams(resolved.action, async () => {
      if (isDry) return calls.execute(dry(call));
      // Calls that could not be sent need no confirmation.
      if (ask !== undefined) requireAccepted(await ask(writeQuestion(resolved, call, await calls.execute(dry(call)))));
      return calls.execute(call);
    });
    return answerText(answer, { most, skip: 0, pageIn: 'params' });
  },
});

const dry = (call: ExecuteCall): ExecuteCall => ({ ...call, envelope: { ...call.envelope, dry_run: true } });

function requireAccepted(decision: Decision): void {
  if (decision === 'accept') return;
  const message =
    decision === 'unanswered' ? 'The confirmation was not answered in time.' : 'The user declined this call.';
  throw new CallProblem(
    { code: 'declined', message: `${message} Nothing was sent.` },
    { nextStep: 'Do not repeat the call unchanged. Ask the user what they want instead.' },
  );
}
