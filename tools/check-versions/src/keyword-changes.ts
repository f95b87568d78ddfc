import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@connectory/connector-sdk/engine';

/** A difference between the keywords of two schemas of one type. */
export interface KeywordChange {
  /** How the set of allowed values changed. */
  readonly effect: 'wider' | 'narrower' | 'unclear';
  readonly what: string;
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const restrictions = ['pattern', 'format', 'multipleOf', 'propertyNames', 'contentEncoding', 'contentMediaType'];
// Items and fields are compared at their own paths.
const ofPlaces = ['items', 'properties', 'required', 'additionalProperties'];

/** Compares lists of values, bounds and restrictions. A changed keyword without a rule is `unclear`. */
export function keywordChanges(before: JsonSchema, after: JsonSchema): readonly KeywordChange[] {
  return Object.keys({ ...before, ...after })
    .sort()
    .flatMap((keyword): readonly KeywordChange[] => {
      const [was, is] = [before[keyword], after[keyword]];
      if (ofPlaces.includes(keyword) || isDeepStrictEqual(was, is)) return [];
      if (keyword === 'enum') return valueChanges(was, is);
      return [{ effect: effectOf(keyword, was, is), what: said(keyword, was, is) }];
    });
}

function effectOf(keyword: string, was: unknown, is: unknown): KeywordChange['effect'] {
  const [lower, upper] = [lowerBounds.includes(keyword), upperBounds.includes(keyword)];
  if (!lower && !upper && !restrictions.includes(keyword)) return 'unclear';
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  if (!lower && !upper) return 'unclear';
  return Number(is) > Number(was) === lower ? 'narrower' : 'wider';
}

function valueChanges(was: unknown, is: unknown): readonly KeywordChange[] {
  if (!Array.isArray(was)) return [{ effect: 'narrower', what: `can only be ${list(is)} now` }];
  if (!Array.isArray(is)) return [{ effect: 'wider', what: `could only be ${list(was)}` }];
  const without = (values: readonly unknown[], others: readonly unknown[]) =>
    values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
  const [gone, added] = [without(was, is), without(is, was)];
  return [
    ...(gone.length > 0 ? [{ effect: 'narrower' as const, what: `can no longer be ${list(gone)}` }] : []),
    ...(added.length > 0 ? [{ effect: 'wider' as const, what: `can be ${list(added)} now` }] : []),
  ];
}

function said(keyword: string, was: unknown, is: unknown): string {
  if (was === undefined) return `has ${keyword} ${JSON.stringify(is)} now`;
  if (is === undefined) return `had ${keyword} ${JSON.stringify(was)}, now has none`;
  return `had ${keyword} ${JSON.stringify(was)}, now ${JSON.stringify(is)}`;
}

const list = (values: unknown) =>
  [values]
    .flat()
    .map((value) => JSON.stringify(value))
    .join(' or ');
