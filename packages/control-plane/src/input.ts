import { type FieldError, GatewayError, jsonPointer, shownPointer } from '@connectory/errors';
import { schemaError } from '@connectory/errors/validation';
import { z } from 'zod';

/** Parses a caller's input; throws `invalid_params` with a JSON pointer for each problem. Messages never contain values. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: schemaError });
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, 20).map(toFieldError);
  const summary = errors.map(({ field, message }) => `${shownPointer(field) || 'The body'} ${message}`).join('; ');
  throw new GatewayError('invalid_params', `${summary}.`, { errors });
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: jsonPointer(issue.path) || '/', message: issue.message, error_code: issue.code };
}

/** Accepts a name shown to people: 1 to 128 characters, no control characters, no space at either end. */
export const displayNameSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
  .refine((name) => name === name.trim(), 'must not begin or end with a space');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string has the form of an ID; anything else cannot exist and needs no query. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

const plain = /^[\x20-\x7e]*$/;

/**
 * A text fit for a database column: well-formed Unicode without control characters (PostgreSQL stores no NUL and no lone
 * surrogate), cut to `longest` UTF-16 units.
 */
export function plainText(text: string, longest: number): string {
  if (text.length <= longest && plain.test(text)) return text;
  // A slice would keep the whole text in memory; a copy does not.
  const cut = text.length > longest ? Buffer.from(text.slice(0, longest)).toString() : text;
  return cut.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD');
}
