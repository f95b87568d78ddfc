import { expect, it, vi } from 'vitest';
import { madeOnce } from './made-once.ts';

it('makes the value at the first call, and never again', () => {
  const make = vi.fn(() => ({}));
  const made = madeOnce(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledOnce();
});
