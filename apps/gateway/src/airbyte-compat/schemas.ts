import { z } from 'zod';
import { idSchema } from '../http/schemas.ts';

const textSchema = z.string().min(1).max(512);

/** Body of `POST /api/v1/account/applications/token`. */
export const applicationTokenRequestSchema = z
  .strictObject({
    client_id: textSchema.describe('Any text: only the client secret identifies the caller.'),
    client_secret: textSchema.meta({ description: 'The text of a workspace token (`cty_…`).', writeOnly: true }),
  })
  .meta({
    id: 'ApplicationTokenRequest',
    description: 'The credentials of an existing client of the hosted service.',
  });

/** Response of `POST /api/v1/account/applications/token`. */
export const applicationTokenSchema = z
  .object({
    access_token: z.string().describe('The bearer token to send: the client secret itself.'),
    token_type: z.literal('bearer').describe('How to send it.'),
    expires_in: z
      .int()
      .min(1)
      .max(900)
      .describe('Seconds until a new token should be requested; less than 900 if the token expires sooner.'),
    organization_id: idSchema.describe('Id of the workspace the token belongs to.'),
  })
  .meta({ id: 'ApplicationToken', description: 'The bearer token to send.' });

/** Response of `POST /api/v1/account/applications/token`. */
export type ApplicationTokenBody = z.output<typeof applicationTokenSchema>;
