import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText, selectText, skipNested } from './walk-json.ts';
import { walkJsonModule } from './walk-json-module.ts';
import { compileWalkJson } from './write-walk-json.ts';

/** The same in the plainest way: one byte after the other. */
function skipPlainly(bytes: Buffer, start: number): number {
  let depth = 0;
  let inString = false;
  for (let position = start; position < bytes.length; position++) {
    const character = String.fromCharCode(bytes[position] as number);
    if (inString) {
      if (character === '\\') position++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if ('{['.includes(character)) depth++;
    else if ('}]'.includes(character) && --depth === 0) return position + 1;
  }
  return -1;
}

const nested = fc.jsonValue({ maxDepth: 6 }).filter((value) => typeof value === 'object' && value !== null);
const padding = fc.string({ maxLength: 200 });

describe('skipNested', () => {
  it('finds the end of any object or array, wherever it stands and whatever follows', () => {
    fc.assert(
      fc.property(nested, padding, padding, fc.boolean(), (value, before, after, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        const bytes = Buffer.from(before + text + after);
        const start = Buffer.byteLength(before);
        selectText(bytes);
        expect(skipNested(start)).toBe(start + Buffer.byteLength(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the plain way on texts that are no JSON, also where a longer text was loaded before', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', '\\"', 'abc', ' '.repeat(61), '\u00e9'), {
      minLength: 1,
      maxLength: 60,
    });
    selectText(Buffer.from('}]"\\'.repeat(500)));
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Buffer.from(`{${parts.join('')}`);
        selectText(bytes);
        expect(skipNested(0)).toBe(skipPlainly(bytes, 0));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds the ends that checkText has noted in any order, in the text and in parts of it', () => {
    fc.assert(
      fc.property(nested, fc.infiniteStream(fc.nat()), (value, order) => {
        const bytes = Buffer.from(JSON.stringify([[], value, { last: {} }]));
        const starts = [...bytes.keys()].filter((at) => '{['.includes(String.fromCharCode(bytes[at] as number)));
        checkText(bytes);
        for (const number of order.take(20)) {
          const start = starts[number % starts.length] as number;
          // The bracket may be part of a string: then it has no end, or any.
          const expected = skipPlainly(bytes, start);
          if (number % 3 === 0) {
            selectText(bytes.subarray(start));
            expect(skipNested(0)).toBe(expected < 0 ? -1 : expected - start);
          } else {
            selectText(bytes);
            expect(skipNested(start)).toBe(expected);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('ends with a part of the text', () => {
    const bytes = Buffer.from('[{"a":[1,2]},{"b":[3]}]');
    checkText(bytes);
    selectText(bytes.subarray(0, 10));
    expect(skipNested(0)).toBe(-1);
  });

  it('reads texts larger than its first memory', () => {
    const bytes = Buffer.from(
      JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'x"y' })) }),
    );
    selectText(bytes);
    expect(skipNested(0)).toBe(bytes.length);
  });
});

/** Whether a text is JSON, by the parser of the runtime. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether `checkText` takes a text from its beginning to its end. */
function isChecked(text: string): boolean {
  const bytes = Buffer.from(text);
  const end = checkText(bytes);
  return end >= 0 && bytes.toString('utf8', end).trim() === '';
}

describe('checkText', () => {
  it('takes whatever is JSON, with and without white space', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2, '\t'), (text, space) => {
        expect(isChecked(JSON.stringify(JSON.parse(text), null, space))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the parser of the runtime on texts that were damaged', () => {
    const damages = fc.constantFrom(
      '',
      ',',
      ':',
      '"',
      '{',
      '}',
      '[',
      ']',
      '0',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      '\\',
      '\\u',
      '\u0000',
      'NaN',
    );
    const damaged = fc.record({ text: fc.json({ maxDepth: 4 }), at: fc.nat(), length: fc.nat(2), by: damages });
    selectText(Buffer.from('}]"1,'.repeat(500)));
    fc.assert(
      fc.property(damaged, ({ text, at, length, by }) => {
        const start = at % (text.length + 1);
        const other = text.slice(0, start) + by + text.slice(start + length);
        expect(isChecked(other), other).toBe(isJson(other));
      }),
      { numRuns: 20_000 },
    );
  });

  it('agrees with it on texts put together from pieces of JSON', () => {
    const words = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0',
      '01',
      '1.',
      '.5',
      '1e9',
      '1E+',
      'true',
      'nul',
      'null',
      'false',
      ' ',
    ];
    const strings = ['"\\n"', '"\\x"', '"\\u00e9"', '"\\u00g9"', '"\t"', '"é🙂"', `"${'x'.repeat(40)}"`, '"\\"'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...strings), { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(isChecked(text), text).toBe(isJson(text));
      }),
      { numRuns: 50_000 },
    );
  });

  it('refuses what is nested more than 1,000 deep', () => {
    expect(isChecked('['.repeat(1000) + ']'.repeat(1000))).toBe(true);
    expect(isChecked(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)).toBe(true);
    expect(isChecked('['.repeat(1001) + ']'.repeat(1001))).toBe(false);
    expect(isChecked('['.repeat(1_000_000))).toBe(false);
  });
});

describe('walk-json-module.ts', () => {
  it('is the compiled form of its source; otherwise run "pnpm --filter @connectory/exact-json wasm"', async () => {
    expect(walkJsonModule).toBe(await compileWalkJson());
  });
});
