import { z } from 'zod';
import { newConnectionSchema } from '../connections/schemas.ts';
import { credentialFieldSchema } from '../discovery/schemas.ts';
import {
  connectorIdSchema,
  createdAtSchema,
  displayNameSchema,
  idSchema,
  listOf,
  timeSchema,
} from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

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
    name: displayNameSchema.optional().describe("Name of the new connection; by default, the connector's ID."),
    authentication: authentication.describe(
      "Name of one of the connector's authentication methods. By default, consent if the workspace has an OAuth application for the connector, otherwise the first method that uses API keys.",
    ),
    settings: settings.describe('Fixed settings. The page asks for any others that are required.'),
    return_url: returnUrlSchema.optional(),
    expires_in: z
      .int()
      .min(60)
      .max(7 * day)
      .default(day)
      .describe('Lifetime of the link in seconds; one day by default.'),
    connection_id: idSchema
      .optional()
      .describe(
        'Reconnect this connection, which keeps its ID, name, settings and copy. Cannot be combined with `name` and `settings`.',
      ),
  })
  .refine(({ connection_id: id, name, settings: fixed }) => id === undefined || (name ?? fixed) === undefined, {
    path: ['connection_id'],
    message: 'cannot be combined with name or settings',
  })
  .meta({
    id: 'NewConnectLink',
    description: 'A single-use link that lets a person connect their account.',
  });

/** A new link: the only response with its URL. */
export const createdConnectLinkSchema = z
  .object({
    id: idSchema.describe('Id of the link.'),
    url: z.string().describe('Share it with the owner of the account. Anyone who has it can use it.'),
    expires_at: timeSchema.describe('When the link ends.'),
  })
  .meta({ id: 'CreatedConnectLink', description: 'A new link. Its URL is returned only once.' });

/** A link as the gateway shows it; never with its URL. */
export const connectLinkSchema = z
  .object({
    id: idSchema.describe('Id of the link.'),
    state: z
      .enum(['open', 'connected', 'expired', 'revoked'])
      .describe(
        '`open` until it is used; `connected` afterwards; `expired` if it was not used in time; `revoked` if it was revoked, or if the token that created it was revoked or expired.',
      ),
    connector: connectorIdSchema.describe('ID of the connector.'),
    authentication: z.string().describe('How the person authenticates.'),
    name: displayNameSchema.describe('Name of the connection.'),
    connection_id: idSchema.nullable().describe('The connection to reconnect; null for a link that creates one.'),
    connections: z
      .array(idSchema.describe('Id of a connection.'))
      .describe('The connections created; several if one consent covers several accounts.'),
    last_problem: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, as shown to the person; null if none failed or the link has been used.'),
    return_url: returnUrlSchema.nullable(),
    created_by: idSchema.nullable().describe('The token that created it; null for the admin token.'),
    created_at: createdAtSchema,
    expires_at: timeSchema.describe('When the link ends.'),
    used_at: timeSchema.nullable().describe('When it was used; null until then.'),
  })
  .meta({ id: 'ConnectLink', description: 'A single-use link that lets a person connect their account.' });

/** A link as the gateway shows it. */
export type ConnectLinkBody = z.output<typeof connectLinkSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/connect-links`. */
export const connectLinkListSchema = listOf(
  'ConnectLinkList',
  'A page of the links that can still be used, newest first.',
  connectLinkSchema,
);

/** Path parameters of one link. */
export const connectLinkPathSchema = workspacePathSchema.extend({ id: idSchema.describe('Id of the link.') });

const clientIdSchema = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
  .describe('The client ID that the vendor assigned to the application.');

const baseUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe(
    "The `base_url` of the connections that the application is for: a vendor's self-hosted server or a simulated one. The client secret is sent nowhere else.",
  );

/** Body of `PUT /api/v1/workspaces/{workspace}/oauth-apps/{connector}`: replaces the whole application. */
export const oauthAppChangeSchema = z
  .strictObject({
    client_id: clientIdSchema,
    client_secret: z.string().min(1).max(8_192).meta({
      description: 'The client secret. Encrypted at rest and never returned.',
      writeOnly: true,
    }),
    credentials: z.record(z.string(), z.string().min(1).max(8_192)).optional().meta({
      description:
        'Other credential fields that belong to the application rather than to the person who consents, such as a developer token. Encrypted at rest and never returned.',
      writeOnly: true,
    }),
    base_url: baseUrlSchema.optional(),
  })
  .meta({
    id: 'OAuthAppChange',
    description: 'An application that a workspace has registered with the vendor of a connector.',
  });

const redirectUrlSchema = z
  .string()
  .nullable()
  .describe(
    'Register this redirect URL with the vendor. Null if the gateway does not know its public address: set `CONNECTORY_PUBLIC_URL`.',
  );

/** An OAuth application as the gateway shows it; never with its secret. */
export const oauthAppSchema = z
  .object({
    connector: connectorIdSchema.describe('ID of the connector.'),
    client_id: clientIdSchema,
    base_url: baseUrlSchema
      .nullable()
      .describe("The origin that connections of the application call instead of the vendor's."),
    redirect_url: redirectUrlSchema,
    created_at: createdAtSchema,
    updated_at: timeSchema.describe('When it was last replaced.'),
  })
  .meta({
    id: 'OAuthApp',
    description: 'An application that a workspace has registered with the vendor of a connector, without its secret.',
  });

/** An OAuth application as the gateway shows it. */
export type OAuthAppBody = z.output<typeof oauthAppSchema>;

const consentConnectorSchema = z
  .object({
    connector: connectorIdSchema.describe('ID of the connector.'),
    vendor: z.string().describe('The vendor to register an application with.'),
    documentation: z.url().describe("The vendor's documentation of the upstream API."),
    fields: z.array(credentialFieldSchema).describe('Additional fields that `credentials` of an application can have.'),
    redirect_url: redirectUrlSchema,
    app: oauthAppSchema.nullable().describe('The stored application; null if there is none.'),
  })
  .meta({
    id: 'ConsentConnector',
    description: 'A connector whose vendor uses OAuth consent, with the application for it.',
  });

/** Response of `GET /api/v1/workspaces/{workspace}/oauth-apps`. */
export const consentConnectorListSchema = listOf(
  'ConsentConnectorList',
  'A page of the connectors whose vendors use OAuth consent, ordered by ID.',
  consentConnectorSchema,
);

/** A connector whose vendor uses OAuth consent, with the application for it. */
export type ConsentConnectorBody = z.output<typeof consentConnectorSchema>;

/** Path parameters of the application for one connector. */
export const oauthAppPathSchema = workspacePathSchema.extend({
  connector: connectorIdSchema.describe('ID of the connector.'),
});
