import { z } from 'zod';

/** An amount of money in the smallest unit of the currency that the field `currency` of the record names, such as cents. */
export const minorUnits = (): z.ZodInt => z.int().meta({ format: 'minor-units' });
