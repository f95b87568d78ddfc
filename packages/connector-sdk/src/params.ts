import { z } from 'zod';

/** The parameters of an action: a zod object whose members each carry a one-clause `.describe()`. */
export type ParamsSchema = z.ZodObject;

/** The parameters of an action that takes none. */
export const noParams = z.strictObject({});

/** Type of `noParams`. */
export type NoParams = typeof noParams;

/** The validated parameters of a schema, as `wire` and `variables` receive them. */
export type ParamsOf<P extends ParamsSchema> = z.output<P>;
