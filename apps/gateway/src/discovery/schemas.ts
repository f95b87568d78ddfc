import { directActions, personalKinds } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { connectorIdSchema, displayNameSchema, effectSchema, idSchema, listOf } from '../http/schemas.ts';

const jsonSchemaSchema = z.record(z.string(), z.unknown());

/** One value that a connection or an application needs to authenticate. */
export const credentialFieldSchema = z
  .object({
    name: z.string().describe('The field name in `credentials`.'),
    description: z.string().describe('What it is.'),
    secret: z.boolean().describe('Whether it must be kept secret.'),
    required: z.boolean().describe('Whether it is required.'),
  })
  .meta({ id: 'CredentialField', description: 'One value that a connection needs to authenticate.' });

const authenticationSchema = z
  .object({
    name: z.string().describe('The `authentication` of a connection.'),
    scheme: z.enum(['bearer', 'basic', 'header', 'oauth2']).describe('How the credentials are sent.'),
    description: z.string().describe('What the credentials are.'),
    fields: z.array(credentialFieldSchema).describe('The values that make up the credentials.'),
  })
  .meta({ id: 'ConnectorAuthentication', description: 'One way to authenticate.' });

const connectorFields = {
  id: connectorIdSchema.describe('The `connector` of its connections.'),
  kind: z.string().describe('Kind of system in words, such as `code hosting`.'),
  contract_id: z
    .string()
    .optional()
    .describe('Number of the system in the contract of the built-in connectors, such as `A5`.'),
  version: z.string().describe('Version of the connector.'),
  contract: z.int().describe('Version of the connector contract for which it was written.'),
  vendor: z.string().describe("The upstream's vendor."),
  logo: z
    .object({
      path: z.string().describe('The `d` of an SVG path in a square of 24 by 24.'),
      color: z.string().describe('Its color as `#rrggbb`.'),
    })
    .nullable()
    .describe("The vendor's mark; null if the connector has none."),
  access: z.enum(['read', 'read and write']).describe('Whether any of its actions changes something upstream.'),
  events: z
    .enum(['registered', 'manual'])
    .nullable()
    .describe(
      "Who registers the URL for the vendor's events: the gateway, or a person in the vendor's settings; null if it sends none.",
    ),
  documentation: z.url().describe("The vendor's documentation of the upstream API."),
  upstream: z
    .object({
      version: z.string().describe('The version.'),
      sunset: z.string().nullable().describe('When the vendor shuts it down; null if no date is known.'),
    })
    .describe('The upstream API version the connector uses.'),
  auth: z.array(authenticationSchema).describe('The authentication methods.'),
};

/** A connector as `GET /api/v1/connectors` lists it. */
const connectorSummarySchema = z
  .object(connectorFields)
  .meta({ id: 'ConnectorSummary', description: 'Summary of an installed connector.' });

/** Response of `GET /api/v1/connectors`. */
export const connectorListSchema = listOf(
  'ConnectorList',
  'A page of installed connectors, ordered by id.',
  connectorSummarySchema,
);

const beyondContractSchema = z
  .literal(true)
  .optional()
  .describe('Present if it is not part of the contract that other implementations share.');

const actionSchema = z
  .object({
    action: z.enum([...directActions, 'context_store_search']).describe('Its name.'),
    summary: z.string().describe('What it does.'),
    effect: effectSchema.describe('What it does upstream; `outward` reaches people or systems beyond the vendor.'),
    params: jsonSchemaSchema.describe('JSON Schema (draft 2020-12) of `params` in the execute request.'),
    result: z.enum(['records', 'record', 'file']).describe('What `data` contains, or that a file is streamed.'),
    meta: z
      .array(z.string())
      .describe('The fields of `meta` in the response; list and api_search also return `next_params`.'),
    result_schema: jsonSchemaSchema
      .optional()
      .describe("JSON Schema (draft 2020-12) of one result, if it is not the entity's record."),
    deprecated: z
      .object({
        since: z.iso.date().describe('When it was announced.'),
        until: z.iso.date().describe('First day on which the action may be gone.'),
        instead: z.string().describe('What to call instead, or why there is no replacement.'),
      })
      .optional()
      .describe('Present if the action will be removed.'),
    beyond_contract: beyondContractSchema,
  })
  .meta({ id: 'ConnectorAction', description: 'One action of an entity.' });

const searchFieldSchema = z
  .object({
    name: z.string().describe('Its name; dotted for a nested field.'),
    type: z.string().describe('JSON type of its values, or `any`.'),
    nullable: z.boolean().describe('Whether it may be null.'),
    format: z.string().optional().describe('How its values write a time; present if it is compared as a time.'),
    description: z.string().optional().describe('What its values mean, if its name does not say it.'),
    absent: z.string().optional().describe('Why it is always null.'),
    beyond_contract: beyondContractSchema,
  })
  .meta({ id: 'SearchField', description: 'One field that `context_store_search` can filter, sort and return.' });

const parentSchema = z
  .object({
    entity: z.string().optional().describe('The entity whose records are the parents.'),
    setting: z
      .object({
        name: z.string().describe('Its name.'),
        separator: z.string().describe('What separates the parts of an entry; the last part takes the rest.'),
        parts: z.array(z.string()).describe('The names of the parts.'),
      })
      .optional()
      .describe('The setting of the connection with one parent per entry. If it is empty, the entity has the parents.'),
    params: z
      .record(z.string(), z.string())
      .describe(
        "For each parameter, the dotted path in the parent's record or the part of an entry, or a template of them such as `urn:li:account:{id}`.",
      ),
  })
  .meta({ id: 'ParentEntity', description: 'Where the parameters that name the parent of a record come from.' });

/** One entity of a connector: the response of `GET /api/v1/connectors/{id}/entities/{entity}`. */
export const connectorEntitySchema = z
  .object({
    name: z.string().describe('The `entity` of execute requests.'),
    summary: z.string().describe('What its records are.'),
    key: z
      .union([z.string(), z.array(z.string())])
      .nullable()
      .describe('The field or fields that identify a record; null if there are none.'),
    beyond_contract: beyondContractSchema,
    parent: parentSchema.optional().describe('Present if records are read once per parent.'),
    personal: z
      .record(z.string(), z.enum(personalKinds))
      .describe('Fields that hold personal data, by dotted path, and its kind; undeclared fields may hold any.'),
    record: jsonSchemaSchema.describe('JSON Schema (draft 2020-12) of a record.'),
    actions: z.array(actionSchema).describe('Its actions.'),
    search: z
      .object({
        title: z
          .array(z.string())
          .optional()
          .describe('The fields that are the title of a record, joined by spaces; without it, its key is.'),
        link: z
          .string()
          .optional()
          .describe(
            "The URL of a record's page, with places for search fields (`{id}`) and settings of the connection (`{setting:subdomain}`).",
          ),
        fields: z.array(searchFieldSchema).describe('All such fields.'),
      })
      .nullable()
      .describe('What `context_store_search` can filter, sort and return; null if the entity is not searchable.'),
  })
  .meta({ id: 'ConnectorEntity', description: 'One entity of a connector.' });

/** A connector with everything it offers: the response of `GET /api/v1/connectors/{id}`. */
export const connectorManifestSchema = z
  .object({
    ...connectorFields,
    settings: jsonSchemaSchema.describe('JSON Schema (draft 2020-12) of the settings of a connection.'),
    entities: z.array(connectorEntitySchema).describe('What the connector gives access to.'),
  })
  .meta({ id: 'ConnectorManifest', description: 'An installed connector with everything the token may use of it.' });

/** Path parameters of one connector. */
export const connectorPathSchema = z.object({
  id: connectorIdSchema.describe('Id of the connector.'),
});

/** Path parameters of one entity of a connector. */
export const connectorEntityPathSchema = connectorPathSchema.extend({
  entity: z.string().min(1).max(128).describe('Name of the entity.'),
});

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
    vendor: z.string().describe("The connector's vendor."),
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
