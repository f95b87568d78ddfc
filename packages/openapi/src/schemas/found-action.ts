import { directActions } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { connectorIdSchema, displayNameSchema, effectSchema, idSchema } from './field-types.ts';

/** Query parameters of `GET /api/v1/actions`. */
export const actionSearchQuerySchema = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('What one wants to do, in plain words. All actions, in the order of their connectors, when left out.'),
  connector: connectorIdSchema.optional().describe('Only actions of this connector, by its id.'),
  action: z
    .enum([...directActions, 'context_store_search'])
    .optional()
    .describe('Only actions of this name.'),
  effect: effectSchema.optional().describe('Only actions with this effect.'),
  connected: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: only actions that can be run through a connection of the workspace of the token.'),
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('Most actions of the answer.'),
});

const foundParamSchema = z
  .object({
    name: z.string().describe('Its name.'),
    type: z.string().describe('JSON type of its values, or `any`.'),
    required: z.boolean().describe('Whether it must be given.'),
  })
  .meta({ id: 'FoundParam', description: 'One parameter of an action in short.' });

const usableConnectionSchema = z
  .object({
    id: idSchema.describe('The connector id of execute calls.'),
    name: displayNameSchema.describe('What people call it.'),
  })
  .meta({ id: 'UsableConnection', description: 'A connection through which an action can be run.' });

/** One action as `GET /api/v1/actions` shows it. */
const foundActionSchema = z
  .object({
    connector: connectorIdSchema.describe('Id of the connector that offers it.'),
    entity: z.string().describe('What execute requests name as their `entity`.'),
    action: z
      .enum([...directActions, 'context_store_search'])
      .describe('What execute requests name as their `action`.'),
    effect: effectSchema.describe('What it does to the upstream; `outward` reaches people or systems beyond it.'),
    summary: z.string().describe('What it does.'),
    params: z.array(foundParamSchema).describe('Its parameters, those that must be given first.'),
    connections: z
      .array(usableConnectionSchema)
      .optional()
      .describe(
        'For a token of a workspace: the connections it can be run through, by name, at most 20. Empty when the workspace has none.',
      ),
  })
  .meta({ id: 'FoundAction', description: 'One action in short.' });

/** Answer of `GET /api/v1/actions`. */
export const foundActionListSchema = z
  .object({
    data: z.array(foundActionSchema).describe('The actions, the one that fits best first.'),
    meta: z
      .object({ total: z.int().describe('How many actions there are, with those beyond `limit`.') })
      .meta({ id: 'FoundActionMeta', description: 'What stands beside found actions.' }),
  })
  .meta({ id: 'FoundActionList', description: 'Actions the token may use that fit what was asked for.' });

/** Answer of `GET /api/v1/actions`. */
export type FoundActionListBody = z.output<typeof foundActionListSchema>;
