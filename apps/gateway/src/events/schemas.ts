import { z } from 'zod';
import { timeSchema } from '../http/schemas.ts';

const count = z.int().min(0);

const stateSchema = z
  .enum(['ready', 'secret_missing'])
  .describe('`ready`, or `secret_missing`: every event is refused until the secret is stored.');

/** The endpoint for events of a connection; never with its secret. */
export const eventEndpointSchema = z
  .object({
    url: z
      .string()
      .nullable()
      .describe(
        'Give this URL to the vendor, and keep it to yourself. Null if the gateway does not know its public address: set `CONNECTORY_PUBLIC_URL`.',
      ),
    documentation: z.url().describe("The vendor's documentation of its events."),
    entities: z.array(z.string()).describe('The entities whose copies events keep right.'),
    secret_description: z
      .string()
      .nullable()
      .describe('The secret to store here, and where the vendor shows it. Null if the vendor signs nothing.'),
    state: stateSchema,
    registration: z
      .enum(['automatic', 'manual'])
      .describe(
        '`automatic` if the gateway can register the URL at the vendor; `manual` if a person gives it to the vendor.',
      ),
    received: count.describe('Events that were accepted.'),
    repeated: count.describe('Events that arrived again and changed nothing.'),
    refused: count.describe('Requests without a valid signature, or with a time too long ago.'),
    applied: count.describe('Records that were read from the vendor because of events.'),
    last_received_at: timeSchema.nullable().describe('When the last event was accepted.'),
  })
  .meta({ id: 'EventEndpoint', description: 'Where the vendor of a connection sends events, and how many arrived.' });

/** Body of `PUT /api/v1/workspaces/{workspace}/connections/{id}/events`. */
export const eventEndpointChangeSchema = z
  .strictObject({
    secret: z.string().min(1).max(8_192).nullable().optional().meta({
      description: "The vendor's secret; null removes it. Encrypted at rest and never returned.",
      writeOnly: true,
    }),
    new_url: z
      .boolean()
      .default(false)
      .describe(
        'Makes a new URL. The former one is refused from then on: register again, or give the new one to the vendor.',
      ),
  })
  .meta({ id: 'EventEndpointChange', description: 'What to change about an endpoint. Omitted fields stay unchanged.' });

/** Body of `POST /api/v1/workspaces/{workspace}/connections/{id}/events/registration`. */
export const eventRegistrationRequestSchema = z
  .strictObject({
    each: z
      .array(z.record(z.string(), z.union([z.string(), z.int()])))
      .min(1)
      .max(500)
      .optional()
      .describe(
        'The records to register at, each as the parameters that name it. Only for vendors whose webhooks belong to a record, such as a repository; all records of the copy unless given, at most 500.',
      ),
  })
  .meta({ id: 'EventRegistrationRequest', description: 'Where to register. Omit it for everything.' });

/** Outcome of registering or removing webhooks at the vendor. */
export const eventRegistrationSchema = z
  .object({
    created: count.describe('Webhooks that were created.'),
    unchanged: count.describe('Webhooks that were there already.'),
    removed: count.describe('Webhooks that were removed, such as those with a former URL.'),
    failed: z
      .array(
        z.object({
          for: z
            .string()
            .nullable()
            .describe('The record and the topic that it failed for; null if there is one webhook.'),
          detail: z.string().describe('Why, and what the credential must be allowed to do if that is the reason.'),
        }),
      )
      .describe('What failed. Repeat the request when the reason is gone: what succeeded stays.'),
    state: stateSchema,
  })
  .meta({ id: 'EventRegistration', description: 'Outcome of registering or removing webhooks at the vendor.' });

/** The endpoint for events of a connection. */
export type EventEndpointBody = z.output<typeof eventEndpointSchema>;
