import { type ArrayStyle, EncodedText } from '@connectory/connector-sdk/engine';

/**
 * Encodes nested values as a query string or form body: objects as `a[b]=1`, arrays in the given style. Undefined values and empty arrays
 * are omitted, null becomes the empty string, and text that is already encoded is sent unchanged.
 */
export function encodeParameters(values: Readonly<Record<string, unknown>>, arrays: ArrayStyle): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) append(pairs, encodeURIComponent(name), value, arrays);
  return pairs.join('&');
}

function append(pairs: string[], name: string, value: unknown, arrays: ArrayStyle): void {
  if (value === undefined) return;
  if (EncodedText.is(value)) {
    pairs.push(`${name}=${value.text}`);
  } else if (Array.isArray(value)) {
    appendArray(pairs, name, value, arrays);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      append(pairs, `${name}[${encodeURIComponent(key)}]`, member, arrays);
    }
  } else {
    pairs.push(`${name}=${encodeText(value)}`);
  }
}

function appendArray(pairs: string[], name: string, items: readonly unknown[], arrays: ArrayStyle): void {
  if (items.length === 0) return;
  if (arrays === 'comma') {
    pairs.push(`${name}=${items.map(encodeText).join(',')}`);
    return;
  }
  items.forEach((item, index) => {
    const suffix = arrays === 'repeat' ? '' : arrays === 'brackets' ? '[]' : `[${index}]`;
    append(pairs, `${name}${suffix}`, item, arrays);
  });
}

const encodeText = (value: unknown) => (value === null ? '' : encodeURIComponent(String(value)));
