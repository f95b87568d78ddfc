import { z } from 'zod';
import { CallProblem } from '../call-problem.ts';
import { changesOutput, changesSchema } from '../results/changes-output.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { connection, maxCharacters, name } from './arguments.ts';
import { connectionOf } from './names.ts';

const hour = 3_600_000;

/** Lists what changed in the copies of a connection. */
export const listChanges = defineTool({
  name: 'list_changes',
  description:
    'What was added, changed or removed in the synchronized copies of a connection, oldest first. since: a duration such as 24h or 7d, an ISO 8601 time, or the cursor of an earlier result.',
  input: z.strictObject({
    connection,
    entities: z.array(name).min(1).max(20).optional(),
    since: z.string().min(1).max(200).default('24h'),
    limit: z.int().min(1).max(1_000).default(50),
    max_characters: maxCharacters,
  }),
  output: changesSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: whereThereIs({ action: 'context_store_search' }),
  run: async ({ connection: wanted, entities, since, limit, max_characters: most }, { calls }) => {
    const { id: connectionId } = await connectionOf(calls, wanted);
    return changesOutput(await calls.changes({ connectionId, entities, limit, ...startOf(since) }), most);
  },
});

function startOf(since: string): { readonly since: string } | { readonly cursor: string } {
  const [, count = '', unit] = /^(\d{1,5})([hd])$/.exec(since) ?? [];
  if (unit !== undefined) return isoTime(Date.now() - Number(count) * (unit === 'd' ? 24 * hour : hour));
  return /^\d{4}-/.test(since) ? isoTime(Date.parse(since)) : { cursor: since };
}

function isoTime(time: number): { readonly since: string } {
  if (!Number.isNaN(time)) return { since: new Date(time).toISOString() };
  const message = 'must be a duration such as 24h, an ISO 8601 time, or a cursor';
  throw new CallProblem({
    code: 'invalid_params',
    message: `since ${message}.`,
    errors: [{ field: '/since', message }],
  });
}
