import { z } from 'zod';

/** A required text. */
export const text = (about: string) => z.string().describe(about);

/** A page size of 1 to 50. */
export const limit = z.int().min(1).max(50).default(10).describe('Records per page');

/** A record's identifier. */
export const byId = z.object({ id: text('Identifier') });

/** Where a list continues. */
export const cursor = z.string().optional().describe('Where to go on');
