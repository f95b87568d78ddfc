import { z } from 'zod';
import { timeSchema } from '../http/schemas.ts';

const cursorSchema = z.string().max(200);

/** One change of one record (spec/changes.md). */
const changeSchema = z
  .object({
    sequence: z
      .int()
      .min(1)
      .describe('Position in the feed of the connection; grows by one with each change of any entity.'),
    cursor: cursorSchema.describe('Pass it as `cursor` to continue after this change.'),
    entity: z.string().describe('Name of the entity.'),
    type: z.enum(['added', 'changed', 'removed']).describe('What happened to the record in the copy.'),
    key: z
      .array(z.string())
      .describe('Identifies the record: the values of its partition, followed by those of its key fields.'),
    changed_fields: z
      .array(z.string())
      .describe('Search fields whose value changed; empty for a record that was added or removed.'),
    at: timeSchema.describe('When the copy changed.'),
    cause: z
      .enum(['pass', 'write', 'event', 'erasure'])
      .describe(
        '`pass`: a sync read it; `write`: a call through this gateway; `event`: the vendor sent an event; `erasure`: it was removed on request of a person, and its record is null.',
      ),
    record: z
      .record(z.string(), z.unknown())
      .describe(
        'Every search field of the record after the change, or before it if the record was removed; null if unknown.',
      ),
  })
  .meta({ id: 'Change', description: 'A change of one record in the synchronized copy of a connection.' });

/** One change of one record. */
export type ChangeBody = z.output<typeof changeSchema>;

/** A page of changes. */
export const changesSchema = z
  .object({
    data: z.array(changeSchema).describe('The changes in order.'),
    meta: z
      .object({
        cursor: cursorSchema.describe('Pass it as `cursor` for the next page, now or later.'),
        has_more: z
          .boolean()
          .describe('Whether there is more to read now. A page can be empty and still have more after it.'),
      })
      .describe('Where the page ended.'),
  })
  .meta({ id: 'ChangePage', description: 'A page of changes.' });

/** The query of a feed. */
export const changesQuerySchema = z.strictObject({
  entity: z
    .string()
    .min(1)
    .max(2_000)
    .transform((names) => names.split(','))
    .optional()
    .describe('Only changes of these entities, separated by commas. By default all that the token may search.'),
  cursor: cursorSchema
    .min(1)
    .optional()
    .describe('Continue after this cursor. `now` starts with the next change; by default with the first one.'),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Start with the changes since this time, instead of after a cursor.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Maximum number of changes; 100 by default. A stream ends after so many, and has no limit by default.'),
});
