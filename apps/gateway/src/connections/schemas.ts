import { z } from 'zod';
import {
  connectorIdSchema,
  createdAtSchema,
  displayNameSchema,
  idSchema,
  listOf,
  listQuerySchema,
  timeSchema,
} from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

/** Whether a connection works. */
const connectionStateSchema = z.enum(['active', 'degraded', 'reauthorization_required']).meta({
  id: 'ConnectionState',
  description:
    '`active`; `degraded` while its upstream calls or all its passes fail; `reauthorization_required` when its credentials are rejected and must be replaced.',
});

const connectionFields = {
  id: idSchema.describe('The `connector_id` of execute calls.'),
  name: displayNameSchema.describe('Unique in the workspace.'),
  connector: connectorIdSchema.describe('ID of the connector.'),
  vendor: z.string().nullable().describe('The vendor of the upstream; null if the connector is not installed.'),
  account: z
    .string()
    .nullable()
    .describe('Name of the account at the vendor; null if unknown, and for a policy that hides data.'),
  paused: z.boolean().describe('Whether it is paused: nothing is sent to the vendor; its copy can still be searched.'),
  state: connectionStateSchema,
  created_at: createdAtSchema,
  updated_at: timeSchema.describe('When credentials or settings were last changed.'),
};

const settingsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    "The connector's settings, as described in its manifest. `base_url` overrides the upstream's origin. At most 64 KiB.",
  );

const authenticationSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')
  .describe("Name of one of the connector's authentication methods, listed under `auth` in its manifest.");

const credentialsSchema = z.record(z.string(), z.string().max(65_536)).meta({
  description:
    'Credential values by field name, as listed in the manifest. Encrypted at rest and never returned. At most 64 fields and 64 KiB.',
  writeOnly: true,
});

const mebibyte = 1024 * 1024;
const deadlineSchema = z
  .int()
  .min(1)
  .max(600)
  .describe('Seconds until a call fails with `upstream_timeout`, including all retries and waits. 120 by default.');
const responseBytesSchema = z
  .int()
  .min(mebibyte)
  .max(64 * mebibyte)
  .describe('Maximum size of an upstream response in bytes, decompressed; files are not limited. 8 MiB by default.');

const limitsSchema = z
  .strictObject({ deadline_seconds: deadlineSchema.optional(), response_bytes: responseBytesSchema.optional() })
  .describe('Limits of one call. Omitted fields stay unchanged.');

/** Limits of a connection to set. */
export type ConnectionLimitsBody = z.output<typeof limitsSchema>;

const intervalSchema = z.int().min(5).max(10_080);
const syncSchema = z
  .strictObject({
    interval_minutes: intervalSchema
      .optional()
      .describe(
        'Minutes from the end of a pass to the next one of the same entity. 60 by default. Some connectors have a larger minimum.',
      ),
    share: z
      .number()
      .min(0.05)
      .max(1)
      .optional()
      .describe(
        "Share of the vendor's rate limits that passes may use; the rest is left to other calls. 0.5 by default.",
      ),
    entities: z
      .record(
        z.string().min(1).max(100),
        z.strictObject({
          interval_minutes: intervalSchema.optional().describe('Minutes between passes of this entity.'),
          enabled: z
            .boolean()
            .optional()
            .describe('False if the entity is only read on request; its copy stays as it is. True by default.'),
          fields: z
            .array(z.string().min(1).max(200))
            .max(2_000)
            .optional()
            .describe(
              'Search fields and own fields to copy; all by default. What identifies and orders its records is always copied.',
            ),
        }),
      )
      .optional()
      .describe('What differs, by entity; at most 500.'),
  })
  .describe('How often the copies of the connection are synchronized, and how many requests that may take.');

/** The schedule of a connection. */
export type ConnectionSyncBody = z.output<typeof syncSchema>;

const checkSchema = z
  .boolean()
  .default(true)
  .describe('Whether to verify the credentials with a read of the upstream first.');

/** A connection as the gateway shows it; never with credentials. */
export const connectionSchema = z
  .object({
    ...connectionFields,
    authentication: z.string().describe('The authentication method of the stored credentials.'),
    settings: settingsSchema,
    limits: z
      .object({ deadline_seconds: deadlineSchema, response_bytes: responseBytesSchema })
      .describe('Limits of one call.'),
    sync: syncSchema,
    state_reason: z
      .string()
      .nullable()
      .describe('Why it is not active; null if it is, and for a policy that hides data.'),
    state_since: timeSchema.describe('When it entered this state.'),
  })
  .meta({ id: 'Connection', description: 'A connection of a workspace, without its credentials.' });

/** A connection as the gateway shows it. */
export type ConnectionBody = z.output<typeof connectionSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/connections`. */
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
    connector: connectorIdSchema.describe('ID of the connector.'),
    name: displayNameSchema.optional().describe("Unique in the workspace; by default, the connector's ID."),
    authentication: authenticationSchema.optional(),
    credentials: credentialsSchema,
    settings: settingsSchema.optional(),
    limits: limitsSchema.optional(),
    sync: syncSchema.optional(),
    check: checkSchema,
  })
  .meta({
    id: 'NewConnection',
    description:
      'A connection to create. Without `authentication`, the first authentication method that fits the credentials is used.',
  });

/** Body of `PATCH /api/v1/workspaces/{workspace}/connections/{id}`: omitted fields stay as they are. */
export const connectionChangeSchema = z
  .strictObject({
    name: displayNameSchema
      .optional()
      .describe('A new name, unique in the workspace. Policies that list connections by name apply to the new name.'),
    paused: z.boolean().optional().describe('True to send nothing to the vendor, false to resume.'),
    authentication: authenticationSchema.optional(),
    credentials: credentialsSchema.optional(),
    settings: settingsSchema.optional(),
    limits: limitsSchema.optional(),
    sync: syncSchema.optional(),
    check: checkSchema,
  })
  .refine(({ authentication, credentials }) => authentication === undefined || credentials !== undefined, {
    path: ['credentials'],
    message: 'must be given together with "authentication"',
  })
  .meta({
    id: 'ConnectionChange',
    description:
      'Changes to a connection; omitted fields stay unchanged. `credentials`, `settings` and `sync` replace the old ones entirely, `limits` only the fields it names. `authentication` is accepted only together with `credentials`. Settings that move the API or its token endpoint to another origin require `credentials` too: stored credentials are never sent to a new origin.',
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
  description: 'Summary of a connection; its ID is the `connector_id` of execute calls.',
});

/** A connection as `GET /api/v1/integrations/connectors` lists it. */
export type ConnectorInstanceBody = z.output<typeof connectorInstanceSchema>;

/** Response of `GET /api/v1/integrations/connectors`. */
export const connectorInstanceListSchema = listOf(
  'ConnectorInstanceList',
  'A page of connection summaries, ordered by name.',
  connectorInstanceSchema,
);

/** Query parameters of `GET /api/v1/integrations/connectors`. */
export const connectorInstanceListQuerySchema = listQuerySchema.extend({
  workspace_name: workspacePathSchema.shape.workspace
    .optional()
    .describe("Name or ID of the workspace; by default, the token's workspace."),
});
