import { z } from 'zod';

/** The result of a write, for which Google returns no body. */
export const Done = z.object({});

/** The property of a call. */
export const inProperty = z.object({
  siteUrl: z
    .string()
    .min(1)
    .describe(
      'Property as `sites` lists it: `https://www.example.com/` with its last slash, or `sc-domain:example.com`',
    ),
});
