import { z } from 'zod';

/** A text of one or several of these values, separated by commas. */
export const commaSeparated = (values: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => text.split(',').every((value) => values.includes(value)),
      `must be one or more of ${values.join(', ')}, separated by commas`,
    );
