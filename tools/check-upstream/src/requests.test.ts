import { describe, expect, it } from 'vitest';
import { acceptableValues, valueAtPointer, withValueAtPointer } from './requests.ts';

describe('values a vendor accepts', () => {
  it.each([
    [{ enum: ['a', 'b'] }, ['a', 'b']],
    [{ type: 'integer', minimum: 20 }, [20, '20']],
    [{ type: 'boolean' }, [true, 'true']],
    [{ type: 'string', format: 'uuid' }, ['3f2b8c1e-5d4a-4e6f-8a7b-9c0d1e2f3a4b']],
    [{ const: 'x' }, ['x']],
  ])('%j', (expected, values) => {
    expect(acceptableValues(expected, 'wanted')).toEqual(values);
  });

  it('are tried as number too when they are digits', () => {
    expect(acceptableValues({ type: 'string', pattern: '^\\d+$' }, 'x')).toEqual(['1', 1]);
  });
});

describe('replacing a value', () => {
  const params = { a: [{ b: 1 }, { b: 2 }], 'c/d': 'x' };

  it('changes the one place and leaves the original alone', () => {
    expect(withValueAtPointer(params, '/a/1/b', 3)).toEqual({ a: [{ b: 1 }, { b: 3 }], 'c/d': 'x' });
    expect(withValueAtPointer(params, '/c~1d', 'y')).toEqual({ ...params, 'c/d': 'y' });
    expect(params.a[1]).toEqual({ b: 2 });
  });

  it('finds values by pointer', () => {
    expect(valueAtPointer(params, '/a/1/b')).toBe(2);
    expect(valueAtPointer(params, '/a/7/b')).toBeUndefined();
  });
});
