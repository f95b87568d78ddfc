import { z } from 'zod';
import { type Selection, selection } from './selection.ts';

/** Options of a selection: fields to omit, and arguments of fields by dotted path. */
export interface SelectionOptions {
  readonly except?: readonly string[];
  /** `{ 'labels': 'first: 20' }` requests `labels(first: 20)`. */
  readonly arguments?: Readonly<Record<string, string>>;
}

/**
 * The default fields of a GraphQL action, derived from the record: objects and lists of objects become nested selections, everything else is
 * a leaf. Throws a `TypeError` if `except` or `arguments` names no member of the record.
 */
export function selectionOf(record: z.ZodObject, options: SelectionOptions = {}): Selection {
  const unused = new Set([...(options.except ?? []), ...Object.keys(options.arguments ?? {})]);
  const left = new Set(options.except);
  const textOf = (object: z.ZodObject, parent: string): string =>
    Object.entries(object.shape)
      .flatMap(([name, schema]) => {
        const path = parent === '' ? name : `${parent}.${name}`;
        unused.delete(path);
        if (left.has(path)) return [];
        const given = options.arguments?.[path];
        const nested = objectIn(schema as z.ZodType);
        const head = given === undefined ? name : `${name}(${given})`;
        return [nested === undefined ? head : `${head} { ${textOf(nested, path)} }`];
      })
      .join(' ');
  const text = textOf(record, '');
  const [stray] = unused;
  if (stray !== undefined) throw new TypeError(`selectionOf: the record has no member ${stray}`);
  return selection(text);
}

/** The object schema of a member, alone or in a list, optional or not. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return objectIn(schema.element as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectIn(schema.unwrap() as z.ZodType);
  }
  return undefined;
}
