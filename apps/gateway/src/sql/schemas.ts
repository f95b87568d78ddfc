import { z } from 'zod';
import { displayNameSchema } from '../http/schemas.ts';

const columnSchema = z
  .object({
    name: z.string().describe('Its name in the rows; a name that occurs again has a number, such as `id_2`.'),
    type: z.string().describe('Type of its values in DuckDB, such as `DECIMAL(18,2)`.'),
  })
  .meta({ id: 'SqlColumn', description: 'A column of the result.' });

const tableSchema = z
  .object({
    connection: displayNameSchema.describe('Name of the connection.'),
    entity: z.string().describe('Its entity.'),
    synced_at: z.iso
      .datetime()
      .nullable()
      .describe('Every change before this time is in the table; null until a pass has finished without errors.'),
    rows: z.int().min(0).describe('Number of records.'),
  })
  .meta({ id: 'SqlTable', description: 'A copy that the statement has read.' });

/** Response of a statement. */
export const sqlResultSchema = z
  .object({
    data: z
      .array(z.record(z.string(), z.unknown()).meta({ id: 'SqlRow', description: 'A row: values by column.' }))
      .describe('The rows.'),
    meta: z
      .object({
        columns: z.array(columnSchema).describe('The columns, in their order.'),
        has_more: z.boolean().describe('Whether the statement has more rows than `limit`.'),
        took_ms: z.int().min(0).describe('Milliseconds that the statement took, with the making of its tables.'),
        tables: z.array(tableSchema).describe('The copies that were read.'),
        capped_at: z
          .int()
          .optional()
          .describe("Present if the token's policy has cut the rows: the maximum number of records per call."),
      })
      .describe('What the rows are made of.'),
  })
  .meta({ id: 'SqlResult', description: 'The rows of a statement.' });
