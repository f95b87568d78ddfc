import type { z } from 'zod';

/** The names of a record's own fields, for `search.fields`: all except those in `except`. */
export function allFields<R extends z.ZodObject, const Left extends keyof R['shape'] & string = never>(
  record: R,
  options: { readonly except?: readonly Left[] } = {},
): readonly Exclude<keyof R['shape'] & string, Left>[] {
  const left = new Set<string>(options.except);
  return Object.keys(record.shape).filter((name) => !left.has(name)) as Exclude<keyof R['shape'] & string, Left>[];
}
