import { expect, it } from 'vitest';
import { runHostileStatements } from '../../test/hostile-run.ts';

it('no hostile statement reads or writes anything but its tables', async () => {
  const { harm, returned, refused } = await runHostileStatements(2_000, Math.floor(Math.random() * 1_000_000));
  expect(harm).toEqual([]);
  // Otherwise the statements, or the check, would prove nothing.
  expect(returned).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(1_000);
}, 120_000);
