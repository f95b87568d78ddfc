import { directActions, effects, type PersonalKind, personalKinds } from '@connectory/connector-sdk/engine';
import { type DetectedKind, detectedKinds } from '@connectory/personal-data';
import { z } from 'zod';
import {
  callRateFields,
  connectorIdSchema,
  createdAtSchema,
  displayNameSchema,
  effectSchema,
  idSchema,
  listOf,
  timeSchema,
} from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { detectedWords, personalWords } from './data-words.ts';

const nameListSchema = z.array(z.string().min(1).max(128)).max(200);

const effectListSchema = z.array(effectSchema).max(effects.length);
const effectPolicyFields = {
  allow: effectListSchema.optional().describe('Only actions with these effects.'),
  deny: effectListSchema.optional().describe('No actions with these effects, even if `allow` includes them.'),
};
const effectPolicyDescription =
  'Which effects actions may have. With `{"deny": ["delete", "outward"]}` nothing is deleted, and nothing reaches people or moves money.';

const holdFields = {
  effects: z.array(effectSchema).min(1).max(effects.length).describe('Calls with these effects; reads never wait.'),
  entities: nameListSchema.optional().describe('Only calls on these entities.'),
  when: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Only calls whose `params` match this filter of the search language.'),
  second_person: z.boolean().optional().describe('Whether the person behind a call may not approve it.'),
};
const holdDescription =
  'Which calls wait for approval instead of being sent. With `{"effects": ["delete", "outward"]}` a person looks at each deletion and message first.';

const pathsSchema = z.array(z.string().min(1).max(500)).min(1).max(200);
const fieldRuleFields = {
  connector: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('ID of a connector or name of a connection; all without it.'),
  entity: z.string().min(1).max(128).optional().describe('Name of an entity; all without it.'),
  allow: pathsSchema.optional().describe('Only these fields, and those that identify the record.'),
  drop: pathsSchema.optional().describe('Fields that are left out.'),
  mask: pathsSchema.optional().describe('Fields of which only the form is shown: `xxx@xxxxxxx.xxx`.'),
  hash: pathsSchema.optional().describe('Fields that are replaced by hashes, equal for equal values of the workspace.'),
};
const fieldsDescription =
  'Which fields of records are shown, by dotted paths, each with everything below it. All rules for a record apply together.';

const recordRuleFields = {
  connector: z.string().min(1).max(128).describe('ID of a connector or name of a connection.'),
  entity: z.string().min(1).max(128).describe('Name of an entity with search fields.'),
  where: z
    .record(z.string(), z.unknown())
    .describe('A filter of the search language; other records do not exist for the token.'),
};
const recordsDescription =
  'Which records exist for the token. Entities whose records belong to a restricted entity need a rule as well; `{}` matches all.';

const treatmentSchema = z.enum(['drop', 'mask', 'hash']);
const personalFields = {
  ...(Object.fromEntries(
    personalKinds.map((kind) => [kind, treatmentSchema.optional().describe(`What becomes of ${personalWords[kind]}.`)]),
  ) as { [Kind in PersonalKind]: z.ZodOptional<typeof treatmentSchema> }),
  all: treatmentSchema.optional().describe('What becomes of kinds that are not named.'),
};
const personalDescription =
  'What becomes of fields that connectors mark as personal data, by kind. Fields that are not declared count as free text.';

const textTreatmentSchema = z.enum(['redact', 'hash', 'refuse']);
const detectFields = {
  ...(Object.fromEntries(
    detectedKinds.map((kind) => [
      kind,
      textTreatmentSchema.optional().describe(`What becomes of ${detectedWords[kind]} in texts.`),
    ]),
  ) as { [Kind in DetectedKind]: z.ZodOptional<typeof textTreatmentSchema> }),
  all: textTreatmentSchema.optional().describe('What becomes of kinds that are not named.'),
};
const detectDescription =
  'What becomes of personal data and secrets that are found in texts, by kind: a placeholder, a hash, or the call is refused.';

const policyFields = {
  manage: z
    .boolean()
    .optional()
    .describe('Whether it may manage the workspace: connections, tokens, synchronization and audit. False by default.'),
  approve: z.boolean().optional().describe('Whether it may approve or refuse held writes. False by default.'),
  read_only: z.boolean().optional().describe('Only actions with the effect `read`, which change nothing upstream.'),
  connectors: nameListSchema.optional().describe('Only these connectors (by ID) or connections (by name).'),
  entities: nameListSchema.optional().describe('Only these entities, on every connector that has them.'),
  actions: nameListSchema.optional().describe('Only these actions.'),
  max_records: z.int().min(1).max(1_000_000).optional().describe('Maximum number of records per call.'),
  ...callRateFields,
  flag_instructions: z
    .boolean()
    .optional()
    .describe('Whether `meta.flags` names texts that seem to instruct a language model.'),
};

/** What a token may do. An omitted field allows everything, except `manage` and `approve`; an empty list allows nothing. */
export const policySchema = z
  .object({
    ...policyFields,
    effects: z.object(effectPolicyFields).optional().describe(effectPolicyDescription),
    hold: z.object(holdFields).optional().describe(holdDescription),
    fields: z.array(z.object(fieldRuleFields)).max(100).optional().describe(fieldsDescription),
    records: z.array(z.object(recordRuleFields)).max(100).optional().describe(recordsDescription),
    personal: z.object(personalFields).optional().describe(personalDescription),
    detect: z.object(detectFields).optional().describe(detectDescription),
  })
  .meta({
    id: 'Policy',
    description:
      'What a token may do. An omitted field allows everything, except `manage` and `approve`; an empty list allows nothing.',
  });

/** What a token may do, as sent and shown. */
export type PolicyBody = z.output<typeof policySchema>;

/** A policy to give. */
export const newPolicySchema = z
  .strictObject({
    ...policyFields,
    effects: z.strictObject(effectPolicyFields).optional().describe(effectPolicyDescription),
    hold: z.strictObject(holdFields).optional().describe(holdDescription),
    fields: z.array(z.strictObject(fieldRuleFields)).max(100).optional().describe(fieldsDescription),
    records: z.array(z.strictObject(recordRuleFields)).max(100).optional().describe(recordsDescription),
    personal: z.strictObject(personalFields).optional().describe(personalDescription),
    detect: z.strictObject(detectFields).optional().describe(detectDescription),
  })
  .meta({
    id: 'NewPolicy',
    description:
      "What the token may do. An omitted field allows everything, except `manage` and `approve`; an empty list allows nothing. If you create it with a workspace token instead of the admin token, omitted fields are inherited from that token's policy, and nothing can allow more.",
  });

/** Rights in words. */
export const rightsSchema = z.string().describe('What it may do, in a few plain sentences.');

const personSchema = z.object({
  id: idSchema,
  name: z.string().describe('Name at the identity provider; empty before the first sign-in.'),
  email: z.string().nullable().describe('Verified e-mail address; null if there is none.'),
});

/** An access token as the gateway shows it; never with its text. */
const tokenSchema = z
  .object({
    id: idSchema,
    name: displayNameSchema.describe('Who uses it, and what for.'),
    policy: policySchema,
    rights: rightsSchema,
    created_at: createdAtSchema,
    expires_at: timeSchema.nullable().describe('Null if it does not expire.'),
    revoked_at: timeSchema.nullable().describe('Null until it is revoked.'),
    person: personSchema
      .optional()
      .describe('The person for whom it acts, never with more rights than the role has today.'),
    agent: z.string().optional().describe('The program that a person let act by OAuth, as it calls itself.'),
  })
  .meta({ id: 'Token', description: 'An access token of a workspace, without its text.' });

/** An access token as the gateway shows it. */
export type TokenBody = z.output<typeof tokenSchema>;

/** Response of `POST /api/v1/workspaces/{workspace}/tokens`: the only time the text is shown. */
export const createdTokenSchema = z
  .object({
    ...tokenSchema.shape,
    token: z
      .string()
      .regex(/^cty_[\w-]{43}$/)
      .meta({ description: 'The bearer token to send. It cannot be retrieved again.', readOnly: true }),
  })
  .meta({ id: 'CreatedToken', description: 'A new access token with its text, which is returned only once.' });

/** Response of `DELETE /api/v1/workspaces/{workspace}/tokens/{id}`. */
export const revokedTokenSchema = z
  .object({
    ...tokenSchema.shape,
    paused_subscriptions: z
      .array(z.object({ id: idSchema, name: z.string().describe('Name of the subscription.') }))
      .describe('The subscriptions that it made, which are paused now.'),
  })
  .meta({ id: 'RevokedToken', description: 'A revoked token, and what has ended with it.' });

/** Response of `GET /api/v1/workspaces/{workspace}/tokens`. */
export const tokenListSchema = listOf(
  'TokenList',
  'A page of tokens, oldest first, with expired and revoked ones.',
  tokenSchema,
);

/** Body of `POST /api/v1/workspaces/{workspace}/tokens`. */
export const newTokenSchema = z
  .strictObject({
    name: displayNameSchema.describe('Who uses it, and what for.'),
    expires_at: timeSchema
      .optional()
      .describe(
        'A time in the future. If omitted, the token does not expire, or expires with the token that creates it.',
      ),
    policy: newPolicySchema.optional(),
  })
  .meta({ id: 'NewToken', description: 'An access token to create.' });

/** Path parameters of one token. */
export const tokenPathSchema = workspacePathSchema.extend({
  id: idSchema.describe('Id of the token.'),
});

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
        rights: rightsSchema,
      })
      .meta({ id: 'TokenPreviewMeta', description: 'Additional information about a preview.' }),
  })
  .meta({
    id: 'TokenPreview',
    description: 'A page of connections, ordered by name, with what a token could do with each.',
  });

/** Response of `POST /api/v1/workspaces/{workspace}/tokens/preview`. */
export type TokenPreviewBody = z.output<typeof tokenPreviewSchema>;

/** Body of `POST /api/v1/workspaces/{workspace}/tokens/preview/record`. */
export const newRecordPreviewSchema = newTokenPreviewSchema
  .extend({
    connection: z.string().min(1).max(128).describe('ID or name of a connection.'),
    entity: z.string().min(1).max(128).describe('The entity of the record.'),
    key: z
      .array(z.string().max(450))
      .min(1)
      .max(10)
      .optional()
      .describe(
        'Identifies the record, as the `key` of changes and of found records. By default the first record that the token could see.',
      ),
  })
  .meta({ id: 'NewRecordPreview', description: 'The policy of a token to preview, and a record to show.' });

const shownRecordSchema = z.looseObject({}).nullable();

/** Response of `POST /api/v1/workspaces/{workspace}/tokens/preview/record`. */
export const recordPreviewSchema = z
  .object({
    data: z
      .object({
        before: shownRecordSchema.describe('The record as you see it; null if there is none.'),
        after: shownRecordSchema.describe('The record as the token would see it; null if it would not.'),
        reason: z.string().nullable().describe('Why `after` is null; null if it is not.'),
      })
      .meta({
        id: 'PreviewedRecord',
        description: 'One record, as you and a token would see it: its search fields where there is a copy.',
      }),
    meta: z
      .object({ rights: rightsSchema })
      .meta({ id: 'RecordPreviewMeta', description: 'Additional information about the preview of a record.' }),
  })
  .meta({ id: 'RecordPreview', description: 'One record, as you and a token would see it.' });

/** Response of `GET /api/v1/whoami`. */
export const whoamiSchema = z
  .object({
    kind: z
      .enum(['admin', 'token', 'person'])
      .describe('`admin` for the admin token of the gateway, `token` for any other, `person` for a signed-in person.'),
    token: tokenSchema
      .pick({ id: true, name: true, policy: true, created_at: true, expires_at: true })
      .nullable()
      .describe('The token; null for the admin token and a person.'),
    workspace: z
      .object({ id: idSchema, name: z.string().describe('Its name.') })
      .nullable()
      .describe('The workspace of the token; null for the admin token and a person, who belong to none.'),
    person: personSchema
      .nullable()
      .describe('The signed-in person, or the one on whose behalf the token acts; null for a program.'),
    is_admin: z.boolean().describe('Whether it is an admin of the gateway.'),
    workspaces: z
      .array(
        z.object({
          id: idSchema,
          name: z.string().describe('Its name.'),
          role: z.string().describe('Name of the role of the person there.'),
          policy: policySchema,
          rights: rightsSchema,
        }),
      )
      .nullable()
      .describe('The first 100 workspaces of a signed-in person, by name, with the role there; null for a token.'),
    rights: rightsSchema,
  })
  .meta({ id: 'Whoami', description: 'Who sent a request, and what it may do.' });

/** Response of `GET /api/v1/whoami`. */
export type WhoamiBody = z.output<typeof whoamiSchema>;
