import { z } from 'zod';
import { newConnectionSchema } from './connection.ts';
import { connectorIdSchema, createdAtSchema, displayNameSchema, idSchema, timeSchema } from './field-types.ts';
import { workspacePathSchema } from './workspace.ts';

const day = 24 * 60 * 60;

const returnUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe(
    'Where the person goes afterwards, with `status` and `connect_link` added to the query. Its origin must be one of `CONNECTORY_RETURN_ORIGINS`, or that of the gateway.',
  );

const { connector, authentication, settings } = newConnectionSchema.shape;

/** Body of `POST /api/v1/workspaces/{workspace}/connect-links`. */
export const newConnectLinkSchema = z
  .strictObject({
    connector,
    name: displayNameSchema
      .optional()
      .describe('Name of the connection to make; the id of the connector when left out.'),
    authentication: authentication.describe(
      "Name of one of the connector's ways to authenticate. When left out: consent, if the workspace has an OAuth application for the connector, else the first way that asks for keys.",
    ),
    settings: settings.describe('Settings that are fixed. The page asks for others that are needed.'),
    return_url: returnUrlSchema.optional(),
    expires_in: z
      .int()
      .min(60)
      .max(7 * day)
      .default(day)
      .describe('Seconds for which the link can be used; a day unless set.'),
    connection_id: idSchema
      .optional()
      .describe(
        'Connect this connection again, which keeps its id, name, settings and copy. `name` and `settings` are not accepted then.',
      ),
  })
  .refine(({ connection_id: id, name, settings: fixed }) => id === undefined || (name ?? fixed) === undefined, {
    path: ['connection_id'],
    message: 'cannot be combined with name or settings',
  })
  .meta({
    id: 'NewConnectLink',
    description: 'A link with which a person connects an account of theirs once.',
  });

/** A new link: the only answer that has its URL. */
export const createdConnectLinkSchema = z
  .object({
    id: idSchema.describe('Id of the link.'),
    url: z.string().describe('Give it to the person who has the account. Whoever has it can use it.'),
    expires_at: timeSchema.describe('When the link ends.'),
  })
  .meta({ id: 'CreatedConnectLink', description: 'A new link. Its URL is shown this once.' });

/** A link as the gateway shows it; never with its URL. */
export const connectLinkSchema = z
  .object({
    id: idSchema.describe('Id of the link.'),
    state: z
      .enum(['open', 'connected', 'expired', 'revoked'])
      .describe(
        '`open` until it is used; `connected` once it was; `expired` when nobody used it in time; `revoked` when the token that made it has ended.',
      ),
    connector: connectorIdSchema.describe('Id of the connector plugin.'),
    authentication: z.string().describe('How the person authenticates.'),
    name: displayNameSchema.describe('Name of the connection.'),
    connection_id: idSchema.nullable().describe('The connection to connect again; null for a link that makes one.'),
    connections: z
      .array(idSchema.describe('Id of a connection.'))
      .describe('What was connected: several where one consent covers several accounts.'),
    last_problem: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, as the person was told; null without one, and once it is used.'),
    return_url: returnUrlSchema.nullable(),
    created_at: createdAtSchema,
    expires_at: timeSchema.describe('When the link ends.'),
    used_at: timeSchema.nullable().describe('When it was used; null until then.'),
  })
  .meta({ id: 'ConnectLink', description: 'A link with which a person connects an account of theirs once.' });

/** A link as the gateway shows it. */
export type ConnectLinkBody = z.output<typeof connectLinkSchema>;

/** Path parameters of one link. */
export const connectLinkPathSchema = workspacePathSchema.extend({ id: idSchema.describe('Id of the link.') });
