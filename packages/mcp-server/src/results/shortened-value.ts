interface Bounds {
  readonly text: number;
  readonly items: number;
  readonly members: number;
}

const steps: readonly Bounds[] = [
  { text: 8_000, items: 200, members: 2_000 },
  { text: 2_000, items: 50, members: 1_000 },
  { text: 500, items: 20, members: 500 },
  { text: 150, items: 5, members: 200 },
  { text: 40, items: 1, members: 100 },
];

/**
 * The JSON of one value in at most `most` characters: long texts, lists and objects are cut, each where it says how much is missing. Undefined
 * where even that is too long. The value is one of `parseVerbatim`.
 */
export function shortenedJson(value: unknown, max: number): string | undefined {
  for (const bounds of steps) {
    const json = JSON.stringify(shortened(value, bounds));
    if (json.length <= max) return json;
  }
  return undefined;
}

function shortened(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') {
    if (value.length <= bounds.text) return value;
    return `${value.slice(0, bounds.text).replace(/[\ud800-\udbff]$/, '')}… [${value.length - bounds.text} more characters]`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, bounds.items).map((item) => shortened(item, bounds));
    return value.length > bounds.items ? [...shown, `… [${value.length - bounds.items} more]`] : shown;
  }
  if (typeof value !== 'object' || value === null || isNumberText(value)) return value;
  const members = Object.entries(value);
  const shown = members.slice(0, bounds.members).map(([name, member]) => [name, shortened(member, bounds)] as const);
  const missing = members.length - shown.length;
  return Object.fromEntries(missing === 0 ? shown : [...shown, ['…', `[${missing} more members]`]]);
}

// What parseVerbatim makes of a number: an object that only JSON.rawJSON can make.
const isNumberText = (value: object) => Object.isFrozen(value) && Object.getPrototypeOf(value) === null;
