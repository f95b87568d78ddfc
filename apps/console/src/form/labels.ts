// Written in capitals in a label.
const acronyms = new Set(['api', 'html', 'id', 'ids', 'ip', 'json', 'sms', 'ui', 'uri', 'url', 'urls', 'utc']);
const spelled: Readonly<Record<string, string>> = { ids: 'IDs', urls: 'URLs' };

/** The name of a field as a label: `due_date` becomes `Due date`, `customerId` becomes `Customer ID`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const lower = word.toLowerCase();
      return acronyms.has(lower) ? (spelled[lower] ?? lower.toUpperCase()) : lower;
    });
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
