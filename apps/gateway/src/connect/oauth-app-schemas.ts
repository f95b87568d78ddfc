import { z } from 'zod';
import { credentialFieldSchema } from '../discovery/schemas.ts';
import { connectorIdSchema, createdAtSchema, timeSchema } from '../http/field-types.ts';
import { listOf } from '../http/list.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

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
