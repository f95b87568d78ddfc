import { z } from 'zod';
import { idSchema } from './field-types.ts';

const textSchema = z.string().min(1).max(512);

/** Body of `POST /api/v1/account/applications/token`. */
export const applicationTokenRequestSchema = z
  .strictObject({
    client_id: textSchema.describe('Anything: the client secret alone says who calls.'),
    client_secret: textSchema.meta({ description: 'The text of a workspace token (`cty_…`).', writeOnly: true }),
  })
  .meta({
    id: 'ApplicationTokenRequest',
    description: 'What an existing client of the hosted service knows of its account.',
  });

/** Answer of `POST /api/v1/account/applications/token`. */
export const applicationTokenSchema = z
  .object({
    access_token: z.string().describe('What to send as bearer token: the client secret itself.'),
    token_type: z.literal('bearer').describe('How to send it.'),
    expires_in: z
      .int()
      .min(1)
      .max(900)
      .describe('Seconds after which to ask again; fewer than 900 when the token expires before.'),
    organization_id: idSchema.describe('Id of the workspace the token belongs to.'),
  })
  .meta({ id: 'ApplicationToken', description: 'What to send as bearer token.' });

/** Answer of `POST /api/v1/account/applications/token`. */
export type ApplicationTokenBody = z.output<typeof applicationTokenSchema>;
