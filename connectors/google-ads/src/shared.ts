import { z } from 'zod';

/** Status of a campaign, an ad group or an ad. */
export const Status = z.enum(['ENABLED', 'PAUSED', 'REMOVED', 'UNKNOWN', 'UNSPECIFIED']);

/** The status an update sets. */
export const changedStatus = z.enum(['ENABLED', 'PAUSED']).optional().describe('New status');

/** The segment by which rows of most resources can be divided. */
export const Segments = z.object({ date: z.string().nullish() });

/** A resource that a row belongs to. */
export const Owner = z.object({ resourceName: z.string().nullish(), id: z.string().nullish() });
