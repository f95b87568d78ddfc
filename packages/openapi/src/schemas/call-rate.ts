import { z } from 'zod';

/** The limits of requests that a token and a workspace can both have. */
export const callRateFields = {
  calls_per_minute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Maximum requests per minute, across all gateway processes; no limit if omitted.'),
  calls_per_day: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('Maximum requests per UTC day, across all gateway processes; no limit if omitted.'),
};
