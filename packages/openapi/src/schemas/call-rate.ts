import { z } from 'zod';

/** The limits of requests that a token and a workspace can both have. */
export const callRateFields = {
  calls_per_minute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Most requests within a minute, in each gateway process; no limit when left out.'),
  calls_per_day: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('Most requests within a day of UTC, in all gateway processes together; no limit when left out.'),
};
