import { z } from 'zod';

/** State of a campaign, an ad group or an ad. */
export const Status = z.enum(['ENABLED', 'PAUSED', 'REMOVED', 'UNKNOWN', 'UNSPECIFIED']);

/** The state an update sets. */
export const changedStatus = z.enum(['ENABLED', 'PAUSED']).optional().describe('New status');

/** The segment that rows of most resources can be divided by. */
export const Segments = z.object({ date: z.string().nullish() });

/** A resource that a row belongs to. */
export const Owner = z.object({ resourceName: z.string().nullish(), id: z.string().nullish() });
