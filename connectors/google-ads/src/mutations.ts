import { z } from 'zod';

/** The changes of one call. */
export const operations = <Shape extends z.ZodRawShape>(operation: z.ZodObject<Shape, z.core.$strict>) =>
  z.array(operation).min(1).describe('Changes, at most 10,000; either all are made or none');

/** The response to a mutation. */
export const Mutated = z.object({
  results: z.array(z.object({ resourceName: z.string() })),
});

/** An operation that creates a resource. */
export const createOf = <Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>) =>
  z.strictObject({ create: resource.strict().describe('Resource to create') });

/** An operation that changes members of a resource. */
export const updateOf = <Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>) =>
  z.strictObject({
    updateMask: z
      .string()
      .optional()
      .describe('Fields to change, separated by commas, such as `name,status`; by default, those in `update`'),
    update: resource.strict().optional().describe('Resource to change, with its new values'),
  });

/** An operation that removes a resource. */
export const removeOf = (example: string) =>
  z.strictObject({
    remove: z
      .string()
      .describe('Resource name of what to remove')
      .meta({ examples: [example] }),
  });

interface Update {
  readonly updateMask?: string | undefined;
  readonly update?: object | undefined;
}

/** The body of changes, each with the mask Google Ads requires. */
export const masked = ({ operations: updates }: { readonly operations: readonly Update[] }) => ({
  body: {
    operations: updates.map(({ updateMask, update }) => ({
      updateMask: updateMask ?? (update && membersOf(update).join(',')),
      update,
    })),
  },
});

const membersOf = (update: object) =>
  Object.entries(update).flatMap(([name, value]) => (name === 'resourceName' || value === undefined ? [] : [name]));
