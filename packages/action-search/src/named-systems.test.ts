import { expect, it } from 'vitest';
import { spelledOut } from './named-systems.ts';

it('writes names of vendors with their capitals', () => {
  const systems = [{ id: 'code', spelling: 'CodeNest Cloud', vendor: [], kinds: [] }];
  expect(spelledOut(systems, 'open a bug in codenest, not in codenests cloud')).toBe(
    'open a bug in CodeNest, not in codenests cloud',
  );
});
