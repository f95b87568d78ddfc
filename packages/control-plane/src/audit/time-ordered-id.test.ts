import { expect, it } from 'vitest';
import { timeOrderedId } from './audit.ts';

it('makes UUIDs that sort in the order in which they were made, also when the clock stands still or goes back', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z');
  const moments = [...Array.from({ length: 5000 }, () => noon), noon - 1000, noon + 1, noon + 5000];
  const ids = moments.map((now) => timeOrderedId(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
