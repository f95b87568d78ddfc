import { z } from 'zod';

/** A label as embedded in what it is attached to. */
export const Label = z.object({
  resourceName: z.string().nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
});

/** The search fields of a label. */
export const labelFields = { 'label.id': z.int(), 'label.name': z.string(), 'label.resource_name': z.string() };

/** The label that is attached, as a parameter. */
export const labelName = z
  .string()
  .describe('Resource name of the label, such as `customers/4820193057/labels/21902377410`');
