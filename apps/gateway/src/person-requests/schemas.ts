import { z } from 'zod';
import { foundRecordFields } from '../find/schemas.ts';

const count = z.int().min(0);
const max = 20;

const personFields = {
  emails: z
    .array(z.email().max(254))
    .min(1)
    .max(max)
    .optional()
    .describe('E-mail addresses of the person; case does not matter.'),
  ids: z
    .array(
      z.strictObject({
        connection: z.string().min(1).max(200).describe('Name or id of the connection.'),
        entity: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe(
            'Entity of the record; needed for an ID that other records may have as well, such as a short number.',
          ),
        id: z.string().min(1).max(450).describe('Value of its key field.'),
      }),
    )
    .min(1)
    .max(max)
    .optional()
    .describe('Records that are the person.'),
};

const isNamed = ({ emails, ids }: { emails?: unknown; ids?: unknown }) => emails !== undefined || ids !== undefined;
const unnamed = { error: 'must have emails or ids', path: ['emails'] };

/** Body of the requests that find and export. */
export const personQuerySchema = z
  .strictObject(personFields)
  .refine(isNamed, unnamed)
  .meta({ id: 'PersonQuery', description: 'A person, by e-mail addresses and records.' });

/** Body of the request that erases. */
export const personErasureSchema = z
  .strictObject({
    ...personFields,
    confirm: z.literal(true).describe('Confirms that what is found is erased, which cannot be undone.'),
  })
  .refine(isNamed, unnamed)
  .meta({ id: 'PersonErasure', description: 'A person whose data is to be erased.' });

const copyFields = {
  connection: z.string().describe('Name of the connection.'),
  entity: z.string().describe('Name of the entity.'),
};

const reasonSchema = z
  .object({
    reason: z
      .enum(['is', 'contains_email', 'refers_to'])
      .describe(
        '`is`: its key or its own address is that of the person; `contains_email`: one of its texts has the address; `refers_to`: one of its values is the ID of a record that is the person.',
      ),
    at: z.string().describe('Path of the value in the record; `key` for its key.'),
    entity: z.string().nullable().optional().describe('For `refers_to`: entity of the other record, if it is known.'),
    id: z.string().optional().describe('For `refers_to`: ID of the other record.'),
  })
  .meta({ id: 'PersonReason', description: 'Why a record is about a person.' });

const recordSchema = z
  .object({
    ...foundRecordFields,
    reasons: z.array(reasonSchema).describe('Why it was found, at most eleven reasons.'),
  })
  .meta({ id: 'PersonRecord', description: 'A record that is about a person.' });

const skippedSchema = z
  .object({
    connection: copyFields.connection,
    entity: z.string().nullable().describe('Name of the entity; null for all of the connection.'),
    reason: z
      .enum(['not_ready', 'too_slow', 'no_copy', 'not_allowed', 'not_installed'])
      .describe(
        '`not_ready`: nothing is stored yet; `too_slow`: the store was busy, or ten minutes were over; `no_copy`: the gateway keeps no records of it; `not_allowed`: by the policy of the token; `not_installed`: the connector is missing.',
      ),
  })
  .meta({ id: 'PersonSkipped', description: 'Records that were not searched.' });

const searchedFields = {
  has_more: z.boolean().describe('Whether more than 10,000 records were found, of which these are the first.'),
  searched: count.describe('Copies that were searched.'),
  skipped: z.array(skippedSchema).describe('What was not searched; at most 1,000 are listed.'),
  skipped_count: count.describe('Number of all that was not searched.'),
  took_ms: count.describe('Whole milliseconds the request took.'),
};

const totals = {
  records: count.describe('Records in the copies.'),
  changes: count.describe('Changes that the feeds keep.'),
  audit_entries: count.describe('Audit entries.'),
  held_writes: count.describe('Held writes.'),
};

/** Response of the request that finds. */
export const personFoundSchema = z
  .object({
    data: z.array(recordSchema).describe('The first 100 records.'),
    meta: z
      .object({
        ...totals,
        deliveries: count.describe('Deliveries of subscriptions.'),
        copies: z
          .array(
            z
              .object({ ...copyFields, records: count.describe('Records found in the copy.') })
              .meta({ id: 'PersonCopy', description: 'How much of a person one copy has.' }),
          )
          .describe('The copies with records.'),
        ...searchedFields,
      })
      .describe('How much was found, and what was searched.'),
  })
  .meta({ id: 'PersonFound', description: 'What a workspace holds about a person.' });

/** Response of the request that erases. */
export const personErasedSchema = z
  .object({
    erased: z
      .object({
        ...totals,
        held_writes_left: count.describe('Held writes that were being carried out, of which nothing was erased.'),
        deliveries: count.describe('Deliveries of subscriptions.'),
        events: count.describe('Lifecycle events.'),
        idempotency_responses: count.describe('Stored responses of all connections that the token may use.'),
      })
      .describe('How much was erased.'),
    meta: z.object(searchedFields).describe('What was searched.'),
    note: z.string().describe('What the gateway cannot erase.'),
  })
  .meta({ id: 'PersonErased', description: 'What was erased about a person.' });

/** JSON of the request that finds. */
export type PersonFoundBody = z.output<typeof personFoundSchema>;

/** JSON of the request that erases. */
export type PersonErasedBody = z.output<typeof personErasedSchema>;

/** JSON of a record that was found. */
export type PersonRecordBody = z.output<typeof recordSchema>;
