import { expect, it } from 'vitest';
import { Downloads } from './downloads.ts';

it('refuses the eleventh export of a workspace, and the forty-first of all', () => {
  const downloads = new Downloads();
  const ends = ['one', 'two', 'three', 'four'].flatMap((workspace) =>
    Array.from({ length: 10 }, () => downloads.begin(workspace)),
  );
  expect(downloads.bound.inUse()).toBe(40);
  expect(() => downloads.begin('five')).toThrow(expect.objectContaining({ code: 'store_busy', retryAfterSeconds: 10 }));
  ends[39]?.();
  expect(() => downloads.begin('one')).toThrow(expect.objectContaining({ code: 'store_busy' }));
  downloads.begin('five')();
  for (const end of ends.slice(0, 39)) end();
  expect(downloads.bound.inUse()).toBe(0);
});
