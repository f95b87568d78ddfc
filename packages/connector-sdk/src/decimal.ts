import { z } from 'zod';

/**
 * A number that the vendor sends as a string, such as `"9.50"`: an optional sign, digits, an optional fraction and an optional exponent. A
 * search field of this type is compared, sorted and paged by its value; the record keeps the vendor's string.
 */
export function decimal(): z.ZodString {
  return z.string().meta({ format: 'decimal' });
}
