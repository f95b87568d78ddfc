import { expect, it } from 'vitest';
import { CheckpointParser } from './checkpoint-parser.ts';

it('parses equal texts once', () => {
  const parser = new CheckpointParser();
  const parsed = parser.parse('{"revision":7,"since":9007199254740993}');
  expect(parsed).toEqual({ revision: 7, since: 9007199254740993n });
  expect(parser.parse('{"revision":7,"since":9007199254740993}')).toBe(parsed);
  expect(parser.parse('{"revision":8}')).toEqual({ revision: 8 });
});

it('remembers a limited number of characters', () => {
  const parser = new CheckpointParser();
  const first = parser.parse('["first"]');
  parser.parse(JSON.stringify(['x'.repeat(2_000_000)]));
  expect(parser.parse('["first"]')).toBe(first);
  for (let number = 0; number < 11; number += 1) parser.parse(JSON.stringify([number, 'x'.repeat(100_000)]));
  expect(parser.parse('["first"]')).not.toBe(first);
});
