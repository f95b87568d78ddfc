import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * Says what a value that breaks a rule of a schema must be, as the end of a sentence that begins with the field: `must be at least 1`. Given to
 * Zod as `error`; a message of the schema itself wins.
 */
export const schemaError: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${isWhole(issue) ? 'an integer' : (typeNames[issue.expected] ?? issue.expected)}`;
    case 'too_small':
      return outOfBounds(issue, issue.minimum, issue.inclusive === false ? 'greater than' : 'at least');
    case 'too_big':
      return outOfBounds(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formatError(issue);
    case 'unrecognized_keys':
      return `must not have ${issue.keys.slice(0, maxNames).map(shownName).join(', ')}`;
    case 'invalid_key':
      return 'has a name that is not accepted';
    case 'invalid_union':
      return 'has none of the accepted types or values';
    case 'invalid_element':
    case 'custom':
      return 'is not valid';
  }
};

// A schema for integers first checks for a number.
function isWhole({ inst }: Issue): boolean {
  const { format } = (inst?._zod.def ?? {}) as { readonly format?: unknown };
  return format === 'safeint' || format === 'int32' || format === 'uint32';
}

const maxNames = 20;
const shownName = (name: string) => name.slice(0, 100);

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  bigint: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

function outOfBounds(
  { origin, exact }: Pick<z.core.$ZodIssueTooSmall, 'origin' | 'exact'>,
  bound: number | bigint,
  relation: string,
): string {
  const wanted = `${exact === true ? 'exactly' : relation} ${bound}`;
  if (origin === 'string')
    return wanted === 'at least 1' ? 'must not be empty' : `must be ${wanted} ${plural('character', bound)} long`;
  const parts = partNames[origin];
  if (parts === undefined) return `must be ${wanted}`;
  return wanted === 'at least 1' ? 'must not be empty' : `must have ${wanted} ${plural(parts, bound)}`;
}

const partNames: Readonly<Record<string, string>> = { array: 'item', set: 'item', map: 'entry', object: 'field' };

function plural(word: string, count: number | bigint): string {
  if (Number(count) === 1) return word;
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function formatError(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  const { format, pattern, prefix, suffix, includes } = issue as typeof issue & Readonly<Record<string, unknown>>;
  if (format === 'regex') return `must match the pattern ${pattern}`;
  if (format === 'starts_with') return `must start with "${prefix}"`;
  if (format === 'ends_with') return `must end with "${suffix}"`;
  if (format === 'includes') return `must contain "${includes}"`;
  return `must be ${formatNames[format] ?? `of the format ${format}`}`;
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  date: 'a date such as 2026-01-31',
  time: 'a time of day such as 09:30:00',
  datetime: 'a date and time such as 2026-01-31T09:30:00Z',
  duration: 'an ISO 8601 duration such as P1D',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'Base64',
  base64url: 'Base64 in its URL-safe form',
};
