import { z } from 'zod';

/** State of a campaign, an ad group or an ad. */
export const Status = z.enum(['ENABLED', 'PAUSED', 'REMOVED', 'UNKNOWN', 'UNSPECIFIED']);

/** The state an update sets; what is removed is removed by other means. */
export const changedStatus = z.enum(['ENABLED', 'PAUSED']).optional().describe('New status');

/** The segments that every table of rows may be divided by. */
export const Segments = z.object({ date: z.string().nullish() });
