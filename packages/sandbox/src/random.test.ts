import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

const sequence = (...seed: (string | number)[]) => {
  const random = createRandom(...seed);
  return Array.from({ length: 20 }, () => random.fraction());
};

describe('createRandom', () => {
  it('repeats a sequence for the same seed, and only for it', () => {
    expect(sequence(1, 'customers', 3)).toEqual(sequence(1, 'customers', 3));
    expect(sequence(1, 'customers', 3)).not.toEqual(sequence(1, 'customers', 4));
    expect(sequence('ab', 'c')).not.toEqual(sequence('a', 'bc'));
  });

  it('stays within bounds and reaches both', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -1000, max: 1000 }), fc.nat(5), (seed, minimum, width) => {
        const random = createRandom(seed);
        const values = Array.from({ length: 200 }, () => random.integer(minimum, minimum + width));
        expect(Math.min(...values)).toBe(minimum);
        expect(Math.max(...values)).toBe(minimum + width);
      }),
    );
  });

  it('refuses to choose among nothing', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError);
  });
});
