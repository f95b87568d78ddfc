import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, skipSpace, skipValue } from './scan-json.ts';

/** Whether a text is JSON, by the parser of the runtime. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether `skipValue` accepts a text from its beginning to its end. */
function isAccepted(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    return skipSpace(bytes, skipValue(bytes, skipSpace(bytes, 0))) === bytes.length;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSyntaxError);
    return false;
  }
}

describe('skipValue', () => {
  it('accepts all JSON, with and without white space', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2, '\t'), (text, space) => {
        expect(isAccepted(JSON.stringify(JSON.parse(text), null, space))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the parser of the runtime on damaged texts', () => {
    const damages = fc.constantFrom(
      ...['', ',', ':', '"', '{', '}', '[', ']', '0', '-', '.', 'e', ' ', '\n', '\\', '\\u', '\u0000', 'NaN'],
    );
    const damaged = fc.record({ text: fc.json({ maxDepth: 4 }), at: fc.nat(), length: fc.nat(2), by: damages });
    fc.assert(
      fc.property(damaged, ({ text, at, length, by }) => {
        const start = at % (text.length + 1);
        const other = text.slice(0, start) + by + text.slice(start + length);
        expect(isAccepted(other), other).toBe(isJson(other));
      }),
      { numRuns: 20_000 },
    );
  });

  it('agrees with it on texts put together from pieces of JSON', () => {
    const words = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-0', '01', '1.', '.5', '1e9', '1E+', 'true', 'nul'];
    const others = ['null', 'false', ' ', '"\\n"', '"\\x"', '"\\u00e9"', '"\\u00g9"', '"\t"', '"é🙂"', '"\\"'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...others), { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(isAccepted(text), text).toBe(isJson(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('refuses what is nested more than 1,000 levels deep', () => {
    expect(isAccepted('['.repeat(1000) + ']'.repeat(1000))).toBe(true);
    expect(isAccepted(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)).toBe(true);
    expect(isAccepted('['.repeat(1001) + ']'.repeat(1001))).toBe(false);
    expect(isAccepted('['.repeat(1_000_000))).toBe(false);
  });
});
