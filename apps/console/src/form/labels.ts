import type { RJSFSchema } from '@rjsf/utils';

// Written in capitals in a label.
const acronyms = new Set(['api', 'html', 'iban', 'id', 'ip', 'json', 'sms', 'ui', 'uri', 'url', 'utc']);
const spelled: Readonly<Record<string, string>> = { ids: 'IDs', oauth: 'OAuth', oauth2: 'OAuth 2', urls: 'URLs' };

/** The name of a field as a label: `due_date` becomes `Due date`, and `customerId` becomes `Customer ID`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const lower = word.toLowerCase();
      return acronyms.has(lower) ? lower.toUpperCase() : (spelled[lower] ?? lower);
    });
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

type Schema = RJSFSchema;

/** A schema in which every field has a title: its own, or its name as a label. */
export function withLabels(schema: Schema): Schema {
  const result: Record<string, unknown> = { ...schema };
  for (const name of ['properties', '$defs'] as const) {
    const members = Object.entries((schema[name] ?? {}) as Readonly<Record<string, Schema>>);
    if (members.length === 0) continue;
    const labelled = members.map(([field, member]) => {
      if (typeof member !== 'object') return [field, member];
      const title = name === 'properties' && member.title === undefined ? { title: labelOf(field) } : {};
      return [field, { ...withLabels(member), ...title }];
    });
    result[name] = Object.fromEntries(labelled);
  }
  for (const name of ['items', 'additionalProperties'] as const) {
    const member: unknown = schema[name];
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) result[name] = withLabels(member);
  }
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const)
    if (schema[name] !== undefined)
      result[name] = schema[name].map((member) => (typeof member === 'object' ? withLabels(member) : member));
  return result as Schema;
}
