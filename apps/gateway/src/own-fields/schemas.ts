import { z } from 'zod';
import { timeSchema } from '../http/schemas.ts';

const ownFieldSchema = z
  .object({
    entity: z.string().describe('Name of the entity.'),
    name: z.string().describe('Name of the field at the vendor.'),
    path: z.string().describe('Path in records and searches of the entity.'),
    label: z.string().describe('What people call it at the vendor.'),
    type: z
      .enum(['string', 'integer', 'number', 'decimal', 'boolean', 'array', 'object', 'any'])
      .describe('Type of its values, as in searches.'),
    format: z.string().nullable().describe('How its values write a time; null if they are no times.'),
    description: z.string().nullable().describe('What it means; null if the vendor does not say.'),
    options: z
      .array(z.object({ value: z.string().describe('The value.'), label: z.string().describe('What people call it.') }))
      .describe('The values it allows, with what people call them; empty if any value is allowed.'),
    copied: z.boolean().describe('Whether the copy of the entity has it.'),
    gone_at: timeSchema.nullable().describe('Since when the vendor no longer has it; null while it has.'),
  })
  .meta({ id: 'OwnField', description: 'A field that the account of a connection has added.' });

const ownEntitySchema = z
  .object({ entity: z.string().describe('Its name in calls.'), summary: z.string().describe('What it holds.') })
  .meta({ id: 'OwnEntity', description: 'An entity that the account of a connection has added.' });

/** Response of `GET /api/v1/workspaces/{workspace}/connections/{id}/fields`. */
export const ownFieldsSchema = z
  .object({
    data: z.array(ownFieldSchema).describe('The fields, by entity.'),
    meta: z
      .object({
        discovered_at: timeSchema.nullable().describe('When they were read at the vendor; null before that.'),
        entities: z.array(ownEntitySchema).describe('Entities that the account has added.'),
        failed: z
          .array(
            z.object({
              entity: z.string().describe('Entity whose fields could not be read; empty for the list of own entities.'),
              code: z.string().describe('Code of the error, as in execute calls.'),
              message: z.string().describe('What happened.'),
            }),
          )
          .describe('What could not be read; its fields are those that were read before.'),
      })
      .describe('About all of them.'),
  })
  .meta({ id: 'OwnFields', description: 'What the account of a connection has added to its connector.' });

/** Response of `GET /api/v1/workspaces/{workspace}/connections/{id}/fields`. */
export type OwnFieldsBody = z.output<typeof ownFieldsSchema>;

/** Query parameters of `GET /api/v1/workspaces/{workspace}/connections/{id}/fields`. */
export const ownFieldsQuerySchema = z.object({
  entity: z.string().min(1).max(100).optional().describe('Only fields of this entity.'),
});
