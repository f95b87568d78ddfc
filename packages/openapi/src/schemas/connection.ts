import { z } from 'zod';
import { connectorIdSchema, createdAtSchema, displayNameSchema, idSchema, timeSchema } from './field-types.ts';
import { listOf, listQuerySchema } from './list.ts';
import { workspacePathSchema } from './workspace.ts';

/** Whether a connection works. */
const connectionStateSchema = z.enum(['active', 'degraded', 'reauthorization_required']).meta({
  id: 'ConnectionState',
  description:
    '`active`; `degraded` while its upstream calls fail; `reauthorization_required` when its credentials are refused and only new ones help.',
});

const connectionFields = {
  id: idSchema.describe('The `connector_id` of execute calls.'),
  name: displayNameSchema.describe('Unique in the workspace.'),
  connector: connectorIdSchema.describe('Id of the connector plugin.'),
  vendor: z.string().nullable().describe("The upstream's vendor; null when the connector is not installed."),
  state: connectionStateSchema,
  created_at: createdAtSchema,
  updated_at: timeSchema.describe('When credentials or settings were last changed.'),
};

const settingsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    "The connector's settings; its manifest has their schema. `base_url` overrides the origin of the upstream. At most 64 KiB.",
  );

const authenticationSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')
  .describe("Name of one of the connector's ways to authenticate; its manifest lists them under `auth`.");

const credentialsSchema = z.record(z.string(), z.string().max(65_536)).meta({
  description:
    'Credential values by field name, as the manifest lists them. Encrypted at rest and never shown again. At most 64 fields and 64 KiB.',
  writeOnly: true,
});

const mebibyte = 1024 * 1024;
const deadlineSchema = z
  .int()
  .min(1)
  .max(600)
  .describe('Seconds until a call ends with `upstream_timeout`, all retries and waits included. 120 unless set.');
const answerBytesSchema = z
  .int()
  .min(mebibyte)
  .max(64 * mebibyte)
  .describe('The most bytes of an answer of the upstream, unpacked; files are not bounded. 8 MiB unless set.');

const limitsSchema = z
  .strictObject({ deadline_seconds: deadlineSchema.optional(), answer_bytes: answerBytesSchema.optional() })
  .describe('How much one call may take. A member that is left out stays as it is.');

/** Limits of a connection to set. */
export type ConnectionLimitsBody = z.output<typeof limitsSchema>;

const checkSchema = z
  .boolean()
  .default(true)
  .describe('Whether a read of the upstream must prove first that the credentials work.');

/** A connection as the gateway shows it; never with credentials. */
export const connectionSchema = z
  .object({
    ...connectionFields,
    authentication: z.string().describe('Which of the ways to authenticate the stored credentials are for.'),
    settings: settingsSchema,
    limits: z
      .object({ deadline_seconds: deadlineSchema, answer_bytes: answerBytesSchema })
      .describe('How much one call may take.'),
    state_reason: z.string().nullable().describe('Why it is not active; null when it is.'),
    state_since: timeSchema.describe('Since when it is in this state.'),
  })
  .meta({ id: 'Connection', description: 'A stored instance of a connector in a workspace, without its credentials.' });

/** A connection as the gateway shows it. */
export type ConnectionBody = z.output<typeof connectionSchema>;

/** Answer of `GET /api/v1/workspaces/{workspace}/connections`. */
export const connectionListSchema = listOf(
  'ConnectionList',
  'A page of connections, ordered by name.',
  connectionSchema,
);

/** Query parameters of `GET /api/v1/workspaces/{workspace}/connections`. */
export const connectionListQuerySchema = listQuerySchema.extend({
  connector: connectorIdSchema.optional().describe('Only connections of this connector.'),
});

/** Body of `POST /api/v1/workspaces/{workspace}/connections`. */
export const newConnectionSchema = z
  .strictObject({
    connector: connectorIdSchema.describe('Id of the connector plugin.'),
    name: displayNameSchema.optional().describe('Unique in the workspace; the id of the connector when left out.'),
    authentication: authenticationSchema.optional(),
    credentials: credentialsSchema,
    settings: settingsSchema.optional(),
    limits: limitsSchema.optional(),
    check: checkSchema,
  })
  .meta({
    id: 'NewConnection',
    description:
      'A connection to create. Without `authentication` the first way to authenticate is taken that the credentials fit.',
  });

/** Body of `PATCH /api/v1/workspaces/{workspace}/connections/{id}`: what is left out stays as it is. */
export const connectionChangeSchema = z
  .strictObject({
    authentication: authenticationSchema.optional(),
    credentials: credentialsSchema.optional(),
    settings: settingsSchema.optional(),
    limits: limitsSchema.optional(),
    check: checkSchema,
  })
  .refine(({ authentication, credentials }) => authentication === undefined || credentials !== undefined, {
    path: ['credentials'],
    message: 'must be given together with "authentication"',
  })
  .meta({
    id: 'ConnectionChange',
    description:
      'What to change of a connection; what is left out stays as it is. `credentials` and `settings` replace all old ones, `limits` only what it names. `authentication` is only accepted together with `credentials`. Settings that lead to another origin, of the API or of its token endpoint, need `credentials` too: stored ones are not sent where they were not given for.',
    dependentRequired: { authentication: ['credentials'] },
  });

/** Body of `PATCH /api/v1/workspaces/{workspace}/connections/{id}`, with its defaults. */
export type ConnectionChangeBody = z.output<typeof connectionChangeSchema>;

/** Path parameters of one connection. */
export const connectionPathSchema = workspacePathSchema.extend({
  id: idSchema.describe('Id of the connection.'),
});

/** A connection as `GET /api/v1/integrations/connectors` lists it. */
const connectorInstanceSchema = z.object(connectionFields).meta({
  id: 'ConnectorInstance',
  description: 'A connection in short: its id is the `connector_id` of execute calls.',
});

/** A connection as `GET /api/v1/integrations/connectors` lists it. */
export type ConnectorInstanceBody = z.output<typeof connectorInstanceSchema>;

/** Answer of `GET /api/v1/integrations/connectors`. */
export const connectorInstanceListSchema = listOf(
  'ConnectorInstanceList',
  'A page of connections in short, ordered by name.',
  connectorInstanceSchema,
);

/** Query parameters of `GET /api/v1/integrations/connectors`. */
export const connectorInstanceListQuerySchema = listQuerySchema.extend({
  workspace_name: workspacePathSchema.shape.workspace
    .optional()
    .describe('Name or id of the workspace; that of the token when left out.'),
});
