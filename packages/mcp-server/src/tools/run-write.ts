import { parseVerbatim, writeExactly } from '@connectory/exact-json';
import { z } from 'zod';
import { CallProblem } from '../call-problem.ts';
import type { ExecuteInputs, ExecuteResponse, ResolvedCall, SentFile } from '../calls.ts';
import { batchOutput } from '../results/batch-output.ts';
import { responseOutput } from '../results/response-output.ts';
import { shortenedJson } from '../results/shortened-value.ts';
import { type Decision, defineTool, type ToolContext, type ToolOutput, whereThereIs } from '../tool.ts';
import { connection, fields, intent, maxCharacters, name, params, paramsList } from './arguments.ts';
import { requireTool, showingParams } from './names.ts';

const maxFileCharacters = 900_000;

const file = z
  .strictObject({
    name: z.string().min(1).max(255),
    media_type: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+$/)
      .optional(),
    text: z.string().max(maxFileCharacters).optional(),
    base64: z.base64().max(maxFileCharacters).optional(),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), 'needs either text or base64')
  .optional()
  .describe('For upload: text or base64, under 900 kB');

const sentFile = ({ name, media_type, text, base64 }: NonNullable<z.output<typeof file>>): SentFile => ({
  name,
  type: media_type ?? (text === undefined ? 'application/octet-stream' : 'text/plain'),
  bytes: base64 === undefined ? new TextEncoder().encode(text) : Uint8Array.from(Buffer.from(base64, 'base64')),
});

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
    params_list: paramsList,
    dry_run: z.boolean().default(false),
    fields,
    idempotency_key: z.string().min(1).max(255).optional(),
    file,
    intent,
    max_characters: maxCharacters,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  isOffered: whereThereIs({ effects: ['write', 'delete', 'outward'] }),
  run: async (input, { calls, ask }) => {
    const call = await calls.resolve(input);
    requireTool('run_write', call);
    const { params: given, fields: chosen, intent: why, idempotency_key: key, max_characters: most } = input;
    const inputs = { params: given, select_fields: chosen, intent: why };
    const list = input.params_list?.map((one) => ({ ...inputs, params: one }));
    if (list !== undefined) return runList(call, { ...input, list }, async () => calls.resolve(input), ask);
    const sent = input.file && sentFile(input.file);
    const preview = () => call.execute({ ...inputs, dry_run: true }, key, sent);
    const response = await showingParams(call.action, async () => {
      if (input.dry_run) return preview();
      if (ask === undefined) return call.execute(inputs, key, sent);
      // Calls that could not be sent need no confirmation.
      requireAccepted(await ask(writeQuestion(call, input, requestLines((await preview()).data.toString('utf8')))));
      // The connection or the policy may have been changed while the person thought.
      return (await calls.resolve(input)).execute(inputs, key, sent);
    });
    const { text } = responseOutput(response, { max: most, skip: 0, pageIn: 'params' });
    return { text: response.held === undefined ? text : `${heldText(response.held, key)}\n${text}` };
  },
});

const heldText = ({ id, expires_at: until, url }: NonNullable<ExecuteResponse['held']>, key = `held-${id}`) =>
  `Nothing was sent yet: this write waits for the approval of a person, until ${until}, at ${url}. You cannot approve it; give the person the link. For the outcome, repeat this call unchanged with idempotency_key ${JSON.stringify(key)}. The request that would be sent:`;

interface ListInputs extends WriteInputs {
  readonly list: readonly ExecuteInputs[];
  readonly dry_run: boolean;
  readonly idempotency_key?: string | undefined;
  readonly max_characters: number;
}

/** Runs the action once for each set of parameters, after asking the person once for all of them. */
async function runList(
  call: ResolvedCall,
  { list, dry_run: dryRun, idempotency_key: key, max_characters: max, ...input }: ListInputs,
  resolveAgain: () => Promise<ResolvedCall>,
  ask: ToolContext['ask'],
): Promise<ToolOutput> {
  const response = await showingParams(call.action, async () => {
    if (dryRun) return call.batch(list, true);
    if (ask === undefined) return call.batch(list, false, key);
    // Calls that could not be sent need no confirmation.
    const { items } = await call.batch(list, true);
    const requests = items.flatMap(({ data }) => (data === undefined ? [] : requestLines(data)));
    requireAccepted(await ask(writeQuestion(call, { ...input, params: list.map(({ params: one }) => one) }, requests)));
    return (await resolveAgain()).batch(list, false, key);
  });
  return batchOutput(response, max);
}

const reasons = {
  decline: 'The user declined this call.',
  cancel: 'The user declined this call.',
  unanswered: 'The confirmation was not answered in time.',
  unasked: 'The client could not ask the user for confirmation.',
  used: 'This confirmation was used before, by a call that may have been carried out.',
  unknown: 'This is no confirmation of this call: it is of another one, was changed, or has expired.',
} as const;

function requireAccepted(decision: Decision): void {
  if (decision === 'accept') return;
  throw new CallProblem(
    { code: 'declined', message: `${reasons[decision]} Nothing was sent.` },
    { nextStep: 'Do not repeat the call unchanged. Ask the user what they want instead.' },
  );
}

const verbs = { read: 'Read', write: 'Write', delete: 'Delete', outward: 'Reach outward' } as const;
const maxParamsLength = 2_000;
const maxRequests = 5;

interface WriteInputs {
  readonly entity: string;
  readonly params: object;
  readonly intent?: string | undefined;
}

/** The question before a write: what it does, where, with which parameters, and which requests would be sent. */
function writeQuestion(
  { connection, action }: ResolvedCall,
  { entity, intent: why, params: given }: WriteInputs,
  requests: readonly string[],
): string {
  const times = Array.isArray(given) ? `, ${given.length} times` : '';
  const lines = [
    `${verbs[action.effect]}: ${action.summary}${times}`,
    `Connection: ${connection.name} (${connection.vendor ?? connection.connector}), ${entity}.${action.action}`,
    `Parameters: ${shortenedJson(parseVerbatim(writeExactly(given)), maxParamsLength) ?? 'too long to show'}`,
    ...requests.slice(0, maxRequests),
    ...(requests.length > maxRequests ? [`and ${requests.length - maxRequests} more requests`] : []),
    ...(why === undefined ? [] : [`Intent: ${why}`]),
  ];
  return lines.map(visible).join('\n');
}

function requestLines(data: string): string[] {
  const { requests } = JSON.parse(data) as {
    readonly requests: readonly { readonly method: string; readonly url: string }[];
  };
  return requests.map(({ method, url }) => `Request: ${method} ${url.slice(0, 500)}`);
}

// Invisible and direction-changing characters could disguise a text as another one.
const visible = (line: string) =>
  line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
