import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadText, skipNested } from './walk-json.ts';
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
        loadText(bytes);
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
    loadText(Buffer.from('}]"\\'.repeat(500)));
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Buffer.from(`{${parts.join('')}`);
        loadText(bytes);
        expect(skipNested(0)).toBe(skipPlainly(bytes, 0));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads texts larger than its first memory', () => {
    const bytes = Buffer.from(
      JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'x"y' })) }),
    );
    loadText(bytes);
    expect(skipNested(0)).toBe(bytes.length);
  });

  it('is the compiled form of its source; otherwise run "pnpm --filter @connectory/exact-json wasm"', async () => {
    expect(walkJsonModule).toBe(await compileWalkJson());
  });
});
