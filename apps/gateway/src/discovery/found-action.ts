import { directActions } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { connectorIdSchema, displayNameSchema, effectSchema, idSchema } from '../http/field-types.ts';

/** Query parameters of `GET /api/v1/actions`. */
export const actionSearchQuerySchema = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Your goal in plain words. If omitted, all actions are returned, ordered by connector.'),
  connector: connectorIdSchema.optional().describe('Only actions of this connector, by its id.'),
  action: z
    .enum([...directActions, 'context_store_search'])
    .optional()
    .describe('Only actions with this name.'),
  effect: effectSchema.optional().describe('Only actions with this effect.'),
  connected: z
    .enum(['true', 'false'])
    .default('false')
    .describe("`true`: only actions that can run through a connection of the token's workspace."),
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('Maximum number of actions to return.'),
});

const foundParamSchema = z
  .object({
    name: z.string().describe('Its name.'),
    type: z.string().describe('JSON type of its values, or `any`.'),
    required: z.boolean().describe('Whether it is required.'),
  })
  .meta({ id: 'FoundParam', description: 'Summary of one parameter.' });

const usableConnectionSchema = z
  .object({
    id: idSchema.describe('The `connector_id` of execute calls.'),
    name: displayNameSchema.describe('Its name.'),
  })
  .meta({ id: 'UsableConnection', description: 'A connection that can run the action.' });

/** One action as `GET /api/v1/actions` shows it. */
const foundActionSchema = z
  .object({
    connector: connectorIdSchema.describe('Id of the connector that offers it.'),
    entity: z.string().describe('The `entity` of execute requests.'),
    action: z.enum([...directActions, 'context_store_search']).describe('The `action` of execute requests.'),
    effect: effectSchema.describe('What it does upstream; `outward` reaches people or systems beyond the vendor.'),
    summary: z.string().describe('What it does.'),
    params: z.array(foundParamSchema).describe('Its parameters, required ones first.'),
    connections: z
      .array(usableConnectionSchema)
      .optional()
      .describe(
        'With a workspace token, the connections that can run it, by name, at most 20. Empty if there are none.',
      ),
  })
  .meta({ id: 'FoundAction', description: 'Summary of one action.' });

/** Response of `GET /api/v1/actions`. */
export const foundActionListSchema = z
  .object({
    data: z.array(foundActionSchema).describe('The actions, best match first.'),
    meta: z
      .object({ total: z.int().describe('Total number of matching actions, including those beyond `limit`.') })
      .meta({ id: 'FoundActionMeta', description: 'Information about the search.' }),
  })
  .meta({ id: 'FoundActionList', description: 'Matching actions that the token may use.' });

/** Response of `GET /api/v1/actions`. */
export type FoundActionListBody = z.output<typeof foundActionListSchema>;
