import type { FilterGroups } from './searching.ts';

type Properties = Readonly<Record<string, string | null | undefined>>;
type Filter = FilterGroups[number]['filters'][number];

/** Whether the simulated vendor finds a record: one group of conditions holds, and every word of the query occurs. */
export function meets(properties: Properties, groups: FilterGroups, query: string): boolean {
  const text = Object.values(properties).join('\n').toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (groups.length === 0 || groups.some(({ filters }) => filters.every((filter) => holds(properties, filter))))
  );
}

function holds(properties: Properties, { propertyName, operator, value = '', highValue = '', values = [] }: Filter) {
  const found = properties[propertyName] ?? '';
  if (operator === 'NOT_HAS_PROPERTY') return found === '';
  if (found === '') return operator.startsWith('NOT_') || operator === 'NEQ';
  switch (operator) {
    case 'HAS_PROPERTY':
      return true;
    case 'EQ':
      return compare(found, value) === 0;
    case 'NEQ':
      return compare(found, value) !== 0;
    case 'LT':
      return compare(found, value) < 0;
    case 'LTE':
      return compare(found, value) <= 0;
    case 'GT':
      return compare(found, value) > 0;
    case 'GTE':
      return compare(found, value) >= 0;
    case 'BETWEEN':
      return compare(found, value) >= 0 && compare(found, highValue) <= 0;
    case 'IN':
      return values.some((one) => compare(found, one) === 0);
    case 'NOT_IN':
      return values.every((one) => compare(found, one) !== 0);
    case 'CONTAINS_TOKEN':
      return hasToken(found, value);
    case 'NOT_CONTAINS_TOKEN':
      return !hasToken(found, value);
  }
}

// Times are written as ISO 8601 or as milliseconds, and both are compared as numbers, as other numbers are.
function compare(found: string, wanted: string): number {
  const difference = numberOf(found) - numberOf(wanted);
  return Number.isNaN(difference) ? found.toLowerCase().localeCompare(wanted.toLowerCase()) : difference;
}

const numberOf = (text: string) => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number(text));

// An asterisk stands for any letters at an end of the token.
function hasToken(found: string, wanted: string): boolean {
  const token = wanted.toLowerCase();
  const isOpen = token.includes('*');
  const bare = token.replaceAll('*', '');
  return isOpen ? found.toLowerCase().includes(bare) : tokensOf(found).includes(bare) || found.toLowerCase() === bare;
}

const tokensOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
