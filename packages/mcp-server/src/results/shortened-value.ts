interface Bounds {
  readonly text: number;
  readonly items: number;
}

const steps: readonly Bounds[] = [
  { text: 8_000, items: 200 },
  { text: 2_000, items: 50 },
  { text: 500, items: 20 },
  { text: 150, items: 5 },
  { text: 40, items: 1 },
];

/**
 * The JSON of one value in at most `most` characters: long texts and lists are cut, each where it says how much is missing. Undefined
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
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, bounds)]));
}

// What parseVerbatim makes of a number: an object that only JSON.rawJSON can make.
const isNumberText = (value: object) => Object.isFrozen(value) && Object.getPrototypeOf(value) === null;
