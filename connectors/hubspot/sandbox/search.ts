import type { RawValue } from '@connectory/connector-sdk';
import type { z } from 'zod';
import type { Filter, params } from '../src/searching.ts';

type Properties = Readonly<Record<string, string | null | undefined>>;

/** Whether the simulated vendor finds a record: one group of conditions holds, and every word of the query occurs. */
export function meets(
  properties: Properties,
  groups: readonly { readonly filters: readonly Condition[] }[],
  query: string,
): boolean {
  const text = Object.values(properties).join('\n').toLowerCase();
  const hasWords = query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
  return (
    hasWords && (groups.length === 0 || groups.some(({ filters }) => filters.every((one) => holds(properties, one))))
  );
}

interface Operands {
  readonly value: string;
  readonly highValue: string;
  readonly values: readonly string[];
}

type Test = (found: string, operands: Operands) => boolean;

const tests: Readonly<Record<Condition['operator'], Test>> = {
  EQ: (found, { value }) => order(found, value) === 0,
  NEQ: (found, { value }) => order(found, value) !== 0,
  LT: (found, { value }) => order(found, value) < 0,
  LTE: (found, { value }) => order(found, value) <= 0,
  GT: (found, { value }) => order(found, value) > 0,
  GTE: (found, { value }) => order(found, value) >= 0,
  BETWEEN: (found, { value, highValue }) => order(found, value) >= 0 && order(found, highValue) <= 0,
  IN: (found, { values }) => values.some((value) => order(found, value) === 0),
  NOT_IN: (found, { values }) => values.every((value) => order(found, value) !== 0),
  CONTAINS_TOKEN: (found, { value }) => hasToken(found, value),
  NOT_CONTAINS_TOKEN: (found, { value }) => !hasToken(found, value),
  HAS_PROPERTY: () => true,
  NOT_HAS_PROPERTY: () => false,
};

function holds(properties: Properties, { propertyName, operator, value = '', highValue = '', values = [] }: Condition) {
  const found = properties[propertyName] ?? '';
  if (found === '') return operator.startsWith('NOT_') || operator === 'NEQ';
  return tests[operator](found, { value, highValue, values });
}

// Times are written as ISO 8601 or as Unix milliseconds, and are compared as numbers, as other numbers are.
function order(found: string, wanted: string): number {
  const difference = numberOf(found) - numberOf(wanted);
  return Number.isNaN(difference) ? found.toLowerCase().localeCompare(wanted.toLowerCase()) : difference;
}

const numberOf = (text: string) => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number(text));

// An asterisk matches any letters.
function hasToken(text: string, wanted: string): boolean {
  const [found, token] = [text.toLowerCase(), wanted.toLowerCase()];
  if (token.includes('*')) return found.includes(token.replaceAll('*', ''));
  return found === token || found.split(/[^\p{L}\p{N}]+/u).includes(token);
}

/** One condition of a search. */
export type Condition = z.output<typeof Filter>;

/** How the simulated vendor searches. */
export const simulatedSearch = {
  matches: ({ properties }: RawValue, { filterGroups = [], query = '' }: z.output<typeof params>) =>
    meets(properties, filterGroups, query),
};
