import { z } from 'zod';

/** The property of a call. */
export const inProperty = z.object({
  siteUrl: z
    .string()
    .min(1)
    .describe(
      'Property as `sites` lists it: `https://www.example.com/` with its last slash, or `sc-domain:example.com`',
    ),
});
