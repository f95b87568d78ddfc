import { time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Parameters of a list in pages: how many records one has at most, and unless said otherwise. */
export const paged = (most: number, usual: number) =>
  z.object({ page_size: z.int().min(1).max(most).default(usual).describe('Number of records per page') });

/** When a record was made and last changed, as ISO 8601 times. */
export const timestamps = { created_at: time().nullish(), updated_at: time().nullish() };
