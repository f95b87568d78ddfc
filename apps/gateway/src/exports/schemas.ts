import { z } from 'zod';
import { connectionPathSchema } from '../connections/schemas.ts';

/** Path of the copy of one entity. */
export const copyPathSchema = connectionPathSchema.extend({
  entity: z.string().min(1).max(100).describe('Name of the entity.'),
});

/** The query of an export. */
export const exportQuerySchema = z.strictObject({
  format: z
    .enum(['parquet', 'ndjson', 'csv'])
    .optional()
    .describe('`parquet` by default; `ndjson` has the records as a search returns them, one per line.'),
});

/** The headers of an export. */
export const exportHeadersSchema = z.object({
  Range: z
    .string()
    .optional()
    .meta({ description: 'Part of the file to download: one range of bytes.', example: 'bytes=1048576-' }),
  'If-Range': z.string().optional().meta({
    description: '`ETag` of the file that a download began with; another file is sent whole.',
    example: '"EqdnSwYvpfsiDLmz"',
  }),
});
