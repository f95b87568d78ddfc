import { JsonSyntaxError, skipSpace, skipValue } from './scan-json.ts';

/** Says where a text stops being JSON: `line 2, column 5`, both from 1, columns in characters. Undefined if it is JSON. */
export function jsonErrorPosition(text: string): string | undefined {
  const bytes = Buffer.from(text.replace(/^\ufeff/, ''));
  const position = firstError(bytes);
  if (position === undefined) return undefined;
  const lines = bytes.toString('utf8', 0, position).split('\n');
  return `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
}

function firstError(bytes: Buffer): number | undefined {
  try {
    const end = skipSpace(bytes, skipValue(bytes, skipSpace(bytes, 0)));
    return end === bytes.length ? undefined : end;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return Math.min(error.position, bytes.length);
    throw error;
  }
}
