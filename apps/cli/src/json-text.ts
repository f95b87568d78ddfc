import { styleText } from 'node:util';

const tokens = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Formats a value as indented JSON, with separate colors for names, strings and other values. */
export function jsonText(value: unknown, isColored: boolean): string {
  const text = JSON.stringify(value, null, 2);
  if (!isColored) return text;
  return text.replace(tokens, (token: string, string: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) return `${colored('cyan', string ?? '')}${colon}`;
    return colored(string === undefined ? 'yellow' : 'green', token);
  });
}

/** Colors a text regardless of the environment, because the terminal has already decided. */
export const colored = (format: Parameters<typeof styleText>[0], text: string): string =>
  styleText(format, text, { validateStream: false });
