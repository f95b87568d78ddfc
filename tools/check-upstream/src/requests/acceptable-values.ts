import { arrayOrEmpty, type JsonObject, numberFor, textFor, valueText } from '@connectory/testkit/schema-values';

/**
 * Values that satisfy the vendor's keywords for one place, as text and unchanged: what a caller could pass instead of a generated value
 * that the vendor rejects.
 */
export function acceptableValues(expected: JsonObject, refused: unknown): unknown[] {
  const types = Array.isArray(expected.type) ? expected.type : [expected.type];
  const values: unknown[] = [...arrayOrEmpty(expected.enum), ...('const' in expected ? [expected.const] : [])];
  for (const type of types) {
    if (type === 'integer' || type === 'number') {
      values.push(numberFor({ ...expected, type }, 11));
    } else if (type === 'boolean') {
      values.push(true);
    } else if (type === 'string' || (type === undefined && values.length === 0)) {
      values.push(textFor({ ...expected, type: 'string' }, valueText(refused)));
    }
  }
  const found = values.filter((value) => value !== undefined && value !== null);
  return found.flatMap((value) => (typeof value === 'string' ? asTextAndNumber(value) : [value, valueText(value)]));
}

function asTextAndNumber(text: string): unknown[] {
  return /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}
