import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError } from './scan-json.ts';
import { valueAt, valuePath } from './value-at.ts';

const name = fc.constantFrom('a', 'b', 'id', 'é', 'q"q', 'back\\slash', '0', '1');
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, -0.5, '', '"', '}]', 'é🙂'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4 }),
  ),
}));

function found(text: string, path: string): unknown {
  const bytes = Buffer.from(text);
  const slice = valueAt(bytes, valuePath(path));
  return slice && JSON.parse(bytes.toString('utf8', slice.start, slice.end));
}

function plainly(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (outer, key) =>
      typeof outer === 'object' && outer !== null && Object.hasOwn(outer, key) ? outer[key as never] : undefined,
    value,
  );
}

describe('valueAt', () => {
  it('finds what the parsed value has at the path', () => {
    fc.assert(
      fc.property(json, fc.array(name, { maxLength: 3 }), fc.constantFrom(0, 2), (value, path, space) => {
        expect(found(JSON.stringify(value, null, space), path.join('.'))).toEqual(plainly(value, path));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds a name that is written with escapes', () => {
    expect(found('{"\\u0069d":1,"b":2}', 'id')).toBe(1);
  });

  it('reads no further than the first member of that name', () => {
    expect(found('{"id":1,"id":2', 'id')).toBe(1);
  });

  it('throws where the text ends before', () => {
    expect(() => found('{"a":[1,', 'a.5')).toThrow(JsonSyntaxError);
    expect(() => found('{"a', 'b')).toThrow(JsonSyntaxError);
  });
});
