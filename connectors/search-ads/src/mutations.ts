import { z } from 'zod';

/** The changes of one call; Google Ads makes all of them or none. */
export const operations = <Operation extends z.ZodObject>(operation: Operation) =>
  z.array(operation).min(1).max(10_000).describe('Changes, all of which are made or none');

/** What a call that changes something answers. */
export const Mutated = z.object({
  results: z.array(z.object({ resourceName: z.string().nullish() })).nullish(),
});

/** An operation that changes members of a resource. */
export const updateOf = <Resource extends z.ZodObject>(resource: Resource) =>
  z.strictObject({
    updateMask: z
      .string()
      .optional()
      .describe('Members to change, separated by commas, such as `name,status`; those given in `update` unless set'),
    update: resource.strict().describe('Resource to change, with its new values'),
  });

interface Update {
  readonly updateMask?: string | undefined;
  readonly update: object;
}

/** The body of changes, each with the mask Google Ads requires. */
export const masked = ({ operations: updates }: { readonly operations: readonly Update[] }) => ({
  body: {
    operations: updates.map(({ updateMask, update }) => ({
      updateMask: updateMask ?? membersOf(update).join(','),
      update,
    })),
  },
});

const membersOf = (update: object) =>
  Object.entries(update).flatMap(([name, value]) => (name === 'resourceName' || value === undefined ? [] : [name]));
