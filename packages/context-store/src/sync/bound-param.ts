import { identityText } from './record-key.ts';

/** A parameter whose value comes from the parent. */
export interface BoundParam {
  readonly param: string;
  /** The fields of the parent it takes. */
  readonly fields: readonly string[];
  /** Its value, undefined if the parent lacks a field; `of` returns the value of a field. */
  readonly value: (of: (field: string) => unknown) => unknown;
}

const place = /\{([^{}]+)\}/g;

/**
 * The parameters of a binding: each takes the value of a field, or text built from several fields with a template (`urn:li:account:{id}`).
 */
export function boundParams(bind: Readonly<Record<string, string>> = {}): readonly BoundParam[] {
  return Object.entries(bind).map(([param, path]) => {
    const fields = [...path.matchAll(place)].map(([, field]) => field as string);
    if (fields.length === 0) return { param, fields: [path], value: (of) => of(path) };
    return { param, fields, value: (of) => filled(path, of) };
  });
}

function filled(template: string, of: (field: string) => unknown): string | undefined {
  let isWhole = true;
  const text = template.replace(place, (_, field: string) => {
    const value = identityText(of(field));
    isWhole &&= value !== null;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}
