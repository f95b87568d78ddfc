// A double has fifteen exact decimal digits.
const exactDigits = 15;

interface RawNumber {
  readonly rawJSON: string;
}

/** Browsers support these methods of JSON; TypeScript's library does not declare them yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

const json = JSON as unknown as ExactJson;

/**
 * Parses JSON. A number that a double cannot represent exactly, such as a long ID, keeps its original text: `JSON.stringify` writes it
 * unchanged.
 */
export function parseExact(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(value, source) ? json.rawJSON(source) : value,
  );
}

/** Whether a value is a number that keeps its original text. */
export const isExactNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);

const isExact = (value: number, source: string) => Number.isSafeInteger(value) || source.length <= exactDigits;
