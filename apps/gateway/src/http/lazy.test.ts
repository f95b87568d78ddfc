import { expect, it, vi } from 'vitest';
import { lazy } from './lazy.ts';

it('makes the value at the first call, and never again', () => {
  const make = vi.fn(() => ({}));
  const made = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledOnce();
});
