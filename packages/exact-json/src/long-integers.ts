import { randomUUID } from 'node:crypto';

/** Longer integers would take seconds to read and to write. */
const maxDigits = 10_000;

// Nobody can guess it, so no text of others begins with it.
const mark = randomUUID();
// Neither a part of another number, nor in the position of a name, where a number is an error.
const longInteger = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE]|\s*:)/g;

/**
 * Parses JSON like `JSON.parse`, except that integers beyond 2^53, of at most 10,000 digits, become `bigint`. They are parsed as texts and
 * replaced afterwards, which takes a tenth of the time of `JSON.parse` with a function for every value.
 */
export function parseLongIntegers(text: string): unknown {
  const parsed: unknown = JSON.parse(withTexts(text));
  return typeof parsed === 'string' ? integerIn(parsed) : restored(parsed);
}

/** The text with every long integer outside of quotes as a text that begins with the mark. */
function withTexts(text: string): string {
  const parts: string[] = [];
  let position = 0;
  while (position < text.length) {
    const quote = text.indexOf('"', position);
    const outside = text.slice(position, quote === -1 ? text.length : quote);
    parts.push(outside.length < 16 ? outside : outside.replace(longInteger, `"${mark}$&"`));
    if (quote === -1) break;
    position = endOfString(text, quote);
    parts.push(text.slice(quote, position));
  }
  return parts.join('');
}

function endOfString(text: string, start: number): number {
  for (let position = start + 1; ; position++) {
    position = text.indexOf('"', position);
    if (position === -1) return text.length;
    let first = position;
    while (text[first - 1] === '\\') first -= 1;
    // An even number of backslashes are backslashes of the text.
    if ((position - first) % 2 === 0) return position + 1;
  }
}

function restored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === 'object') restored(member);
    else if (typeof member === 'string' && member.startsWith(mark)) {
      // An assignment to `__proto__` would change no member.
      Object.defineProperty(members, name, {
        value: integerIn(member),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }
  return value;
}

function integerIn(text: string): unknown {
  if (!text.startsWith(mark)) return text;
  const digits = text.slice(mark.length);
  const number = Number(digits);
  return Number.isSafeInteger(number) || digits.length > maxDigits ? number : BigInt(digits);
}
