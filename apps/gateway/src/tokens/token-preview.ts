import { directActions } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { connectorIdSchema, displayNameSchema, effectSchema, idSchema } from '../http/field-types.ts';
import { newTokenSchema, policySchema } from './schemas.ts';

/** Body of `POST /api/v1/workspaces/{workspace}/tokens/preview`: the policy, as it would be sent to create the token. */
export const newTokenPreviewSchema = newTokenSchema
  .pick({ policy: true })
  .meta({ id: 'NewTokenPreview', description: 'The policy of a token to preview.' });

const previewedActionSchema = z
  .object({
    action: z.enum([...directActions, 'context_store_search']).describe('Its name.'),
    effect: effectSchema.describe('What it does upstream; `outward` reaches people or systems beyond the vendor.'),
    allowed: z.boolean().describe('Whether the token could run it.'),
  })
  .meta({ id: 'PreviewedAction', description: 'An action, and whether a token could run it.' });

const previewedEntitySchema = z
  .object({
    entity: z.string().describe('The `entity` of execute requests.'),
    actions: z.array(previewedActionSchema).describe('Its actions.'),
  })
  .meta({ id: 'PreviewedEntity', description: 'An entity with what a token could do with it.' });

const previewedConnectionSchema = z
  .object({
    id: idSchema.describe('Id of the connection.'),
    name: displayNameSchema.describe('Its name.'),
    connector: connectorIdSchema.describe('ID of the connector.'),
    vendor: z
      .string()
      .nullable()
      .describe("The upstream's vendor; null when the connector is not installed, and then nothing can be run."),
    allowed: z.boolean().describe('Whether the token could see the connection.'),
    entities: z.array(previewedEntitySchema).describe('The entities of its connector.'),
  })
  .meta({ id: 'PreviewedConnection', description: 'A connection with what a token could do with it.' });

/** Response of `POST /api/v1/workspaces/{workspace}/tokens/preview`. */
export const tokenPreviewSchema = z
  .object({
    data: z.array(previewedConnectionSchema).describe('The connections of the page.'),
    meta: z
      .object({
        next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last page.'),
        policy: policySchema.describe(
          'The policy that the token would have: omitted fields are inherited from the token that creates it.',
        ),
      })
      .meta({ id: 'TokenPreviewMeta', description: 'Additional information about a preview.' }),
  })
  .meta({
    id: 'TokenPreview',
    description: 'A page of connections, ordered by name, with what a token could do with each.',
  });

/** Response of `POST /api/v1/workspaces/{workspace}/tokens/preview`. */
export type TokenPreviewBody = z.output<typeof tokenPreviewSchema>;
